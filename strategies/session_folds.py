"""Trials of sessions: the updates of several calls in order, and what each call has become.

The controls are the updates read one by one, and a session of one plain call, so that a rule of
reading that is broken is not taken for one of sessions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from toolwire.reference import Profile, Rule, SessionFold, dumps
from toolwire.reference.jsonvalues import Json
from toolwire.reference.shapes import Array, Object, Tagged, Word

from .situations import SituationOperator
from .trials import Input, Trial, decoding
from .values import UNKNOWN_WORDS, is_plainly_patched, smallest_object, well_formed

Update = dict[str, Json]


@dataclass(frozen=True)
class Session:
    """A session fold of a profile, and how updates for it are made."""

    type: str
    kinds: SessionFold
    state: Object
    updates: Tagged

    def start(self, name: str, /, **members: Json) -> Update:
        """Give the update that makes the call `name`."""
        return self._update(self.kinds.starts or self.kinds.patches, name, members)

    def patch(self, name: str, /, **members: Json) -> Update:
        """Give an update of the call `name`."""
        return self._update(self.kinds.patches, name, members)

    def chunk(self, name: str, item: Json) -> Update:
        """Give a chunk for the call `name`."""
        assert self.kinds.appends is not None
        return self._update(self.kinds.appends, name, {"content": item})

    def others(self) -> Iterator[Update]:
        """Give updates that are about no call, one of an unknown kind among them if any may be."""
        calls = {self.kinds.starts, self.kinds.patches, self.kinds.appends}
        for tag, variant in self.updates.variants.items():
            if tag not in calls and variant is not None:
                yield {self.updates.tag: tag, **smallest_object(variant)}
        if self.updates.is_open:
            yield {self.updates.tag: UNKNOWN_WORDS[0], self.kinds.call_id: "a", "title": "other"}

    def _update(self, tag: str, name: str, members: Update) -> Update:
        variant = self.updates.variants[tag]
        assert variant is not None
        own = {**smallest_object(variant), self.kinds.call_id: name, **members}
        return {self.updates.tag: tag, **own}

    def items(self) -> list[Json]:
        """Give two items of a call's content."""
        content = self.state.by_name["content"].shape
        assert isinstance(content, Array)
        one, two, *_ = well_formed(content.item)
        return [one, two]

    def trial(
        self, site: str, *updates: Update, controls: Sequence[Sequence[Update]] = ()
    ) -> Trial:
        """Fold `updates`."""
        plain = [self.start("a", title="T")]
        others = [self._fold(each) for each in (*controls, plain)]
        folded = self._fold(updates)
        alone = [decoding(self.kinds.updates, text) for text in dict.fromkeys(folded.texts)]
        beside = dict.fromkeys([*alone, *(each for each in others if each != folded)])
        return Trial(site, folded, tuple(beside))

    def _fold(self, updates: Sequence[Update]) -> Input:
        return Input("fold", self.type, tuple(dumps(each) for each in updates))


def sessions(profile: Profile) -> Iterator[Session]:
    """Give the session folds of `profile`."""
    for type_, kinds in profile.folds.items():
        if isinstance(kinds, SessionFold):
            state, updates = profile.types[kinds.state], profile.types[kinds.updates]
            assert isinstance(state, Object)
            assert isinstance(updates, Tagged)
            yield Session(type_, kinds, state, updates)


