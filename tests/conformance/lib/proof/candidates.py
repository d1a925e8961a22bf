"""Candidates made from the reference: by another table, and by hooks where a table says nothing."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from unittest.mock import patch

from toolwire.conformance.candidates import (
    Answer,
    Fault,
    Hello,
    Refused,
    Request,
    Understood,
    Unsupported,
)
from toolwire.reference import (
    PROFILES,
    Json,
    Profile,
    Reading,
    SourceText,
    codec,
    decode,
    dumps,
    fold,
)
from toolwire.reference import Refused as Refusal
from toolwire.reference.reader import Compiler
from toolwire.reference.reading import Reader
from toolwire.reference.shapes import Shape

FOLDING = importlib.import_module("toolwire.reference.fold")
"""The module; the package gives its name to the function."""

WrapReader = Callable[[Shape, Reader], Reader]
"""Gives another reader for that of a shape."""


@dataclass
class Made:
    """A candidate that reads and folds as the reference does, but for what is said here.

    `profiles` are the tables that it reads by. `wrap` changes how a shape is read, `merge` how
    metadata is merged, `patch` how an update acts; `choices` are its readings of oddities.
    `before` changes a text, `write` turns a value (of what operation, profile and type) into
    text. `types` are those that it has, all if None; with `says_types` it says so in `hello`.
    """

    spec: str = "made"
    profiles: Mapping[str, Profile] = field(default_factory=lambda: PROFILES)
    wrap: WrapReader | None = None
    merge: Callable[..., dict[str, Json]] | None = None
    patch: Callable[..., dict[str, Json]] | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[SourceText], SourceText] = lambda text: text
    write: Callable[[str, str, str, Json], str] = lambda op, profile, type_, value: dumps(value)
    types: Iterable[str] | None = None
    says_types: bool = False
    folds: bool = True
    unblamed: Sequence[Fault] = ()
    asked: int = 0

    def start(self) -> Hello:
        if self.wrap is not None:
            # Readers belong to a table: a table of its own, lest the reference reads by them.
            self.profiles = {name: replace(each) for name, each in self.profiles.items()}
            for profile in self.profiles.values():
                compiler = _Wrapping(self.wrap)
                readers = {name: compiler.reader(shape) for name, shape in profile.types.items()}
                codec._COMPILERS[profile] = readers
        says = None
        if self.says_types:
            says = {name: tuple(self._types(name)) for name in self.profiles}
        return Hello(self.spec, "", says)

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        return [self._answer(request) for request in requests]

    def close(self) -> None:
        pass

    def _types(self, profile: str) -> Iterable[str]:
        return self.profiles[profile].types if self.types is None else self.types

    def _answer(self, request: Request) -> Answer:
        self.asked += 1
        profile = self.profiles[request.profile]
        known = profile.folds if request.op == "fold" and self.folds else profile.types
        if request.op == "fold" and not self.folds:
            return Unsupported()
        if request.type not in known or request.type not in self._types(request.profile):
            return Unsupported()
        texts = [self.before(text) for text in request.texts]
        reading = Reading(self.choices)
        try:
            with self._hooks():
                if request.op == "fold":
                    value = fold(profile, request.type, texts, reading)
                else:
                    value = decode(profile, request.type, texts[0], reading)
        except Refusal as refusal:
            return Refused(str(refusal))
        return Understood(self.write(request.op, request.profile, request.type, value))

    @contextmanager
    def _hooks(self) -> Iterator[None]:
        with ExitStack() as stack:
            if self.merge is not None:
                stack.enter_context(patch.object(FOLDING, "merge_metadata", self.merge))
            if self.patch is not None:
                stack.enter_context(patch.object(codec, "patch", self.patch))
            yield


class _Wrapping(Compiler):
    def __init__(self, wrap: WrapReader) -> None:
        super().__init__()
        self._wrap = wrap

    def _compile(self, shape: Shape) -> Reader:
        return self._wrap(shape, super()._compile(shape))
