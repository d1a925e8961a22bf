"""Checking an adapter: whether it speaks the candidate protocol, before any rule is judged."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from toolwire.reference import PROFILES

from .candidates import CandidateError, FaultKind, Hello, Options, resolve
from .candidates.process import ProcessCandidate
from .candidates.reader import PROTOCOL
from .checks import CHECKS, Check, Subject, choose
from .display import printable, printable_lines
from .rawtalk import Talk, Wrong

HELLO = "hello is answered"
_STDERR_LINES = 8


@dataclass(frozen=True)
class Checked:
    """What came of one check: `wrong` says what was, `note` what else is worth saying."""

    name: str
    sentence: str
    note: str = ""
    wrong: Wrong | None = None

    @property
    def lines(self) -> list[str]:
        """Show it: one line, and what was sent, came and is to be done if it is wrong."""
        if self.wrong is None:
            return [f"ok     {self.sentence}" + (f" ({self.note})" if self.note else "")]
        wrong = self.wrong
        stderr = printable_lines(wrong.stderr).splitlines()[-_STDERR_LINES:]
        return [
            f"WRONG  {self.sentence}",
            f"         sent  {wrong.sent}",
            f"         came  {printable(wrong.came)}",
            f"         cure  {wrong.cure}",
            *(f"       stderr  {line}" for line in stderr),
        ]


def check(spec: str, cwd: Path, options: Options) -> Iterator[Checked]:
    """Check the candidate that `spec` names, and give what came of each check as it is made.

    When hello itself is wrong, nothing else is checked. Raises `CandidateError` for a candidate
    that cannot be started.
    """
    candidate = resolve(
        spec,
        cwd=cwd,
        timeout=options.timeout,
        memory=options.memory,
        python=options.python,
    )
    assert isinstance(candidate, ProcessCandidate)
    try:
        hello = candidate.start()
    except CandidateError as error:
        if error.kind is FaultKind.COULD_NOT_START:
            raise
        yield Checked("hello", HELLO, wrong=_what_is_wrong(candidate, error))
        return
    finally:
        candidate.close()
    yield Checked("hello", HELLO, _introduction(hello))
    yield from _check_all(choose(candidate, hello))


def _check_all(subject: Subject) -> Iterator[Checked]:
    with ExitStack() as stack:
        talk: Talk | None = None
        for each in CHECKS:
            if talk is None:
                try:
                    talk = Talk(subject.candidate)
                    stack.callback(talk.end)
                    talk.hello()
                except OSError as error:
                    raise CandidateError(f"it cannot be started again: {error}") from None
                except Wrong as wrong:
                    yield Checked("hello", f"{HELLO} whenever it is started", wrong=wrong)
                    return
            checked = _run(each, subject, talk)
            if checked.wrong is not None:
                talk.end()
                talk = None
            yield checked


def _run(check: Check, subject: Subject, talk: Talk) -> Checked:
    try:
        return Checked(check.name, check.sentence, check.run(subject, talk))
    except Wrong as wrong:
        return Checked(check.name, check.sentence, wrong=wrong)


def _introduction(hello: Hello) -> str:
    library = printable(f"{hello.name} {hello.version}".strip(), 80)
    if hello.profiles is None:
        return f"{library}; no profiles are named, so that everything is tried"
    named = (f"{len(types)} of {profile}" for profile, types in hello.profiles.items())
    unknown = "" if PROFILES.keys() & hello.profiles.keys() else "; no profile is known here"
    return f"{library}; types: {printable(', '.join(named) or 'none')}{unknown}"


def _what_is_wrong(candidate: ProcessCandidate, error: CandidateError) -> Wrong:
    """Greet once more, to see the lines themselves, unless that would take as long as before."""
    if error.kind is not FaultKind.TIMEOUT:
        try:
            talk = Talk(candidate)
            try:
                talk.hello()
            finally:
                talk.end()
        except Wrong as wrong:
            return wrong
        except OSError:
            pass
    sent = f'{{"id":0,"op":"hello","protocol":{PROTOCOL}}}'
    return Wrong(sent, error.message, error.hint, error.stderr)