def _creating(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        # The control of every other session: it has none of its own.
        yield session.trial("one call", session.start("a", title="T"))
        yield session.trial("an id that is empty", session.start("", title="A"))
        yield session.trial("an id with a slash", session.start("a/b~c", title="A"))
        for field in session.state.fields:
            if is_plainly_patched(field):
                value = well_formed(field.shape)[0]
                yield session.trial(field.name, session.start("a", **{field.name: value}))


def _patching(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        for field in session.state.fields:
            if is_plainly_patched(field):
                one, two, *_ = (*well_formed(field.shape), *well_formed(field.shape))
                start = session.start("a", **{field.name: one})
                yield session.trial(
                    f"{field.name} set", start, session.patch("a", **{field.name: two})
                )
                yield session.trial(f"{field.name} kept", start, session.patch("a"))
        start = session.start("a", title="A")
        status = session.state.by_name["status"].shape
        assert isinstance(status, Word)
        later = [session.patch("a", status=known) for known in status.known[1:4]]
        yield session.trial("a late update", start, *later, session.patch("a", title="B"))


def _mixing(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        a, b = session.start("a", title="A"), session.start("b", title="B")
        one = [[a, session.patch("a", title="C")]]
        yield session.trial("two calls", a, b)
        yield session.trial("the first of two", a, b, session.patch("a", title="C"), controls=one)
        yield session.trial("the second of two", a, b, session.patch("b", title="C"), controls=one)
        for near in ("A", "a ", "\u0430", "a\u0000"):  # the third is Cyrillic
            yield session.trial(f"the ids a and {near!r}", a, session.start(near, title="B"))
        turns = [session.patch(name, title=name * 2) for name in ("b", "a", "b", "a")]
        yield session.trial("in turns", a, b, *turns, controls=one)
        for name in ("__proto__", "constructor"):
            yield session.trial(f"the id {name}", a, session.start(name, title="B"))
        if session.kinds.appends is not None:
            item, other = session.items()
            yield session.trial(
                "chunks in turns",
                a,
                b,
                session.chunk("a", item),
                session.chunk("b", other),
                session.chunk("a", other),
                controls=[[a, session.chunk("a", item), session.chunk("a", other)]],
            )


def _others(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        start, end = session.start("a", title="A"), session.patch("a", title="B")
        for other in session.others():
            tag = other[session.updates.tag]
            yield session.trial(f"{tag} between", start, other, end, controls=[[start, end]])
            yield session.trial(f"{tag} first", other, start, controls=[[start]])
            yield session.trial(f"{tag} last", start, other, controls=[[start]])


def _odd(profile: Profile) -> Iterator[Trial]:
    """Give sessions of which no document says what becomes of them."""
    for session in sessions(profile):
        start, later = session.start("a", title="A"), session.patch("a", title="B")
        for bad in ("{}", "null", dumps({session.updates.tag: session.kinds.patches}), "{"):
            folded = Input("fold", session.type, (dumps(start), bad, dumps(later)))
            alone = (decoding(session.kinds.updates, text) for text in folded.texts)
            yield Trial("a refused update", folded, tuple(alone))
        if session.kinds.starts is not None:
            yield session.trial("an update before its call", later, start)
            yield session.trial("an update of no call", start, session.patch("b", title="B"))
            yield session.trial("a call started twice", start, session.start("a", title="C"))
        if session.kinds.appends is not None:
            chunk = session.chunk("b", session.items()[0])
            yield session.trial("a chunk before its call", chunk, session.start("b", title="B"))
            yield session.trial("a chunk of no call", start, chunk)


def _chunking(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        if session.kinds.appends is None:
            continue
        one, two = session.items()
        bare, listed = session.start("a"), session.start("a", content=[one])
        yield session.trial("onto nothing", bare, session.chunk("a", one), controls=[[bare]])
        yield session.trial(
            "onto an empty list", session.start("a", content=[]), session.chunk("a", one)
        )
        yield session.trial("onto a list", listed, session.chunk("a", two), controls=[[listed]])
        yield session.trial("the same item again", listed, session.chunk("a", one))
        cleared = session.patch("a", content=None)
        yield session.trial(
            "onto what was cleared",
            listed,
            cleared,
            session.chunk("a", two),
            controls=[[listed, cleared]],
        )
        yield session.trial(
            "three chunks", bare, *(session.chunk("a", item) for item in (one, two, one))
        )
        kept = session.patch("a", title="B")
        yield session.trial(
            "an update without content after it", listed, session.chunk("a", two), kept
        )


def _replacing(profile: Profile) -> Iterator[Trial]:
    for session in sessions(profile):
        if session.kinds.appends is None:
            continue
        one, two = session.items()
        listed, chunk = session.start("a", content=[one]), session.chunk("a", two)
        for site, content in (
            ("by a list", [two]),
            ("by an empty list", []),
            ("by null", None),
        ):
            later = session.patch("a", content=content)
            controls = [[listed, chunk], [listed, later]]
            yield session.trial(site, listed, chunk, later, controls=controls)
        later, after = session.patch("a", content=[two]), session.chunk("a", one)
        onto_list = [session.start("a", content=[two]), after]
        yield session.trial(
            "and a chunk after it",
            listed,
            chunk,
            later,
            after,
            controls=[[listed, chunk], [listed, later], onto_list],
        )


def _draw_mixed(profile: Profile) -> st.SearchStrategy[Trial] | None:
    """Start a few calls, and change them in any order; each is a control by itself."""
    found = [_draw_updates(session) for session in sessions(profile)]
    return st.one_of(found) if found else None


def _draw_updates(session: Session) -> st.SearchStrategy[Trial]:
    names = st.sampled_from("abc")
    titles = st.sampled_from(("A", "B", ""))
    steps = [st.builds(lambda name, title: session.patch(name, title=title), names, titles)]
    steps.append(names.map(session.patch))
    if session.kinds.appends is not None:
        steps.append(st.builds(session.chunk, names, st.sampled_from(session.items())))
    starts = [session.start(name, title=name) for name in "abc"]

    def trial(updates: Sequence[Update]) -> Trial:
        together = [*starts, *updates]
        alone = [[each for each in together if each[session.kinds.call_id] == n] for n in "abc"]
        return session.trial("calls in any order", *together, controls=[starts, *alone])

    return st.lists(st.one_of(steps), min_size=1, max_size=6).map(trial)


SESSION_OPERATORS: Sequence[SituationOperator] = (
    SituationOperator(Rule.SESSION_CREATES, _creating),
    SituationOperator(Rule.SESSION_PATCHES, _patching),
    SituationOperator(Rule.SESSION_IDS, _mixing, _draw_mixed),
    SituationOperator(Rule.SESSION_OTHER, _others),
    SituationOperator(Rule.SESSION_ODD, _odd),
    SituationOperator(Rule.CHUNK_APPENDS, _chunking),
    SituationOperator(Rule.CONTENT_REPLACES, _replacing),
)
