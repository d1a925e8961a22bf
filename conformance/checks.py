"""What `toolwire check` asks for: the candidate protocol, one departure from it a check.

Whether an answer is right is no question here, but for whether it is one.
"""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from toolwire.reference import PROFILES, Fold, dumps
from toolwire.strategies.values import smallest

from .candidates import Answer, Hello, StreamItems, Understood, Unsupported
from .candidates.limits import Limits
from .candidates.process import ProcessCandidate
from .display import show_answer
from .rawtalk import Talk, Wrong, shown

LONG = 2 << 20
"""The length of a long text, in characters."""
BEYOND_ASCII = "\u00e9\u6f22\U0001f600"
SEPARATORS = "\u0085\u2028\u2029"
"""What ends a line for some readers, among them Node's readline, and for JSON does not."""


@dataclass(frozen=True)
class Subject:
    """A candidate with a type that it has, and the smallest text of that type."""

    candidate: ProcessCandidate
    hello: Hello
    profile: str
    type: str
    text: str

    def request(self, text: object = None, *, op: str = "decode", **members: Any) -> dict[str, Any]:
        """Give a request of the candidate's type, without an id."""
        request: dict[str, Any] = {"op": op, "profile": self.profile, "type": self.type}
        if op not in ("fold", "stream"):
            request["text"] = self.text if text is None else text
        return {**request, **members}

    def with_member(self, value: str) -> str:
        """Give the text with a member `_meta` that holds `value`; a word becomes `value` itself."""
        word = json.dumps(value, ensure_ascii=False)
        if not self.text.startswith("{"):
            return word
        comma = "," if len(self.text) > len("{}") else ""
        return f'{self.text[:-1]}{comma}"_meta":{{"toolwire":{word}}}}}'


@dataclass(frozen=True)
class Check:
    """One check: `run` gives what is worth saying of a candidate that passes, or raises `Wrong`."""

    name: str
    sentence: str
    run: Callable[[Subject, Talk], str]


def choose(candidate: ProcessCandidate, hello: Hello) -> Subject:
    """Give the subject: the first type that `hello` names and Toolwire knows, if there is one."""
    named = [(p, t) for p, types in (hello.profiles or {}).items() for t in types]
    known = [(p, t) for p, t in named if p in PROFILES and t in PROFILES[p].types]
    profile, type_ = (known or named or [("acp-v2", "ToolCallUpdate")])[0]
    types = PROFILES[profile].types if profile in PROFILES else {}
    text = dumps(smallest(types[type_])) if type_ in types else "{}"
    return Subject(candidate, hello, profile, type_, text)


def _one(
    op: str = "decode", text: str | Callable[[Subject], object] | None = None, **members: Any
) -> Callable[[Subject, Talk], str]:
    """Give a check that asks one request, to which any answer will do."""

    def run(subject: Subject, talk: Talk) -> str:
        sent = text(subject) if callable(text) else text
        [answer] = talk.ask(subject.request(sent, op=op, **members))
        return said(answer)

    return run


def said(answer: Answer) -> str:
    """Say in a few words what was answered."""
    match answer:
        case Understood():
            return "understood"
        case StreamItems():
            return "answered"
        case _:
            return show_answer(answer, 60)


def _fold(subject: Subject, talk: Talk) -> str:
    """Ask for a fold that `hello` names, if it names one that Toolwire knows."""
    known = PROFILES.get(subject.profile)
    named = (subject.hello.profiles or {}).get(subject.profile)
    type_, texts = subject.type, [subject.text] * 2
    for name, fold in known.folds.items() if known else ():
        if known and isinstance(fold, Fold) and (named is None or name in named):
            type_ = name
            texts = [dumps(smallest(known.types[each])) for each in (fold.first, fold.rest)]
            break
    [answer] = talk.ask(subject.request(op="fold", type=type_, texts=texts))
    return said(answer)


def _other_operations(subject: Subject, talk: Talk) -> str:
    chunk = {"base64": base64.b64encode(subject.text.encode() + b"\n").decode()}
    known = PROFILES.get(subject.profile)
    said_of = []
    for op, members in (("encode", {}), ("cut", {"limit": 1}), ("stream", {"chunks": [chunk]})):
        types = [*known.operations[op]] if known else []
        request = subject.request(op=op, type=(types or [subject.type])[0], **members)
        said_of.append(said(talk.ask(request)[0]))
    return ", ".join(dict.fromkeys(said_of))


def _unknown_members(subject: Subject, talk: Talk) -> str:
    [plain] = talk.ask(subject.request())
    request = subject.request(later={"than": [1, None]}, protocol=1)
    [answer] = talk.ask(request)
    if type(answer) is not type(plain):
        came = f"{said(answer)}; without the two members {said(plain)}"
        raise Wrong(shown(request), came, "ignore the members that are not known")
    return ""


def _unknown_operation(subject: Subject, talk: Talk) -> str:
    return _lacking(talk, subject.request(op="of-tomorrow"), must=True)


