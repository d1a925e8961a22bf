"""Operators that break what becomes of the items of a list."""

from dataclasses import replace

from toolwire.reference import Json, Rule
from toolwire.reference.reading import Malformed, Reader, Reading
from toolwire.reference.shapes import Array

from ..hooks import Hooks, in_field, reading_field, reading_items, rescuing
from ..mutant import Operator
from ..sites import Site, fields


def _skips(site: Site) -> bool:
    return isinstance(site.shape, Array) and site.shape.skips


def _counts(site: Site) -> bool:
    return isinstance(site.shape, Array) and not site.shape.skips


def _skipping(site: Site, skips: bool) -> Hooks:
    return in_field(site, shape=replace(site.shape, skips=skips))


def _clearing(site: Site) -> Hooks:
    """Give an empty list for one with a bad item."""
    strict = in_field(site, shape=(shape := replace(site.shape, skips=False)))

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            try:
                return read(value, reading)
            except Malformed:
                if isinstance(value, list):
                    return []
                raise

        return changed

    return replace(strict, wrap=lambda here, read: wrap(read) if here is shape else read)


def _cutting(site: Site) -> Hooks:
    """End the list at a bad item."""

    def wrap(read: Reader) -> Reader:
        def changed(value: Json, reading: Reading) -> Json:
            result = read(value, reading)
            if not isinstance(value, list) or len(result) == len(value):
                return result
            good = 0
            while len(read(value[: good + 1], reading)) == good + 1:
                good += 1
            return result[:good]

        return changed

    return reading_field(site, wrap)


LIST_OPERATORS: tuple[Operator, ...] = (
    Operator(
        "a bad item fails its list",
        (Rule.BAD_ITEM,),
        fields,
        lambda site: _skipping(site, skips=False),
        _skips,
    ),
    Operator(
        "a bad item is kept",
        (Rule.BAD_ITEM,),
        fields,
        lambda site: reading_items(site, rescuing(lambda value: value)),
        _skips,
    ),
    Operator(
        "a bad item becomes null",
        (Rule.BAD_ITEM,),
        fields,
        lambda site: reading_items(site, rescuing(lambda _: None)),
        _skips,
    ),
    Operator("a bad item clears the list", (Rule.BAD_ITEM,), fields, _clearing, _skips),
    Operator("a bad item ends the list", (Rule.BAD_ITEM,), fields, _cutting, _skips),
    Operator(
        "a bad item is forgiven",
        (Rule.BAD_ITEM_REFUSED,),
        fields,
        lambda site: _skipping(site, skips=True),
        _counts,
    ),
    Operator(
        "a bad item is kept where all count",
        (Rule.BAD_ITEM_REFUSED,),
        fields,
        lambda site: reading_items(site, rescuing(lambda value: value)),
        _counts,
    ),
)
