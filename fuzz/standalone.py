"""A fuzz target that is a program of its own, as OSS-Fuzz and ClusterFuzzLite run it.

Such a target ends with the first failure, and the farm sorts failures by where they come from. So
what is wrong is raised from a function that is called as the requirement.
"""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

from toolwire.conformance.attribution import attributions
from toolwire.conformance.baselines import Baseline, load
from toolwire.conformance.candidates import GivenCandidate
from toolwire.conformance.display import show_answer, show_input
from toolwire.conformance.examiner import profiles_of
from toolwire.conformance.judge import Objection
from toolwire.conformance.oracle import oracle
from toolwire.conformance.rules import Level

from .coverage.cases import Cases
from .coverage.engine import NO_MUTATOR, load_atheris
from .coverage.mutators import Mutators
from .coverage.outcomes import Outcomes
from .coverage.target import Differential

_PROOF = 1_000
"""So many inputs after the corpus, libFuzzer must have called our mutator."""
_WITHOUT_MUTATOR = ("-merge=", "-set_cover_merge=", "-minimize_crash=", "-cleanse_crash=")
"""The options with which libFuzzer mutates nothing, or does so in processes of its own."""


class Wrong(Exception):
    """A candidate got an input wrong; the message says which, and how."""


def fuzz(
    candidate: Any,
    *,
    name: str = "candidate",
    baseline: str | None = None,
    level: Level = Level.MUST,
) -> NoReturn:
    """Fuzz a module or an object that has the names of one: `decode` and so on.

    The options of libFuzzer are those of the command line. `baseline` is a file of known failures,
    from beside the program, in which the candidate is called `name`; an input whose requirement and
    kind it has is passed over. `level` is the lowest whose failures count. Ends the process.
    """
    atheris = load_atheris()
    given = GivenCandidate(name, candidate)
    hello = given.start()
    profiles = tuple(profiles_of(hello))
    target = Differential(given, hello, profiles)
    outcomes = Outcomes(atheris)
    known = _baseline(baseline, name, profiles)
    cases = Cases(target.operations)
    mutators = Mutators(atheris, cases, target.operations, [])
    mutators.on_call = lambda: _say("inputs are made by Toolwire's mutator")
    proof = _Proof(sys.argv[1:], mutators)

    def one(data: bytes) -> None:
        proof.count()
        case = cases.read(data)
        answer = target.ask(case)
        look = target.look(case, answer)
        outcomes.note(look.features)
        objection = look.objection
        if objection is None:
            return
        profile, asked = case.seed.profile, case.seed.input
        places = [each.requirement for each in attributions(profile, asked, objection)]
        oracle(profile).forget()
        first = places[0]
        if first.level.weight < level.weight:
            return
        if known is not None and any(
            known.find_at_any_site(each.id, objection.kind) for each in places
        ):
            return
        said = [f"{first.id}: {_in_words(objection)}", *show_input(asked), show_answer(answer)]
        _raise_from(first.id, "\n".join(said))

    atheris.Setup(sys.argv, one, custom_mutator=mutators.mutate, custom_crossover=mutators.cross)
    atheris.Fuzz()
    raise SystemExit(0)


class _Proof:
    """Sees to it that our mutator is called, where libFuzzer's arguments ask for mutation."""

    def __init__(self, arguments: Sequence[str], mutators: Mutators) -> None:
        paths = [Path(each) for each in arguments if not each.startswith("-")]
        only_files = bool(paths) and all(path.is_file() for path in paths)
        asked = any(each == "-runs=0" or each.startswith(_WITHOUT_MUTATOR) for each in arguments)
        is_due = not only_files and not asked
        seeds = sum(1 for path in paths if path.is_dir() for each in path.rglob("*"))
        self._left: int | None = seeds + _PROOF if is_due else None
        self._mutators = mutators

    def count(self) -> None:
        """Note that an input is executed."""
        if self._left is None:
            return
        self._left -= 1
        if self._mutators.called:
            self._left = None
        elif self._left < 0:
            raise RuntimeError(NO_MUTATOR)


def _say(text: str) -> None:
    print(f"toolwire: {text}", file=sys.stderr, flush=True)


def _baseline(name: str | None, label: str, profiles: tuple[str, ...]) -> Baseline | None:
    """Read the baseline that lies beside the program, or beside the script that is run."""
    if name is None:
        return None
    is_frozen = getattr(sys, "frozen", False)
    program = Path(sys.executable if is_frozen else sys.argv[0]).resolve()
    file = load(program.parent / name, name)
    return Baseline((file,), label, profiles, datetime.now(UTC).date())


def _in_words(objection: Objection) -> str:
    return " ".join(filter(None, (objection.kind, objection.pointer, objection.detail)))


def _raise_from(requirement: str, said: str) -> NoReturn:
    """Raise what is wrong from a function of the requirement's name."""
    name = "".join(each if each.isalnum() else "_" for each in requirement)
    code = _raise.__code__.replace(co_name=name, co_qualname=name)
    raiser: Callable[[str], NoReturn] = FunctionType(code, globals(), name)
    raiser(said)


def _raise(said: str) -> NoReturn:
    raise Wrong(said)
