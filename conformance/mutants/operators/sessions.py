"""Operators that break how a session takes its updates."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from toolwire.reference import PROFILES, Json, Rule, SessionFold
from toolwire.reference.session import LiveSession
from toolwire.reference.shapes import Presence

from ..hooks import Hooks
from ..mutant import Operator
from ..sites import Site

Update = dict[str, Json]


def sessions(profile: str) -> Iterator[Site]:
    """Give every session fold."""
    for name, kinds in PROFILES[profile].folds.items():
        if isinstance(kinds, SessionFold):
            yield Site(profile, name, kinds)


class _NothingIsCreated(LiveSession):
    def take(self, update: Update) -> None:
        before = set(self.calls)
        super().take(update)
        for name in set(self.calls) - before:
            del self.calls[name]


class _Bare(LiveSession):
    """Knows what a call cannot be without."""

    @property
    def _required(self) -> list[str]:
        is_required = Presence.REQUIRED
        return [each.name for each in self._state.fields if each.presence is is_required]


class _CreationIsBare(_Bare):
    """Keeps nothing of the update that makes a call but its id."""

    def take(self, update: Update) -> None:
        before = set(self.calls)
        super().take(update)
        for name in set(self.calls) - before:
            made = self.calls[name]
            self.calls[name] = {key: made[key] for key in self._required if key in made}


class _UpdatesAreDropped(LiveSession):
    def _change(self, name: str, update: Update) -> None:
        pass


class _UpdatesReplace(_Bare):
    def _change(self, name: str, update: Update) -> None:
        old = self.calls[name]
        super()._change(name, update)
        kept = {key: each for key, each in self.calls[name].items() if key in update}
        self.calls[name] = {**{key: old[key] for key in self._required if key in old}, **kept}


class _LateUpdatesAreDropped(LiveSession):
    """Lets a call be changed three times."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._changes: Counter[str] = Counter()

    def _change(self, name: str, update: Update) -> None:
        self._changes[name] += 1
        if self._changes[name] <= 3:
            super()._change(name, update)


class _OnlyTheLastCall(LiveSession):
    """Lets every update act on the call that was made last."""

    def _change(self, name: str, update: Update) -> None:
        last = list(self.calls)[-1]
        super()._change(last, {**update, self._kinds.call_id: last})


class _IdsAreFolded(LiveSession):
    def take(self, update: Update) -> None:
        name = update.get(self._kinds.call_id)
        if isinstance(name, str):
            update = {**update, self._kinds.call_id: name.lower()}
        super().take(update)


class _IdsAreTrimmed(LiveSession):
    def take(self, update: Update) -> None:
        name = update.get(self._kinds.call_id)
        if isinstance(name, str):
            update = {**update, self._kinds.call_id: name.strip(" \0")}
        super().take(update)


class _OneState(LiveSession):
    """Shares one state between all calls."""

    def take(self, update: Update) -> None:
        super().take(update)
        name = update.get(self._kinds.call_id)
        if isinstance(name, str) and name in self.calls:
            shared = self.calls[name]
            for other in self.calls:
                self.calls[other] = {**shared, self._kinds.call_id: other}


class _OthersClear(LiveSession):
    def take(self, update: Update) -> None:
        kinds = {self._kinds.starts, self._kinds.patches, self._kinds.appends}
        if update[self._tag] not in kinds:
            self.calls.clear()
        super().take(update)


class _OthersAct(LiveSession):
    """Takes every update that names a call for one of it."""

    def take(self, update: Update) -> None:
        kinds = {self._kinds.starts, self._kinds.patches, self._kinds.appends}
        if update[self._tag] not in kinds:
            name = update.get(self._kinds.call_id, "other")
            self.calls.setdefault(name, {self._kinds.call_id: name})
            known = {key: each for key, each in update.items() if key in self._state.by_name}
            plain = {key: each for key, each in known.items() if key != "content"}
            update = {**plain, self._tag: self._kinds.patches, self._kinds.call_id: name}
        super().take(update)


class _ChunkReplaces(LiveSession):
    def _append(self, chunk: Update) -> None:
        name = chunk[self._kinds.call_id]
        if name in self.calls:
            self.calls[name] = {**self.calls[name], "content": []}
        super()._append(chunk)


