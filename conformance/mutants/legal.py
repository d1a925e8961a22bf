"""Legal variants: implementations that differ from the reference and are right.

They are made as mutants are, by one hook. Each passes every MUST of a profile that allows it; a
requirement that fails one asks for what no document asks for.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from toolwire.reference import ODDITIES, PROFILES, Json, Reading, Rule, SourceText, commands, dumps
from toolwire.reference.equality import as_double
from toolwire.reference.jsonvalues import Numeral
from toolwire.reference.reading import Reader
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Shape, Tagged
from toolwire.strategies.spelling import escaped, spaced, turned

from ..candidates import Refused, Understood
from ..requirements import requirements
from ..rules import Level
from . import filling
from .hooks import Hooks, Item

Allowed = Callable[[str], bool]


def _always(_: str) -> bool:
    return True


def _may_write_null(profile: str) -> bool:
    """Tell whether the document lets an absent member be written as null (`subc` does not)."""
    return Rule.LEFT_OUT not in {each.rule for each in requirements(profile)}


def _may_round(profile: str) -> bool:
    """Tell whether digits past 2^53 may be lost (`subc` hands them on)."""
    found = {each.rule: each.level for each in requirements(profile)}
    return found.get(Rule.DIGITS) is not Level.MUST


def _open(rule: str) -> Allowed:
    """Tell whether the document leaves it open (`megacode` settles duplicates and depth)."""
    texts = {name: each.texts.values() for name, each in PROFILES.items()}
    return lambda profile: not any(getattr(rules, rule) for rules in texts[profile])


def _folds(profile: str) -> bool:
    return bool(PROFILES[profile].folds)


def _streams(profile: str) -> bool:
    return bool(PROFILES[profile].streams)


def _commands(profile: str) -> bool:
    return bool(PROFILES[profile].commands)


@dataclass(frozen=True)
class Legal:
    """A way to differ and be right; `allowed` tells in which profiles.

    What `lacks` operations or types must be asked in other ways, also what `has_one_type`.
    """

    name: str
    build: Callable[[str], Hooks]
    allowed: Allowed = _always
    lacks: bool = False
    has_one_type: bool = False


# What is read, and how it is written


def _spelling(spell: Callable[[Json], str]) -> Callable[[str], Hooks]:
    return lambda _: Hooks(spell=spell)


def _escaped(value: Json) -> str:
    """Escape each character, but not of a text as long as those that try a reader's patience."""
    text = dumps(value)
    return escaped(value) if len(text) < _LONG else text


_LONG = 20_000


def _choosing(**choices: str) -> Callable[[str], Hooks]:
    return lambda _: Hooks(choices={name.replace("_", "-"): each for name, each in choices.items()})


def _keeping(profile: str) -> Hooks:
    """Keep what stands in an object beside its fields."""
    tags = {each.tag for _, each in named(PROFILES[profile]) if isinstance(each, Tagged)}

    def wrap(shape: Shape, read: Reader) -> Reader:
        if not isinstance(shape, Object):
            return read
        names = {*shape.by_name, *shape.constants, *tags}

        def keep(value: Json, reading: Reading) -> Json:
            result = read(value, reading)
            if type(value) is not dict:
                return result
            return {**{n: each for n, each in value.items() if n not in names}, **result}

        return keep

    return Hooks(wrap=wrap)


def _numbers(change: Callable[[int | float], Json]) -> Callable[[str], Hooks]:
    """Write every number otherwise."""

    def walk(value: Json) -> Json:
        if isinstance(value, dict):
            return {name: walk(member) for name, member in value.items()}
        if isinstance(value, list):
            return [walk(item) for item in value]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return change(value) if is_number else value

    return lambda _: Hooks(spell=lambda value: dumps(walk(value)))


def _rounded(number: int | float) -> Json:
    return float(number) if isinstance(number, Numeral) or abs(number) > 2**53 else number


def _respelled(number: int | float) -> Json:
    exact = not isinstance(number, Numeral) and abs(as_double(number)) <= 2**53
    return Numeral(f"{number!r}e0") if exact and isinstance(number, int) else number


def _slowly(text: SourceText) -> SourceText:
    time.sleep(0.0005)
    return text


# What is handed on of a stream, and what is sent


def _handing_on(items: Callable[[Sequence[Item]], Iterable[Item]]) -> Callable[[str], Hooks]:
    return lambda _: Hooks(items=items)


def _is_error(item: Item) -> bool:
    return isinstance(item, Refused)


def _is_item(item: Item) -> bool:
    return isinstance(item, Understood)


