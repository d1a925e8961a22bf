"""Operators that break what becomes of words, listed and not."""

from collections.abc import Callable
from dataclasses import replace

from toolwire.reference import Json, Rule
from toolwire.reference.shapes import NO_DEFAULT, Unknown, Word

from ..equivalence import FOLDED_INTO_DEFAULT
from ..hooks import Hooks, in_field, in_shape, inputs, reading, refuse
from ..mutant import Operator
from ..sites import Site, each_word, fields, words


def _is(unknown: Unknown) -> Callable[[Site], bool]:
    return lambda site: site.shape.unknown is unknown


def _replaced(site: Site) -> bool:
    """Tell whether the word of a field that has a default is read as another."""
    return _in_update(site, updates=False)


def _in_update(site: Site, updates: bool = True) -> bool:
    shape = site.shape
    if not isinstance(shape, Word) or not isinstance(shape.unknown, str):
        return False
    return (site.own_field.default is NO_DEFAULT) is updates


def _in_any_case(site: Site) -> Hooks:
    known = {word.lower(): word for word in site.shape.known}
    return _respelled(site, lambda word: known.get(word.lower(), word))


def _trimmed(site: Site) -> Hooks:
    known = {*site.shape.known}
    return _respelled(site, lambda word: word.strip() if word.strip() in known else word)


def _respelled(site: Site, change: Callable[[str], str]) -> Hooks:
    wrap = inputs(lambda value: change(value) if isinstance(value, str) else value)
    return reading(site.shape.name, wrap)


def _refusing(site: Site) -> Hooks:
    def check(value: Json) -> Json:
        if value == site.word:
            raise refuse(site.word)
        return value

    return reading(site.shape.name, inputs(check))


def _folding(site: Site) -> Hooks:
    """Read one listed word as another."""
    other = next(word for word in reversed(site.shape.known) if word != site.word)
    wrap = inputs(lambda value: other if value == site.word else value)
    return reading(site.shape.name, wrap)


def _otherwise(unknown: Callable[[Word], Unknown | str]) -> Callable[[Site], Hooks]:
    """Take what the word of one field does not list otherwise."""
    return lambda site: in_field(site, shape=replace(site.shape, unknown=unknown(site.shape)))


def _another(shape: Word) -> str:
    return next(word for word in shape.known if word != shape.unknown)


WORD_OPERATORS: tuple[Operator, ...] = (
    Operator("a listed word is refused", (Rule.WORD,), each_word, _refusing),
    Operator(
        "a listed word is read as another",
        (Rule.WORD,),
        each_word,
        _folding,
        lambda site: len(site.shape.known) > 1,
    ),
    Operator(
        "an unknown word is refused",
        (Rule.UNKNOWN_WORD_KEPT,),
        words,
        lambda site: in_shape(site, unknown=Unknown.MALFORMED),
        _is(Unknown.KEPT),
    ),
    Operator(
        "an unknown word is folded into a known one",
        (Rule.UNKNOWN_WORD_KEPT,),
        words,
        lambda site: in_shape(site, unknown=site.shape.known[-1]),
        _is(Unknown.KEPT),
    ),
    Operator(
        "a word is matched in any case",
        (Rule.UNKNOWN_WORD_KEPT,),
        words,
        _in_any_case,
        _is(Unknown.KEPT),
    ),
    Operator("a word is trimmed", (Rule.UNKNOWN_WORD_KEPT,), words, _trimmed, _is(Unknown.KEPT)),
    *(
        operator
        for rule, fits, where in (
            (Rule.UNKNOWN_WORD_REPLACED, _replaced, "a state"),
            (Rule.UNKNOWN_WORD_IN_UPDATE, _in_update, "an update"),
        )
        for operator in (
            Operator(
                f"an unknown word of {where} is kept",
                (rule,),
                fields,
                _otherwise(lambda _: Unknown.KEPT),
                fits,
            ),
            Operator(
                f"an unknown word of {where} is lost",
                (rule,),
                fields,
                _otherwise(lambda _: Unknown.MALFORMED),
                fits,
                arguments=(FOLDED_INTO_DEFAULT,),
            ),
            Operator(
                f"an unknown word of {where} is another one",
                (rule,),
                fields,
                _otherwise(_another),
                fits,
            ),
        )
    ),
    Operator(
        "an unknown word is kept where all are listed",
        (Rule.UNKNOWN_WORD_MALFORMED,),
        words,
        lambda site: in_shape(site, unknown=Unknown.KEPT),
        _is(Unknown.MALFORMED),
    ),
    Operator(
        "an unknown word is folded where all are listed",
        (Rule.UNKNOWN_WORD_MALFORMED,),
        words,
        lambda site: in_shape(site, unknown=site.shape.known[-1]),
        _is(Unknown.MALFORMED),
    ),
    Operator(
        "a closed word is matched in any case",
        (Rule.UNKNOWN_WORD_MALFORMED,),
        words,
        _in_any_case,
        _is(Unknown.MALFORMED),
    ),
    Operator(
        "a closed word is trimmed",
        (Rule.UNKNOWN_WORD_MALFORMED,),
        words,
        _trimmed,
        _is(Unknown.MALFORMED),
    ),
)
