"""Other ways in: the same text asked for by another operation, and other limits of a cut."""

from dataclasses import replace

from toolwire.reference import Fold, SourceText
from toolwire.reference.streams import as_text, lines_of

from ..framing import in_message
from ..trials import Input, decoding
from .operators import InputOperator
from .scene import Scene


def _as_fold(scene: Scene) -> Input | None:
    """Fold a document with updates after it."""
    asked = scene.map.asked
    found = [
        type_
        for type_, kinds in scene.profile.folds.items()
        if asked.type in ((kinds.first,) if isinstance(kinds, Fold) else (kinds.updates,))
    ]
    if not found:
        return None
    made = scene.generator.input_of(scene.random, "fold", scene.one_of(found))
    return replace(made, texts=(*asked.texts, *made.texts[1:]))


def _as_stream(scene: Scene) -> Input | None:
    """Carry a document on a line of a stream."""
    asked = scene.map.asked
    for name, stream in scene.profile.streams.items():
        if stream.item == asked.type:
            start, end = in_message(stream.method, "\n").encode().split(b"\n")
            line = start + _octets(asked.texts[0]).replace(b"\n", b" ") + end
            return Input("stream", name, (line + b"\n",))
    return None


def _octets(text: SourceText) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _alone(scene: Scene) -> Input | None:
    """Read one text of a fold alone, or one line of a stream that carries its item bare."""
    asked = scene.map.asked
    if asked.op == "fold":
        kinds = scene.profile.folds[asked.type]
        at = scene.below(len(asked.texts))
        if isinstance(kinds, Fold):
            return decoding(kinds.rest if at else kinds.first, asked.texts[at])
        return decoding(kinds.updates, asked.texts[at])
    stream = scene.profile.streams[asked.type]
    lines = list(lines_of([_octets(text) for text in asked.texts]))
    if stream.method is not None or not lines:
        return None
    return decoding(stream.item, as_text(scene.one_of(lines)))


def _limit(scene: Scene) -> Input | None:
    """Cut at another limit: one beside it, nothing, all, or anywhere."""
    asked = scene.map.asked
    whole = sum(len(_octets(text)) for text in asked.texts)
    limit = asked.limit or 0
    new = scene.one_of(
        (limit - 1, limit + 1, 0, whole - 1, whole, whole + 1, scene.below(whole + 2))
    )
    return replace(asked, limit=max(0, new)) if max(0, new) != limit else None


WAYS = (
    InputOperator("as-fold", ("decode",), _as_fold),
    InputOperator("as-stream", ("decode",), _as_stream),
    InputOperator("alone", ("fold", "stream"), _alone),
    InputOperator("limit", ("cut",), _limit),
)