def _errors_twice(items: Sequence[Item]) -> Iterable[Item]:
    return (each for item in items for each in [item] * (1 + _is_error(item)))


def _without_unknown_lines(items: Sequence[Item]) -> Iterable[Item]:
    return (item for item in items if item != Understood('{"line":"other"}'))


def _compact_line(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
    line, value = commands.command_line(text, limit, reading)
    compact = json.dumps(value, separators=(",", ":")) + "\n"  # escapes may make it longer
    return compact if len(compact) <= limit else line, value


def _spaced_line(text: SourceText, limit: int, reading: Reading) -> tuple[str, Json]:
    line, value = commands.command_line(text, limit, reading)
    longer = json.dumps(value, ensure_ascii=False) + "\n" if len(line) < limit // 2 else line
    return longer, value


REFERENCE = Legal("the reference itself", lambda _: Hooks())
"""It differs in nothing, and all else rests on its being right."""

_VARIANTS: Sequence[Legal] = (
    REFERENCE,
    Legal("keys in another order", _spelling(lambda value: dumps(turned(value)))),
    Legal("unknown members kept", _keeping),
    Legal("escapes in what is written", _spelling(_escaped)),
    Legal("white space in what is written", _spelling(spaced)),
    Legal("white space in commands", lambda _: Hooks(command=_spaced_line), _commands),
    Legal("escapes in commands", lambda _: Hooks(command=_compact_line), _commands),
    Legal(
        "null for an absent optional",
        lambda profile: Hooks(after=filling.filling(profile, filling.null_if_absent)),
        _may_write_null,
    ),
    Legal(
        "defaults written out",
        lambda profile: Hooks(after=filling.filling(profile, filling.default_if_absent)),
    ),
    Legal(
        "defaults left out",
        lambda profile: Hooks(after=filling.filling(profile, filling.absent_if_default)),
    ),
    Legal(
        "cleared fields left out",
        lambda profile: Hooks(state=filling.of_state(profile, filling.without_cleared)),
        _folds,
    ),
    Legal(
        "an empty list for a cleared one",
        lambda profile: Hooks(state=filling.of_state(profile, filling.empty_list_if_cleared)),
        _folds,
    ),
    Legal(
        "empty values for what is not set",
        lambda profile: Hooks(state=filling.of_state(profile, filling.empty_if_cleared)),
        _folds,
    ),
    Legal("integral floats accepted", _choosing(integral_float="integer", negative_zero="integer")),
    Legal("integral floats refused", _choosing(integral_float="malformed")),
    *(
        Legal(f"duplicates {name}", _choosing(member_twice=choice), _open("last_counts"))
        for name, choice in (
            ("refused", "refused"),
            ("malformed", "malformed"),
            ("read as the first", "first"),
            ("read as the last", "last"),
        )
    ),
    Legal("the array form of an object accepted", _choosing(array_for_object="in-order")),
    Legal("the array form of an object refused", _choosing(array_for_object="malformed")),
    Legal("deeper nesting accepted", _choosing(deep_nesting="read"), _open("shallow")),
    Legal("deeper nesting refused", _choosing(deep_nesting="refused"), _open("shallow")),
    Legal("numbers in another spelling", _numbers(_respelled)),
    Legal("numbers rounded past 2^53", _numbers(_rounded), _may_round),
    Legal("numbers all of one type", _numbers(float), _may_round),
    *(
        Legal(name, _handing_on(items), _streams)
        for name, items in (
            ("errors after the items", lambda items: sorted(items, key=_is_error)),
            ("errors before the items", lambda items: sorted(items, key=_is_item)),
            ("errors told twice", _errors_twice),
            ("errors not told", lambda items: filter(_is_item, items)),
            ("unknown lines handed on as nothing", _without_unknown_lines),
        )
    ),
    Legal("slow answers", lambda _: Hooks(before=_slowly)),
    Legal("no fold", lambda _: Hooks(folds=False), _folds, lacks=True),
)


def _one_type(name: str) -> Legal:
    return Legal(
        f"the type {name} only",
        lambda _: Hooks(types=frozenset({name})),
        lacks=True,
        has_one_type=True,
    )


def _reading(index: int) -> Legal:
    choices = {n: each.readings[index % len(each.readings)] for n, each in ODDITIES.items()}
    return Legal(f"oddities read in the way {index}", lambda _: Hooks(choices=choices))


def legal_variants(profile: str) -> Iterator[Legal]:
    """Give the variants that the document of a profile allows."""
    yield from (each for each in _VARIANTS if each.allowed(profile))
    yield from map(_one_type, PROFILES[profile].all_types)
    yield from map(_reading, range(max(len(each.readings) for each in ODDITIES.values())))
