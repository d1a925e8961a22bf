"""Serves a Python module as a candidate: ``python worker.py --module NAME | --file PATH``.

This file stands alone. It needs Python 3.9 and the standard library, and is run by its path,
so that a library can be tested in an interpreter where Toolwire is not installed. It speaks
the candidate protocol on stdin and stdout, with two additions that only it may make, because
Toolwire knows that it started this file:

* ``{"id":7,"fault":"crashed","detail":"raised KeyError: 'x'","traceback":"…"}``: the module
  raised what is no refusal. The process lives on, so that a crash does not cost a restart.
  ``"fault":"malformed-answer"``: the module returned what is no answer.
* a refused ``hello`` has the members ``reason`` (``not-found``, ``failed``, ``no-decode``,
  ``malformed``), ``missing``, the module that was not found, if that was it, and ``beside``,
  the modules that its package has.

What the module, or a process of its own, writes to stdout goes to stderr, and its stdin is
empty: the protocol's pipes are kept where it does not find them.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and sys.path[:1] == [os.path.dirname(os.path.realpath(__file__))]:
    del sys.path[0]  # The modules beside this file are not the candidate's to import.

import base64
import collections.abc
import faulthandler
import functools
import importlib
import importlib.util
import itertools
import json
import pkgutil
import re
import traceback
import types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

PROTOCOL = 1
DEPTH = 127
"""The nesting up to which a text must be read; past it, giving up is a refusal."""

_SHOWN = 10_000
_READ = 1 << 16
_F = TypeVar("_F", bound=Callable[..., Any])


class LoadError(Exception):
    """The module cannot be used. The other members are as in a refused ``hello``."""

    def __init__(
        self, reason: str, message: str, missing: str | None = None, beside: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.missing = missing
        self.beside = beside


def _by_one_process(function: _F) -> _F:
    """Let a call come back in this process alone: copies end that the module made by a fork."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        own = os.getpid()
        try:
            return function(*arguments, **named)
        finally:
            if os.getpid() != own:
                os._exit(0)

    return cast("_F", call)


def load_module(name: str) -> Any:
    """Import the candidate of that dotted name. Raises `LoadError`."""
    return _load(lambda: importlib.import_module(name), name)


def load_file(path: str, loader: Callable[[str, str], Any] | None = None) -> Any:
    """Load the candidate from a ``.py`` file. Raises `LoadError`.

    An ``__init__.py`` is loaded as the package that it is. What lies beside the file can be
    imported, unless something of that name is installed. ``loader`` makes the importer's loader
    of the name and the path, if it is not to be the usual one.
    """

    def run() -> Any:
        folder, file = os.path.split(os.path.abspath(path))
        package = file == "__init__.py"
        stem = os.path.basename(folder) if package else os.path.splitext(file)[0]
        # A name of its own: an adapter may be called like the library that it adapts.
        name = "_toolwire_candidate_" + stem
        beside = [folder] if package else None
        spec = importlib.util.spec_from_file_location(
            name,
            path,
            loader=None if loader is None else loader(name, path),
            submodule_search_locations=beside,
        )
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is no Python file")
        if not package:
            sys.path.append(folder)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    return _load(run, None)


@_by_one_process
def _load(run: Callable[[], Any], name: str | None) -> Any:
    try:
        module = run()
    except ModuleNotFoundError as error:
        missing = error.name
        if name and missing and (name + ".").startswith(missing + "."):
            raise LoadError("not-found", str(error), missing, _beside(missing)) from None
        raise LoadError("failed", _named(error), missing) from error
    except (Exception, SystemExit) as error:
        raise LoadError("failed", _named(error)) from error
    if not callable(getattr(module, "decode", None)):
        raise LoadError("no-decode", "there is no function decode")
    return module


def _beside(missing: str) -> list[str]:
    """Return the modules of the package in which a module was not found."""
    package = missing.rpartition(".")[0]
    path = getattr(sys.modules.get(package), "__path__", ())
    return [package + "." + each.name for each in pkgutil.iter_modules(path)]