class _ChunkIsDroppedAfterClear(LiveSession):
    def _append(self, chunk: Update) -> None:
        name = chunk[self._kinds.call_id]
        if name in self.calls and self.calls[name].get("content", ...) is None:
            return
        super()._append(chunk)


class _ChunkNeedsAList(LiveSession):
    def _append(self, chunk: Update) -> None:
        name = chunk[self._kinds.call_id]
        if name in self.calls and "content" not in self.calls[name]:
            return
        super()._append(chunk)


class _SameChunkIsDropped(LiveSession):
    def _append(self, chunk: Update) -> None:
        call = self.calls.get(chunk[self._kinds.call_id], {})
        if chunk["content"] not in (call.get("content") or []):
            super()._append(chunk)


class _ChunkComesFirst(LiveSession):
    def _append(self, chunk: Update) -> None:
        super()._append(chunk)
        name = chunk[self._kinds.call_id]
        if name in self.calls and self.calls[name].get("content"):
            *rest, last = self.calls[name]["content"]
            self.calls[name] = {**self.calls[name], "content": [last, *rest]}


class _CountingChunks(LiveSession):
    """Knows what chunks have brought."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._chunks: dict[str, list[Json]] = {}

    def _append(self, chunk: Update) -> None:
        super()._append(chunk)
        self._chunks.setdefault(chunk[self._kinds.call_id], []).append(chunk["content"])


class _ContentIsAppended(_CountingChunks):
    def _change(self, name: str, update: Update) -> None:
        super()._change(name, update)
        if "content" in update and name in self._chunks:
            content = self.calls[name].get("content") or []
            self.calls[name] = {**self.calls[name], "content": [*self._chunks[name], *content]}


class _ChunksOutliveNull(_CountingChunks):
    def _change(self, name: str, update: Update) -> None:
        super()._change(name, update)
        if "content" in update and update["content"] is None and name in self._chunks:
            self.calls[name] = {**self.calls[name], "content": self._chunks[name]}


def _touches(site: Site) -> Iterator[str]:
    yield f"fold {site.name}"


def _has_chunks(site: Site) -> bool:
    return site.shape.appends is not None


def _operator(
    name: str,
    rule: Rule,
    session: type[LiveSession],
    fits: Callable[[Site], bool] = lambda _: True,
) -> Operator:
    return Operator(
        name, (rule,), sessions, lambda site: Hooks(session=session), fits, touches=_touches
    )


SESSION_OPERATORS: tuple[Operator, ...] = (
    _operator("creation is dropped", Rule.SESSION_CREATES, _NothingIsCreated),
    _operator("what makes a call is lost", Rule.SESSION_CREATES, _CreationIsBare),
    _operator("updates of a call are dropped", Rule.SESSION_PATCHES, _UpdatesAreDropped),
    _operator("late updates are dropped", Rule.SESSION_PATCHES, _LateUpdatesAreDropped),
    _operator("updates replace their call", Rule.SESSION_PATCHES, _UpdatesReplace),
    _operator("the last call gets all updates", Rule.SESSION_IDS, _OnlyTheLastCall),
    _operator("ids are matched in any case", Rule.SESSION_IDS, _IdsAreFolded),
    _operator("ids are trimmed", Rule.SESSION_IDS, _IdsAreTrimmed),
    _operator("calls share one state", Rule.SESSION_IDS, _OneState),
    _operator("other updates clear", Rule.SESSION_OTHER, _OthersClear),
    _operator("other updates make calls", Rule.SESSION_OTHER, _OthersAct),
    _operator("a chunk replaces", Rule.CHUNK_APPENDS, _ChunkReplaces, _has_chunks),
    _operator("a chunk comes first", Rule.CHUNK_APPENDS, _ChunkComesFirst, _has_chunks),
    _operator("a chunk twice is one", Rule.CHUNK_APPENDS, _SameChunkIsDropped, _has_chunks),
    _operator("a chunk needs a list", Rule.CHUNK_APPENDS, _ChunkNeedsAList, _has_chunks),
    _operator(
        "a chunk is dropped after a clear",
        Rule.CHUNK_APPENDS,
        _ChunkIsDroppedAfterClear,
        _has_chunks,
    ),
    _operator(
        "content is appended to chunks", Rule.CONTENT_REPLACES, _ContentIsAppended, _has_chunks
    ),
    _operator("chunks outlive null", Rule.CONTENT_REPLACES, _ChunksOutliveNull, _has_chunks),
)
