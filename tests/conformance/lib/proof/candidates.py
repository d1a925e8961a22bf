"""Candidates made from the reference: by another table, and by hooks where a table says nothing."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from itertools import chain
from typing import Any
from unittest.mock import patch

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Hello,
    Refused,
    Request,
    StreamItems,
    Understood,
    Unsupported,
)
from toolwire.reference import (
    PROFILES,
    Fold,
    Json,
    Profile,
    Reading,
    SourceText,
    codec,
    commands,
    decode,
    dumps,
    fold,
    streams,
)
from toolwire.reference import Refused as Refusal
from toolwire.reference import session as sessions
from toolwire.reference.reader import Compiler
from toolwire.reference.reading import Reader
from toolwire.reference.shapes import Shape

FOLDING = importlib.import_module("toolwire.reference.fold")
"""The module; the package gives its name to the function."""

Item = Understood | Refused

WrapReader = Callable[[Shape, Reader], Reader]
"""Gives another reader for that of a shape."""

Change = Callable[[str, str, str, Json], Json]
"""Gives what is written for a value: of what operation, profile and type."""


def unchanged(op: str, profile: str, type_: str, value: Json) -> Json:
    return value


@dataclass
class Made:
    """A candidate that does everything as the reference does, but for what is said here.

    `profiles` are the tables that it reads by. `wrap` changes how a shape is read, `merge` how
    metadata is merged, `patch` how an update acts, `session` how a session takes its updates;
    `choices` are its readings of oddities. `before` changes a text that is read or folded, `change`
    a value before it is written.

    Of a stream, `lines` finds the lines in its pieces, `message` looks at a JSON-RPC message, and
    `items` are those handed on of what was read: an item or an error a line. `command` writes a
    command within a limit, and `cut` cuts a text; both may refuse.

    `types` are those that it has, all if None; with `says_types` it says so in `hello`.
    """

    spec: str = "made"
    profiles: Mapping[str, Profile] = field(default_factory=lambda: PROFILES)
    wrap: WrapReader | None = None
    merge: Callable[..., dict[str, Json]] | None = None
    patch: Callable[..., dict[str, Json]] | None = None
    session: type[sessions.LiveSession] | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[SourceText], SourceText] = lambda text: text
    change: Change = unchanged
    lines: Callable[[Sequence[bytes]], Iterable[bytes]] = streams.lines_of
    message: Callable[[Json, str, Reading], None] | None = None
    items: Callable[[Sequence[Item]], Iterable[Item]] = tuple
    command: Callable[[SourceText, int, Reading], tuple[str, Json]] = commands.command_line
    cut: Callable[[SourceText, int, Reading], str] = commands.cut
    types: Iterable[str] | None = None
    says_types: bool = False
    unblamed: Sequence[Fault] = ()
    asked: int = 0

    @property
    def operations(self) -> set[str]:
        """Give the operations that it may do otherwise than the reference."""
        tables = all(PROFILES[name] is profile for name, profile in self.profiles.items())
        changed = [each.name for each in fields(self) if getattr(self, each.name) != _default(each)]
        touched = [_TOUCHED.get(name, ()) for name in changed]
        return {*chain(*touched), *(() if tables else _READING)}

    def start(self) -> Hello:
        if self.wrap is not None:
            # Readers belong to a table: a table of its own, lest the reference reads by them.
            self.profiles = {name: replace(each) for name, each in self.profiles.items()}
            with patch.object(codec, "Compiler", lambda: _Wrapping(self.wrap)):
                for profile in self.profiles.values():
                    codec._reader(profile, next(iter(profile.types)))
        says = None
        if self.says_types:
            says = {name: tuple(self._types(name)) for name in self.profiles}
        return Hello(self.spec, "", says)

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        return [self._answer(request) for request in requests]

    def close(self) -> None:
        pass

    def _types(self, profile: str) -> Iterable[str]:
        return self.profiles[profile].all_types if self.types is None else self.types

    def _answer(self, request: Request) -> Answer:
        self.asked += 1
        profile = self.profiles[request.profile]
        if request.type not in profile.operations[request.op]:
            return Unsupported()
        if request.type not in self._types(request.profile):
            return Unsupported()
        try:
            with self._hooks():
                return self._reply(profile, request, Reading(self.choices))
        except Refusal as refusal:
            return Refused(str(refusal))

    def _reply(self, profile: Profile, request: Request, reading: Reading) -> Answer:
        op, type_, (text, *_) = request.op, request.type, request.texts or ("",)
        match op:
            case "encode":
                line, _ = self.command(text, profile.commands[type_], reading)
                return Understood(line)
            case "cut":
                assert request.limit is not None
                return Understood(self.cut(text, request.limit, reading))
            case "stream":
                pieces = [text for text in request.texts if isinstance(text, bytes)]
                lines = (line for line in self.lines(pieces) if not streams.is_blank(line))
                found = (self._item(profile, type_, line) for line in lines)
                return StreamItems(tuple(self.items([item for item in found if item])))
            case "fold":
                texts = [self.before(text) for text in request.texts]
                value = fold(profile, type_, texts, reading)
                return self._written("fold", profile, type_, value)
            case _:
                value = decode(profile, type_, self.before(text), reading)
                return self._written("decode", profile, type_, value)

    def _item(self, profile: Profile, name: str, line: bytes) -> Item | None:
        try:
            value = codec.decode_line(profile, name, streams.as_text(line), Reading(self.choices))
        except streams.NoItem:
            return None
        except Refusal as refusal:
            return Refused(str(refusal))
        return self._written("stream", profile, profile.streams[name].item, value)

    def _written(self, op: str, profile: Profile, type_: str, value: Json) -> Understood:
        """Write a value; of a session, the state of each call."""
        kinds = profile.folds[type_] if op == "fold" else None
        if kinds is None or isinstance(kinds, Fold):
            value = self.change(op, profile.name, type_, value)
        else:
            calls = value.items()
            value = {id: self.change(op, profile.name, kinds.state, call) for id, call in calls}
        return Understood(dumps(value))

    @contextmanager
    def _hooks(self) -> Iterator[None]:
        with ExitStack() as stack:
            for module, name, hook in (
                (FOLDING, "merge_metadata", self.merge),
                (codec, "patch", self.patch),
                (sessions, "patch", self.patch),
                (sessions, "LiveSession", self.session),
                (codec, "check_message", self.message),
            ):
                if hook is not None:
                    stack.enter_context(patch.object(module, name, hook))
            yield


_READING = ("decode", "fold", "stream")
_TOUCHED = {
    **dict.fromkeys(("wrap", "choices", "before", "change"), _READING),
    **dict.fromkeys(("merge", "patch", "session"), ("fold",)),
    **dict.fromkeys(("lines", "message", "items"), ("stream",)),
    "command": ("encode",),
    "cut": ("cut",),
}


def _default(hook: Field[Any]) -> Any:
    return hook.default if hook.default_factory is MISSING else hook.default_factory()


class _Wrapping(Compiler):
    def __init__(self, wrap: WrapReader) -> None:
        super().__init__()
        self._wrap = wrap

    def _compile(self, shape: Shape) -> Reader:
        return self._wrap(shape, super()._compile(shape))
