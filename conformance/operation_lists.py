"""What a protocol's page says of its operations, its methods and its rules of texts."""

from collections.abc import Iterator

from toolwire.reference import Fold, Profile, SessionFold, Stream
from toolwire.reference.jsonvalues import DEPTH_LIMIT
from toolwire.reference.profile import TextRules

from .markdown import code, link, table


def operations(profile: Profile) -> Iterator[str]:
    """Write what a candidate may be asked, an item for each operation and its types."""
    types = ", ".join(map(_type, profile.types))
    yield f"- {_asked('decode')}: reads a text of the type that is named: {types}."
    for name, fold in profile.folds.items():
        yield f"- {_asked('fold', name)}: {_fold(fold)}"
    for name, limit in profile.commands.items():
        yield (
            f"- {_asked('encode', name)}: writes a command as a line. It has at most {limit:,} "
            "bytes, the newline at its end among them."
        )
    for name in profile.cuts:
        yield (
            f"- {_asked('cut', name)}: gives as much of the beginning of a text as fits into a "
            "number of bytes in whole characters."
        )
    for name, stream in profile.streams.items():
        yield f"- {_asked('stream', name)}: {_stream(stream)}"


def _asked(operation: str, name: str = "") -> str:
    asked = f"[{operation}](../candidate-protocol.md#{operation})"
    return f"{asked} {code(name)}" if name else asked


def _type(name: str) -> str:
    return link(code(name), name)


def _fold(fold: Fold | SessionFold) -> str:
    if isinstance(fold, Fold):
        others = "others" if fold.rest == fold.first else f"those of {_type(fold.rest)}"
        return f"starts from a text of {_type(fold.first)}, which {others} patch."
    patches = code(fold.patches)
    makes = f"{code(fold.starts)} makes a call, {patches} patches" if fold.starts else ""
    chunk = f", {code(fold.appends)} adds an item to its `content`" if fold.appends else ""
    return (
        f"reads texts of {_type(fold.updates)} and leads from each {code(fold.call_id)} to the "
        f"state of its call ({_type(fold.state)}): "
        f"{makes or f'{patches} makes or patches'} one{chunk}, and no other update changes any."
    )


def _stream(stream: Stream) -> str:
    if stream.method is None:
        return f"reads bytes as lines, each of which is an item: {_type(stream.item)}."
    return (
        f"reads bytes as lines, each of which is a JSON-RPC message. The parameters of "
        f"{code(stream.method)} are an item: {_type(stream.item)}."
    )


def methods(profile: Profile) -> Iterator[str]:
    """Write the table of the JSON-RPC methods, if there are any."""
    rows = [(code(method), _type(name)) for method, name in profile.methods.items()]
    if rows:
        yield from table(("method", "parameters"), rows)


def rules_of_texts(profile: Profile) -> Iterator[str]:
    """Write what is settled about texts that RFC 8259 leaves to their reader, by type."""
    for name, rules in profile.texts.items():
        yield f"- {_type(name)}: {' '.join(_rules(rules))}"


def _rules(rules: TextRules) -> Iterator[str]:
    if rules.last_counts:
        yield "Of two members of one name the last counts."
    if rules.shallow:
        unless = ""
        if rules.forgiven is not None:
            unless = (
                f", unless it is so in the member {code(rules.forgiven)} of the outermost object "
                "alone: that counts as null then"
            )
        yield f"A text nested past {DEPTH_LIMIT} containers is refused{unless}."