def _unknown_type(subject: Subject, talk: Talk) -> str:
    request = subject.request(type="TypeOfTomorrow")
    return _lacking(talk, request, must=subject.hello.profiles is None)


def _unknown_profile(subject: Subject, talk: Talk) -> str:
    request = subject.request(profile="profile-of-tomorrow")
    return _lacking(talk, request, must=subject.hello.profiles is None)


def _lacking(talk: Talk, request: dict[str, Any], *, must: bool) -> str:
    """Ask for what no candidate has; one whose hello names its types is never asked for another."""
    [answer] = talk.ask(request)
    if isinstance(answer, Unsupported):
        return ""
    if must:
        raise Wrong(
            shown(request), said(answer), 'answer {"id":…,"unsupported":true} to what is not there'
        )
    return f"{said(answer)}; it is asked only for what its hello names"


def _in_pieces(subject: Subject, talk: Talk) -> str:
    request = subject.request(subject.with_member(BEYOND_ASCII))
    # The id has a digit or two: wherever it ends, the cut is within the text, and often a letter.
    line = json.dumps({"id": 10, **request}, ensure_ascii=False, separators=(",", ":")).encode()
    [answer] = talk.ask(request, cut=line.index(BEYOND_ASCII.encode()) + 1)
    return said(answer)


def _beyond_ascii(subject: Subject, talk: Talk) -> str:
    request = subject.request(subject.with_member(BEYOND_ASCII))
    [answer] = talk.ask(request)
    if isinstance(answer, Understood) and not _keeps(answer.text, BEYOND_ASCII):
        raise Wrong(
            shown(request),
            f"the text {show_answer(answer)}",
            "read stdin and write stdout as UTF-8, whatever the locale says",
        )
    return said(answer)


def _separators(subject: Subject, talk: Talk) -> str:
    talk.ask(subject.request(subject.with_member("x")))  # or else something else is wrong
    request = subject.request(subject.with_member(SEPARATORS))
    try:
        [answer] = talk.ask(request)
    except Wrong as wrong:
        cure = r"split stdin at \n and nowhere else: U+0085, U+2028 and U+2029 end no line"
        raise Wrong(wrong.sent, wrong.came, cure, wrong.stderr) from None
    return said(answer)


def _keeps(text: str | bytes, value: str) -> bool:
    """Tell whether what was sent came back, if its member came back at all."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return True
    if isinstance(read, str):
        return read == value
    meta = read.get("_meta") if isinstance(read, dict) else None
    kept = meta.get("toolwire") if isinstance(meta, dict) else None
    return kept is None or bool(kept == value)


def _base64(subject: Subject, talk: Talk) -> str:
    raw = subject.with_member("@").encode().replace(b"@", b"\xff")
    request = subject.request({"base64": base64.b64encode(raw).decode()})
    [answer] = talk.ask(request)
    return said(answer)


def _ahead(subject: Subject, talk: Talk) -> str:
    # The first takes longer than the others, so that who answers as soon as it can is overtaken.
    first = subject.request(subject.with_member("x" * (LONG // 16)))
    talk.ask(first, *[subject.request()] * (Limits().ahead - 1))
    return ""


def _hello_again(subject: Subject, talk: Talk) -> str:
    other = Talk(subject.candidate)
    try:
        other.hello(later={"than": [1, None]})
    finally:
        other.end()
    return ""


def _end_of_input(subject: Subject, talk: Talk) -> str:
    talk.finish()
    return ""


def _long(subject: Subject) -> str:
    return subject.with_member("x" * LONG)


CHECKS: Sequence[Check] = (
    Check("decode", "a request alone is answered at once", _one()),
    Check("unknown-members", "unknown members of a request are ignored", _unknown_members),
    Check("hello-members", "unknown members of hello are ignored", _hello_again),
    Check("unknown-operation", "an unknown operation is unsupported", _unknown_operation),
    Check("unknown-type", "an unknown type is unsupported", _unknown_type),
    Check("unknown-profile", "an unknown profile is unsupported", _unknown_profile),
    Check("fold", "fold is answered, or unsupported", _fold),
    Check("operations", "encode, cut and stream are answered, or unsupported", _other_operations),
    Check("empty-text", "an empty text is answered", _one(text="")),
    Check("not-json", "a text that is no JSON is answered", _one(text='{"a":')),
    Check("base64", "a text that is no UTF-8 comes as base64, and is answered", _base64),
    Check("utf-8", "letters beyond ASCII travel as UTF-8", _beyond_ascii),
    Check("separators", "a newline alone ends a line", _separators),
    Check("pieces", "a line that arrives in two pieces is one request", _in_pieces),
    Check("long-line", "a line of 2 MiB is answered", _one(text=_long)),
    Check("ahead", "64 requests sent at once are answered in order", _ahead),
    Check("end-of-input", "at the end of stdin it exits with 0", _end_of_input),
)
"""All checks after that of hello itself; the last one ends the talk."""
