"""The operations on values: what a text means to a profile, what updates do, how one is written."""

from collections.abc import Mapping, Sequence
from functools import partial
from weakref import WeakKeyDictionary

from .equality import difference
from .fold import Act, differing_names, patch, unchanging
from .jsonvalues import Json
from .jsonwriting import dumps
from .profile import OPEN, Fold, Profile
from .reader import Compiler
from .reading import Malformed, Reader, Reading, Refused, SourceText, Unreadable, pointer
from .session import LiveSession, fold_session
from .shapes import Object
from .streams import NoItem, check_message, is_mark_alone, message_shape
from .texts import parse_text
from .trace import Rule, Trace

NO_CHOICES: Mapping[str, str] = {}


def decode(profile: Profile, type_: str, text: SourceText, reading: Reading | None = None) -> Json:
    """Read `text` as the type `type_` of `profile`.

    Without a `reading`, as the original code does. Gives the value in the protocol's normal form:
    plain JSON data in which an omitted patch field is absent and a cleared one None. Raises
    `Refused`, and `KeyError` for a type that the profile has not.
    """
    if reading is None:
        reading = Reading(NO_CHOICES)
    read = _reader(profile, type_)
    value = parse_text(text, reading, profile.texts.get(type_, OPEN))
    return _read(read, value, reading)


def decode_line(profile: Profile, name: str, text: SourceText, reading: Reading) -> Json:
    """Read one line of the stream `name` and give the item that it carries.

    Raises `NoItem` for a line that carries none and is no error, and `Refused` for a bad one.
    """
    stream = profile.streams[name]
    if is_mark_alone(text) and reading.choose("byte-order-mark") == "ignored":
        raise NoItem
    if stream.method is None:
        return decode(profile, stream.item, text, reading)
    value = parse_text(text, reading)
    check_message(value, stream.method, reading)
    return _read(_reader(profile, name), value, reading)["params"]


def _read(read: Reader, value: Json, reading: Reading) -> Json:
    try:
        return read(value, reading)
    except Unreadable as unreadable:
        raise Refused(str(unreadable)) from None
    except Malformed as malformed:
        raise Refused(malformed.reason, pointer(reversed(malformed.path))) from None


def fold(
    profile: Profile,
    type_: str,
    texts: Sequence[SourceText],
    reading: Reading | None = None,
    *,
    act: Act | None = None,
    session: type[LiveSession] | None = None,
) -> Json:
    """Read the first of `texts`, patch it by each of the others and give the state.

    The state is in normal form; a cleared patch field is None. Raises `Refused` if one of the
    texts is refused, `ValueError` without a text, and `KeyError` for a type without a fold. Who
    wants an update to `act` otherwise, or a `session` to take its updates otherwise, says so.
    """
    act = act or patch
    if reading is None:
        reading = Reading(NO_CHOICES)
    kinds = profile.folds[type_]
    if not texts:
        raise ValueError("a fold needs at least one text")
    if not isinstance(kinds, Fold):
        updates = partial(decode, profile, kinds.updates, reading=reading)
        return fold_session(profile, kinds, texts, reading, updates, act, session)
    first, rest = profile.types[kinds.first], profile.types[kinds.rest]
    assert isinstance(first, Object)
    assert isinstance(rest, Object)
    try:
        state = decode(profile, kinds.first, texts[0], reading)
        for text in texts[1:]:
            before = reading.trace
            touched: Trace = set()
            reading.trace = None if before is None else touched
            try:
                update = decode(profile, kinds.rest, text, reading)
            finally:
                reading.trace = before
            if before is not None:
                before |= touched | unchanging(first, rest, touched)
            if names := differing_names(first, rest, state, update):
                choice = reading.choose("update-for-another-call")
                if choice == "refused":
                    raise Refused("an update for another call")
                if choice == "ignored":
                    continue
                if choice == "renames":
                    state = {**state, **{name: update[name] for name in names}}
            state = act(first, rest, state, update, reading.trace)
    except Refused:
        if reading.trace is not None:
            reading.trace.add((Rule.FOLD_REFUSED, type_))
        raise
    return state


def encode(profile: Profile, type_: str, value: Json) -> str:
    """Write `value`, in normal form, as a JSON text of `type_`.

    Raises `Refused` where the value is not what `decode` would give back for the text, since no
    reader would then understand it as it was meant.
    """
    text = dumps(value)
    path = difference(decode(profile, type_, text), value)
    if path is not None:
        raise Refused("a reader would not give this back", pointer(path))
    return text


_COMPILERS: "WeakKeyDictionary[Profile, dict[str, Reader]]" = WeakKeyDictionary()


def compile_by(profile: Profile, compiler: Compiler) -> None:
    """Have `profile`, this very table, read by the readers that `compiler` makes."""
    readers = {name: compiler.reader(shape) for name, shape in profile.types.items()}
    for name, stream in profile.streams.items():
        if stream.method is not None:
            readers[name] = compiler.reader(message_shape(profile, stream))
    _COMPILERS[profile] = readers


def _reader(profile: Profile, type_: str) -> Reader:
    if profile not in _COMPILERS:
        compile_by(profile, Compiler())
    return _COMPILERS[profile][type_]