@_by_one_process
def hello(module: Any) -> dict[str, Any]:
    """Return how the module introduces itself, without an id. Raises `LoadError`."""
    name = getattr(module, "NAME", None)
    if name is None:
        name = module.__name__.replace("_toolwire_candidate_", "", 1)
    version = getattr(module, "VERSION", "")
    if not isinstance(name, str) or not isinstance(version, str):
        raise LoadError("malformed", "NAME and VERSION must be strings")
    answer = {"ok": True, "protocol": PROTOCOL, "name": _clean(name), "version": _clean(version)}
    profiles = getattr(module, "PROFILES", None)
    if profiles is not None:
        said = "PROFILES must map each profile to a list of its types' names"
        if not isinstance(profiles, collections.abc.Mapping):
            raise LoadError("malformed", said)
        for types in profiles.values():
            if isinstance(types, str) or not isinstance(types, collections.abc.Iterable):
                raise LoadError("malformed", said)
        named = {profile: list(profiles[profile]) for profile in profiles}
        if not all(isinstance(each, str) for each in itertools.chain(named, *named.values())):
            raise LoadError("malformed", said)
        answer["profiles"] = {
            _clean(profile): [_clean(type_) for type_ in named[profile]] for profile in named
        }
    return answer


@_by_one_process
def answer(
    module: Any, message: dict[str, Any], passing: tuple[type[BaseException], ...] = ()
) -> dict[str, Any]:
    """Ask the module what a request says; return the answer, as it is to be sent.

    The rules are those of the candidate protocol, "In Python". Exceptions of the types
    ``passing`` are not the module's, and go through.
    """
    id, op = message["id"], message["op"]
    arguments_of = _ARGUMENTS.get(op)
    function = None if arguments_of is None else getattr(module, op, None)
    if arguments_of is None or function is None:
        return {"id": id, "unsupported": True}
    profile, type_, arguments = message["profile"], message["type"], arguments_of(message)
    try:
        result = function(profile, type_, *arguments)
        return {"id": id, "ok": True, **_RESULT.get(op, _text_result)(op, result)}
    except passing:
        raise
    except _NotAnAnswer as error:
        return {"id": id, "fault": "malformed-answer", "detail": str(error)}
    except NotImplementedError:
        return {"id": id, "unsupported": True}
    except ValueError as error:
        return {"id": id, **_refusal(error)}
    except BaseException as error:
        if isinstance(error, (RecursionError, MemoryError)) and _too_deep(arguments):
            return {"id": id, **_refusal(error)}
        return {"id": id, **_crash(error)}


class _NotAnAnswer(BaseException):
    """The module returned what the protocol does not have."""


