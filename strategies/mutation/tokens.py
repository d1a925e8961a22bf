"""The tokens of a protocol: what a fuzzer that knows nothing else should know of it."""

from collections.abc import Iterator

from toolwire.reference import Profile, dumps
from toolwire.reference.revisions import named
from toolwire.reference.shapes import Object, Presence, Tagged, Word

from ..values import UNKNOWN_WORDS


def dictionary(profile: Profile) -> tuple[str, ...]:
    """Give the words, tags and names of members of a profile's table, each as a JSON string.

    Those of the messages that carry its types are among them, and words that nobody lists.
    """
    return tuple(dumps(token) for token in sorted({*_tokens(profile), *UNKNOWN_WORDS}))


def _tokens(profile: Profile) -> Iterator[str]:
    for _, shape in named(profile):
        match shape:
            case Word():
                yield from shape.known
            case Object():
                yield from (
                    field.name for field in shape.fields if field.presence is not Presence.TOLD
                )
                yield from shape.constants
                yield from shape.constants.values()
            case Tagged():
                yield from (shape.tag, *shape.variants, *shape.aliases, *shape.elsewhere)
            case _:
                pass
    yield from profile.methods
    for stream in profile.streams.values():
        if stream.method is not None:
            yield from ("jsonrpc", "2.0", "method", "params", "id", stream.method)
