"""A session: the states of many tool calls, as its updates leave them."""

from collections.abc import Callable, Sequence

from .fold import Act, patch
from .jsonvalues import Json
from .profile import Profile, SessionFold
from .reading import Reading, Refused, SourceText
from .shapes import Object, Presence, Tagged
from .trace import Rule

_Calls = dict[str, dict[str, Json]]


def fold_session(
    profile: Profile,
    kinds: SessionFold,
    texts: Sequence[SourceText],
    reading: Reading,
    decode: Callable[[SourceText], Json],
    act: Act | None = None,
    session: "type[LiveSession] | None" = None,
) -> _Calls:
    """Read `texts` by `decode` and give the state of each call by its id.

    An update is for the call that it names, and makes it if there is none; a chunk adds one item
    to the call's content, whatever is there; other updates leave the calls alone. Raises `Refused`.
    Who wants updates to be taken otherwise gives another `act` or `session`.
    (`ToolCallContentChunk`, `ToolCallUpdate::apply_update` of v2; `ToolCall::update` of v1.)
    """
    live = (session or LiveSession)(profile, kinds, reading, act or patch)
    for text in texts:
        try:
            update = decode(text)
        except Refused:
            live.note(Rule.SESSION_ODD)
            if reading.choose("refused-in-session") == "refused":
                raise
        else:
            live.take(update)
    return live.calls


class LiveSession:
    """The calls of a session while its updates come in; a mutant overrides one of its steps."""

    def __init__(
        self, profile: Profile, kinds: SessionFold, reading: Reading, act: Act = patch
    ) -> None:
        self.calls: _Calls = {}
        self._act = act
        self._kinds = kinds
        self._reading = reading
        state, updates = profile.types[kinds.state], profile.types[kinds.updates]
        assert isinstance(state, Object)
        assert isinstance(updates, Tagged)
        self._state = state
        self._tag = updates.tag
        self._shapes = updates.variants

    def note(self, rule: Rule, site: str = "Session") -> None:
        """Take note that the session met `rule`."""
        if self._reading.trace is not None:
            self._reading.trace.add((rule, site))

    def take(self, update: dict[str, Json]) -> None:
        """Let one update act; changes none of its values."""
        kind = update[self._tag]
        if self._reading.open:  # the update is known and has no table: it may be malformed
            self._reading.open = False
            self._reading.met.discard("untold-update")
            if self._reading.choose("untold-in-session") == "refused":
                raise Refused("an update whose shape stands in no table here")
        if kind == self._kinds.starts:
            self._start(update)
        elif kind == self._kinds.patches:
            self._patch(update)
        elif kind == self._kinds.appends:
            self._append(update)
        else:
            self.note(Rule.SESSION_OTHER)

    def _start(self, update: dict[str, Json]) -> None:
        name = update[self._kinds.call_id]
        choice = "replaces"
        if name in self.calls:
            self.note(Rule.SESSION_ODD)
            choice = self._reading.choose("second-tool-call")
        elif self.calls:
            self.note(Rule.SESSION_IDS)
        if choice == "refused":
            raise Refused("a second tool call of one id")
        if choice == "replaces":
            self.calls[name] = self._plain(update)
            self.note(Rule.SESSION_CREATES)
        elif choice == "patches":
            self._change(name, update)

    def _patch(self, update: dict[str, Json]) -> None:
        name = update[self._kinds.call_id]
        if name not in self.calls:
            if self._kinds.starts is not None:
                self.note(Rule.SESSION_ODD)
                choice = self._reading.choose("update-before-call")
                if choice == "refused":
                    raise Refused("an update of a call that was never started")
                if choice == "ignored":
                    return
                self.calls[name] = {self._kinds.call_id: name}
                if choice == "created-whole":
                    self.calls[name] = self._plain(update)
                self._change(name, update)
                return
            if self.calls:
                self.note(Rule.SESSION_IDS)
            self.note(Rule.SESSION_CREATES)
            self.calls[name] = self._made_by(update)
            return
        if len(self.calls) > 1:
            self.note(Rule.SESSION_IDS)
        if "content" in update and "content" in self.calls[name]:
            self.note(Rule.CONTENT_REPLACES)
        self.note(Rule.SESSION_PATCHES)
        self._change(name, update)

    def _made_by(self, update: dict[str, Json]) -> dict[str, Json]:
        """Give the state of a call that an update makes."""
        metadata = update.get("_meta")
        if not isinstance(metadata, dict) or None not in metadata.values():
            return self._plain(update)
        if self._reading.choose("null-key-at-start") == "kept":
            return self._plain(update)
        kept = {key: value for key, value in metadata.items() if value is not None}
        return self._plain({**update, "_meta": kept})

    def _append(self, chunk: dict[str, Json]) -> None:
        name = chunk[self._kinds.call_id]
        if name not in self.calls:
            self.note(Rule.SESSION_ODD)
            choice = self._reading.choose("chunk-before-call")
            if choice == "refused":
                raise Refused("a chunk of a call that was never seen")
            if choice == "ignored":
                return
            self.calls[name] = {self._kinds.call_id: name}
        call = self.calls[name]
        content = call.get("content", ())
        kind = "cleared" if content is None else "list" if content else "nothing"
        self.note(Rule.CHUNK_APPENDS, f"{self._state.name}.content:{kind}")
        if len(self.calls) > 1:
            self.note(Rule.SESSION_IDS)
        self.calls[name] = {**call, "content": [*(content or ()), chunk["content"]]}

    def _change(self, name: str, update: dict[str, Json]) -> None:
        shape = self._shapes[update[self._tag]]
        assert shape is not None
        own_update = self._plain(update)
        changed = self._act(self._state, shape, self.calls[name], own_update, self._reading.trace)
        if shape is self._shapes.get(self._kinds.starts or ""):  # what it requires is its to say
            own = (field.name for field in shape.fields if field.presence is Presence.REQUIRED)
            changed.update((each, update[each]) for each in own)
        self.calls[name] = changed

    def _plain(self, update: dict[str, Json]) -> dict[str, Json]:
        return {name: value for name, value in update.items() if name != self._tag}
