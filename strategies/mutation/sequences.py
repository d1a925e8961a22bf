"""Makers of inputs: documents to read, updates to fold, streams in pieces, and what is written."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random

from toolwire.reference import Fold, Profile, SessionFold
from toolwire.reference.shapes import Object, Tagged

from ..framing import Framing, bad_lines, framings, in_message, in_pieces, other_messages
from ..session_folds import sessions
from ..trials import Input, decoding
from .composites import Makers, any_of
from .opaque import opaque
from .scalars import Make, one_of, text

InputMaker = Callable[[Random], Input]
Document = Callable[[Random, str], str]
_CALLS = one_of(('"a"', '"a"', '"b"', '"call_7"'))
"""The ids of calls: few, so that several updates are of one call."""


def input_makers(
    profile: Profile, moods: Sequence[Makers], document: Document
) -> Mapping[tuple[str, str], InputMaker]:
    """Give the maker of inputs of each operation and type.

    `document` spells a type's document; what is made beside one, is made in one of `moods`.
    """
    found = dict[tuple[str, str], InputMaker]()
    for type_ in profile.types:
        found["decode", type_] = _decoding(type_, document)
    for type_, kinds in profile.folds.items():
        if isinstance(kinds, Fold):
            found["fold", type_] = _folding(type_, kinds, document)
    for session in sessions(profile):
        each_mood = [_session_updates(session.kinds, session.updates, each) for each in moods]
        updates = {tag: any_of([each[tag] for each in each_mood]) for tag in each_mood[0]}
        found["fold", session.type] = _session(session.type, session.kinds, updates, document)
    for type_ in profile.commands:
        found["encode", type_] = _encoding(type_)
    for type_ in profile.cuts:
        found["cut", type_] = _cutting(type_)
    for framing in framings(profile):
        item = any_of([each.of(profile.types[framing.stream.item]) for each in moods])
        found["stream", framing.name] = _streaming(framing, item)
    return found


def _decoding(type_: str, document: Document) -> InputMaker:
    return lambda random: decoding(type_, document(random, type_))


def _length(random: Random) -> int:
    """Draw how many updates follow the first: few, seldom many."""
    draw = random.random()
    return int(draw * 6) if draw < 0.98 else 24


def _folding(type_: str, kinds: Fold, document: Document) -> InputMaker:
    def make(random: Random) -> Input:
        rest = [document(random, kinds.rest) for _ in range(_length(random))]
        return Input("fold", type_, (document(random, kinds.first), *rest))

    return make


def _session_updates(kinds: SessionFold, updates: Tagged, makers: Makers) -> dict[str, Make]:
    """Give makers of the updates that are about calls, by their tags; few ids among them."""
    found = dict[str, Make]()
    for tag in (kinds.starts, kinds.patches, kinds.appends):
        variant = updates.variants.get(tag or "")
        if isinstance(variant, Object) and tag is not None:
            head = f"{json.dumps(updates.tag)}:{json.dumps(tag)}"
            found[tag] = makers.object(variant, head, {kinds.call_id: _CALLS})
    return found


def _session(
    type_: str, kinds: SessionFold, updates: Mapping[str, Make], document: Document
) -> InputMaker:
    start = updates[kinds.starts or kinds.patches]
    later = any_of(list(updates.values()))

    def make(random: Random) -> Input:
        texts = [start(random)]
        for _ in range(_length(random)):
            is_other = not random.getrandbits(4)
            texts.append(document(random, kinds.updates) if is_other else later(random))
        return Input("fold", type_, tuple(texts))

    return make


def _encoding(type_: str) -> InputMaker:
    return lambda random: Input("encode", type_, (opaque(random),))


def _cutting(type_: str) -> InputMaker:
    """Give the maker of texts to cut, at a limit that lies within them or near their end."""

    def make(random: Random) -> Input:
        uncut: str = json.loads(text(random))
        limit = int(random.random() * (len(uncut.encode()) + 3))
        return Input("cut", type_, (uncut,), limit)

    return make


def _streaming(framing: Framing, item: Make) -> InputMaker:
    name, method = framing.name, framing.stream.method
    others = [*other_messages(framing).values(), *bad_lines(framing).values()]

    def make(random: Random) -> Input:
        lines = list[bytes]()
        for _ in range(1 + int(random.random() * 4)):
            how = random.getrandbits(4)
            if how:
                lines.append(in_message(method, item(random)).encode())
            else:
                lines.append(others[int(random.random() * len(others))])
            if how == 1:
                lines.append(b"")
        end = b"\n" if random.getrandbits(3) else b"\r\n"
        data = end.join(lines) + (end if random.getrandbits(2) else b"")
        return Input("stream", name, pieces(random, data))

    return make


def pieces(random: Random, data: bytes) -> tuple[bytes, ...]:
    """Cut `data` into pieces: one, a few anywhere, or many of one size."""
    draw = random.random()
    if draw < 0.3:
        return (data,)
    if draw < 0.4:
        return in_pieces(data, 1 + len(data) // 50)
    points = sorted(int(random.random() * (len(data) + 1)) for _ in range(int(draw * 6)))
    return tuple(
        data[start:end] for start, end in zip([0, *points], [*points, len(data)], strict=True)
    )
