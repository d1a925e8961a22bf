"""Operators that break what is open: an answer that is none of the meanings a text may have."""

from collections.abc import Callable, Iterator

from toolwire.reference import PROFILES, Json, NotJson, Rule, SourceText, parse
from toolwire.reference.oddities import survey
from toolwire.reference.profile import OPEN
from toolwire.reference.reading import Reader, Reading
from toolwire.reference.scalars import FORMS
from toolwire.reference.session import LiveSession
from toolwire.reference.shapes import Integer, Number, Text, Unknown

from ..hooks import Hooks, inputs, reading, reading_field
from ..mutant import Operator
from ..sites import Site, fields, tagged, words
from .sessions import sessions

_TEXTUAL = (
    "member-twice",
    "deep-nesting",
    "lone-surrogate",
    "number-beyond-double",
    "number-overflow",
    "byte-order-mark",
)
_SETTLED_BY = {"member-twice": "last_counts", "deep-nesting": "shallow"}
_CRASH = "the mutant crashes"


def textual(profile: str) -> Iterator[Site]:
    """Give the oddities of texts as such that some type of the profile leaves open."""
    found = PROFILES[profile]
    for name in _TEXTUAL:
        rule = _SETTLED_BY.get(name)
        if rule is None or not all(
            getattr(found.texts.get(each, OPEN), rule) for each in found.types
        ):
            yield Site(profile, name, word=name)


def _crashing(site: Site) -> Hooks:
    def before(text: SourceText) -> SourceText:
        if isinstance(text, str) and site.word in _oddities(text):
            raise RuntimeError(_CRASH)
        return text

    return Hooks(before=before)


def _oddities(text: str) -> set[str]:
    if text.startswith("\ufeff"):
        return {"byte-order-mark"}
    try:
        return survey(parse(text))
    except NotJson:
        return set()


def _emptying(site: Site) -> Hooks:
    """Read a text that is unusual for its form as an empty one."""
    is_usual = FORMS[site.shape.form]

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            result = read(value, reading)
            return result if is_usual(result) else result[1:] + "x"

        return changed

    return reading_field(site, wrap)


def _clamping(site: Site) -> Hooks:
    low, high = site.shape.low, site.shape.high

    def change(value: Json) -> Json:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        least = value if low is None else max(value, low)
        return least if high is None else min(least, high)

    return reading_field(site, inputs(change))


def _is_integral(value: Json) -> bool:
    return isinstance(value, float) and value.is_integer() and value != 0


def _is_zero(value: Json) -> bool:
    return isinstance(value, float) and value == 0


def _instead(is_odd: Callable[[Json], bool], instead: Json) -> Callable[[Site], Hooks]:
    change = inputs(lambda value: instead if is_odd(value) else value)
    return lambda site: reading_field(site, change)


def _another_index(site: Site) -> Hooks:
    """Count the variants from one."""
    tag = site.shape.tag
    tags = list(site.shape.variants)

    def change(value: Json) -> Json:
        if isinstance(value, dict) and type(value.get(tag)) is int:
            return {**value, tag: tags[value[tag] - 1]}
        return value

    return reading(site.shape.name, inputs(change))


def _another_word(site: Site) -> Hooks:
    last = site.shape.known[-1]
    known = {*site.shape.known}

    def change(value: Json) -> Json:
        is_one = isinstance(value, dict) and len(value) == 1
        return last if is_one and not known.isdisjoint(value) else value

    return reading(site.shape.name, inputs(change))


def _shaped(shape: type) -> Callable[[Site], bool]:
    return lambda site: isinstance(site.shape, shape)


class _LateUpdateCrashes(LiveSession):
    def _patch(self, update: dict[str, Json]) -> None:
        if update[self._kinds.call_id] not in self.calls:
            raise KeyError(_CRASH)
        super()._patch(update)


class _ChunkCrashes(LiveSession):
    def _append(self, chunk: dict[str, Json]) -> None:
        if chunk[self._kinds.call_id] not in self.calls:
            raise KeyError(_CRASH)
        super()._append(chunk)


class _SecondStartForgets(LiveSession):
    def _start(self, update: dict[str, Json]) -> None:
        if update[self._kinds.call_id] in self.calls:
            self.calls.clear()
            return
        super()._start(update)


def _session(made: type[LiveSession]) -> Callable[[Site], Hooks]:
    return lambda site: Hooks(session=made)


def _touches(site: Site) -> Iterator[str]:
    yield f"fold {site.name}"


ODD_OPERATORS: tuple[Operator, ...] = (
    Operator("an odd text crashes it", (Rule.ODD_TEXT,), textual, _crashing),
    Operator(
        "an unusual text is repaired",
        (Rule.ODD_TEXT,),
        fields,
        _emptying,
        lambda site: isinstance(site.shape, Text) and site.shape.form is not None,
    ),
    Operator(
        "a number outside its range is clamped",
        (Rule.ODD_TEXT,),
        fields,
        _clamping,
        lambda site: isinstance(site.shape, Number) and site.shape.high is not None,
    ),
    Operator(
        "an integral float is another number",
        (Rule.ODD_TEXT,),
        fields,
        _instead(_is_integral, 1),
        _shaped(Integer),
    ),
    Operator(
        "a negative zero is another number",
        (Rule.ODD_TEXT,),
        fields,
        _instead(_is_zero, 1),
        _shaped(Integer),
    ),
    Operator(
        "tags are counted from one",
        (Rule.ODD_TEXT,),
        tagged,
        _another_index,
        lambda site: site.shape.indexed and len(site.shape.variants) > 1,
    ),
    Operator(
        "an object for a word is another word",
        (Rule.ODD_TEXT,),
        words,
        _another_word,
        lambda site: not site.shape.plain and len(site.shape.known) > 1,
    ),
    Operator(
        "an object is read for a plain word",
        (Rule.REQUIRED_MALFORMED, Rule.OPTIONAL_MALFORMED_REFUSED, Rule.BAD_ITEM_REFUSED),
        words,
        _another_word,
        lambda site: site.shape.plain and site.shape.unknown is Unknown.KEPT,
    ),
    Operator(
        "an update before its call crashes it",
        (Rule.SESSION_ODD,),
        sessions,
        _session(_LateUpdateCrashes),
        lambda site: site.shape.starts is not None,
        touches=_touches,
    ),
    Operator(
        "a call that is started twice is forgotten",
        (Rule.SESSION_ODD,),
        sessions,
        _session(_SecondStartForgets),
        lambda site: site.shape.starts is not None,
        touches=_touches,
    ),
    Operator(
        "a chunk before its call crashes it",
        (Rule.SESSION_ODD,),
        sessions,
        _session(_ChunkCrashes),
        lambda site: site.shape.appends is not None,
        touches=_touches,
    ),
)
