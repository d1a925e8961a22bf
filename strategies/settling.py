"""Trials of texts about which a document settles what RFC 8259 leaves open (`TextRules`)."""

from collections.abc import Iterator, Sequence

from toolwire.reference import Profile, Rule, dumps
from toolwire.reference.jsonvalues import DEPTH_LIMIT, Json
from toolwire.reference.shapes import Opaque

from .places import Place, put_at
from .places import places as places_of
from .situations import SituationOperator
from .trials import Trial, decoding
from .values import UNKNOWN_MEMBER, Verbatim, deep


def _opaque_places(profile: Profile, type_: str) -> Iterator[Place]:
    """Give the places of opaque JSON that lie directly in the document."""
    for place in places_of(profile, type_):
        if place.shape == Opaque() and len(place.path) == 1:
            yield place


def _documents(profile: Profile, type_: str) -> Iterator[Place]:
    """Give the documents of a type, one a variant, as places; the type itself comes first."""
    return (place for place in places_of(profile, type_) if not place.path)


def _repeating(profile: Profile) -> Iterator[Trial]:
    """Write members twice: those of the outermost object, and within opaque JSON."""
    for type_, rules in profile.texts.items():
        if not rules.last_counts:
            continue
        for place in places_of(profile, type_):
            if len(place.path) != 1 or place.field is None or place.contested:
                continue
            member = {place.path[0]: place.document[place.path[0]]}
            text, written = dumps(place.document), dumps(member)[1:-1]
            turned = dumps({**member, **place.document})  # it comes first of all
            controls = tuple(decoding(type_, each) for each in dict.fromkeys((text, turned)))
            for first in ('"toolwire"', "null", "[]"):
                twice = f"{{{dumps(place.path[0])}:{first},{text[1:]}"
                yield Trial(f"{place.site} twice", decoding(type_, twice), controls)
            last = f"{text[:-1]},{written}}}"
            yield Trial(f"{place.site} twice", decoding(type_, last), controls)
        for place in _opaque_places(profile, type_):
            document = put_at(place.document, place.path, Verbatim('{"a":1,"b":2,"a":3}'))
            plain = decoding(type_, dumps(place.document))
            yield Trial(f"twice within {place.site}", decoding(type_, dumps(document)), (plain,))


def _forgiving(profile: Profile) -> Iterator[Trial]:
    """Nest the forgiven member up to the limit, and past it, in every line that may have it."""
    for type_, rules in profile.texts.items():
        if rules.forgiven is None:
            continue
        inputs = [
            place for place in _opaque_places(profile, type_) if place.path[0] == rules.forgiven
        ]
        yield from (_bottomless(place, rules.forgiven) for place in inputs[:1])
        for place in inputs:
            for depth in (DEPTH_LIMIT - 2, DEPTH_LIMIT - 1, DEPTH_LIMIT, 1_000):
                for opening, closing in (("[", "]"), ('{"a":', "}")):
                    value = deep(depth, opening=opening, closing=closing)
                    document = put_at(place.document, place.path, value)
                    yield _nested(place, depth, document, place.document)
        for place in _documents(profile, type_):
            if rules.forgiven not in place.document:
                yield from _forgiven_beside(place, type_, rules.forgiven)


def _forgiven_beside(place: Place, type_: str, name: str) -> Iterator[Trial]:
    """Put the forgiven member into a line whose type does not know it."""
    plain = [decoding(type_, dumps({**place.document, each: 1})) for each in (UNKNOWN_MEMBER, name)]
    for depth in (DEPTH_LIMIT, 1_000):
        text = dumps({**place.document, name: deep(depth)})
        yield Trial(f"{place.site}: an unknown {name}", decoding(type_, text), tuple(plain))


def _bottomless(place: Place, name: str) -> Trial:
    """Nest a member as deeply as nobody reads it."""
    depth = 100_000
    return _nested(place, depth, {**place.document, name: deep(depth)}, place.document)


def _nested(place: Place, depth: int, document: Json, plain: Json) -> Trial:
    """Ask for a document in which a member is nested that deeply; `plain` is the control."""
    site = f"{place.site}: {depth + 1:,} containers"
    control = decoding(place.type, dumps(plain))
    return Trial(site, decoding(place.type, dumps(document)), (control,))


def _deepening(profile: Profile) -> Iterator[Trial]:
    """Nest other members past the limit."""
    for type_, rules in profile.texts.items():
        if not rules.shallow:
            continue
        for place in _documents(profile, type_):
            shallow = {**place.document, UNKNOWN_MEMBER: [1]}
            for depth in (DEPTH_LIMIT, 1_000):
                yield _nested(place, depth, {**shallow, UNKNOWN_MEMBER: deep(depth)}, shallow)
        yield _bottomless(next(_documents(profile, type_)), UNKNOWN_MEMBER)
        for place in _opaque_places(profile, type_):
            if place.path[0] != rules.forgiven:
                plain = decoding(type_, dumps(place.document))
                text = dumps(put_at(place.document, place.path, deep(DEPTH_LIMIT)))
                yield Trial(place.site, decoding(type_, text), (plain,))


SETTLING_OPERATORS: Sequence[SituationOperator] = (
    SituationOperator(Rule.LAST_COUNTS, _repeating),
    SituationOperator(Rule.DEEP_FORGIVEN, _forgiving),
    SituationOperator(Rule.DEEP_REFUSED, _deepening),
)