def _text_of(value: Any) -> Any:
    """Return a text of a request: bytes exactly when it is not valid UTF-8."""
    if isinstance(value, str):
        return value
    raw = _bytes_of(value)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _bytes_of(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return base64.b64decode(value["base64"])


_ARGUMENTS: dict[str, Callable[[dict[str, Any]], tuple[Any, ...]]] = {
    "decode": lambda message: (_text_of(message["text"]),),
    "encode": lambda message: (_text_of(message["text"]),),
    "cut": lambda message: (_text_of(message["text"]), message["limit"]),
    "fold": lambda message: ([_text_of(text) for text in message["texts"]],),
    "stream": lambda message: ([_bytes_of(chunk) for chunk in message["chunks"]],),
}


def _checked(op: str, result: Any) -> str:
    if not isinstance(result, str):
        raise _NotAnAnswer(f"{op} returned {_type_name(result)}, not str")
    if not result.isascii():
        try:
            result.encode()
        except UnicodeEncodeError as error:
            point = ord(result[error.start])
            raise _NotAnAnswer(
                f"{op} returned a lone surrogate, U+{point:04X}, which is no UTF-8"
            ) from None
    return result


def _text_result(op: str, result: Any) -> dict[str, Any]:
    return {"text": _checked(op, result)}


def _stream_result(op: str, result: Any) -> dict[str, Any]:
    if not isinstance(result, list):
        raise _NotAnAnswer(f"{op} returned {_type_name(result)}, not list")
    items = []
    for item in result:
        if isinstance(item, ValueError):
            items.append(_refusal(item))
        else:
            items.append({"ok": True, "text": _checked("an item of " + op, item)})
    return {"items": items}


_RESULT: dict[str, Callable[[str, Any], dict[str, Any]]] = {"stream": _stream_result}


def _refusal(error: BaseException) -> dict[str, Any]:
    refused = {"ok": False, "error": _named(error)}
    if getattr(error, "stage", None) == "encode":
        refused["stage"] = "encode"
    return refused


def _crash(error: BaseException) -> dict[str, Any]:
    try:
        # Without the frame of `answer`, and of a deep recursion only the end.
        frames = error.__traceback__ and error.__traceback__.tb_next
        lines = traceback.format_exception(type(error), error, frames, limit=-50)
        shown = _clean("".join(lines)[-_SHOWN:])
    except BaseException as failure:
        shown = f"(no traceback: {type(failure).__name__})"
    detail = "raised " + (_named(error).splitlines() or [""])[0]
    return {"fault": "crashed", "detail": detail, "traceback": shown}


def _named(error: BaseException) -> str:
    """Return the exception's type and message, whatever its ``__str__`` does."""
    name = type(error).__name__
    try:
        said = str(error)
    except BaseException:
        return name
    return _clean(f"{name}: {said}"[:_SHOWN]) if said else name


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _beyond_import(frames: types.TracebackType | None) -> types.TracebackType | None:
    """Return the frames from the module's own code on: without this file's and the importer's."""
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        if file not in (__file__, importlib.__file__) and not file.startswith("<frozen importlib"):
            break
        frames = frames.tb_next
    return frames


def _type_name(value: Any) -> str:
    return _clean(type(value).__name__[:80])


_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


def _too_deep(arguments: tuple[Any, ...]) -> bool:
    """Return whether a text among a request's arguments is nested past `DEPTH`."""
    for argument in arguments:
        texts: list[Any] = argument if isinstance(argument, list) else [argument]
        if all(isinstance(text, bytes) for text in texts):
            # It may be a stream in pieces, and a stream is a text a line.
            texts = [*texts, *b"".join(texts).split(b"\n")]
        if any(isinstance(text, (str, bytes)) and _nested_past(text, DEPTH) for text in texts):
            return True
    return False


def _nested_past(text: str | bytes, limit: int) -> bool:
    """Return whether brackets outside strings are ever more than so many deep."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    depth = 0
    for mark in _MARK.finditer(raw):
        first = raw[mark.start()]
        if first in b"[{":
            depth += 1
            if depth > limit:
                return True
        elif first in b"]}":
            depth = max(0, depth - 1)
    return False


def serve(module: Any, source: int, sink: int) -> None:
    """Answer the requests that come from one descriptor on another, until they end.

    Each answer is sent at once, so that it is on its way when the next request hangs or ends
    the process. Holding some back to send them together was measured to gain less than a tenth.
    """
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    partial: list[bytes] = []
    while piece := os.read(source, _READ):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            message = json.loads(b"".join((*partial, end)))
            partial.clear()
            if message["op"] == "hello":
                reply = _greeting(message["id"], module)
            else:
                reply = answer(module, message)
            _write(sink, encode(reply).encode() + b"\n")
        if rest:
            partial.append(rest)


def _greeting(id: int, module: Any) -> dict[str, Any]:
    try:
        if isinstance(module, LoadError):
            raise module
        return {"id": id, **hello(module)}
    except LoadError as error:
        refused = {"id": id, "ok": False, "protocol": PROTOCOL, "error": error.message}
        return {**refused, "reason": error.reason, "missing": error.missing, "beside": error.beside}


def _write(sink: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]


def _private_pipes() -> tuple[int, int]:
    """Return stdin's and stdout's pipes under numbers that neither code nor children know."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def main(arguments: list[str]) -> int:
    """Serve the candidate that the command line names."""
    if len(arguments) != 2 or arguments[0] not in ("--module", "--file"):
        print("usage: worker.py --module NAME | --file PATH", file=sys.stderr)
        return 2
    source, sink = _private_pipes()
    faulthandler.enable(2)
    sys.path.insert(0, os.getcwd())
    try:
        load = load_module if arguments[0] == "--module" else load_file
        module = load(arguments[1])
    except LoadError as error:
        if error.__cause__ is not None:
            cause = error.__cause__
            traceback.print_exception(type(cause), cause, _beyond_import(cause.__traceback__))
        module = error
    try:
        serve(module, source, sink)
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
