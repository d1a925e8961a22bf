"""Requirements: a rule of a profile under a stable id, with the trials that put it to the test."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from toolwire.reference import PROFILES, Profile, Rule
from toolwire.reference.lookup import near
from toolwire.strategies.faults import OPERATORS
from toolwire.strategies.folds import FOLD_OPERATORS, foldings
from toolwire.strategies.places import all_places
from toolwire.strategies.session_folds import SESSION_OPERATORS
from toolwire.strategies.settling import SETTLING_OPERATORS
from toolwire.strategies.streams import STREAM_OPERATORS
from toolwire.strategies.trials import Input, Trial
from toolwire.strategies.writing import WRITING_OPERATORS

from .citations import SOURCES
from .rules import RULES, Level, RuleText

SITUATION_OPERATORS = (
    *SETTLING_OPERATORS,
    *SESSION_OPERATORS,
    *STREAM_OPERATORS,
    *WRITING_OPERATORS,
)


@dataclass(frozen=True)
class Requirement:
    """What a profile asks of a candidate. `id` is `PROFILE/RULE` and stays what it is for good."""

    profile: str
    rule: Rule

    @property
    def id(self) -> str:
        """Give the name under which reports and baselines know the requirement."""
        return f"{self.profile}/{self.rule}"

    @property
    def text(self) -> RuleText:
        """Give what a person is told of the rule."""
        return RULES[self.rule]

    @property
    def level(self) -> Level:
        """Give how much the requirement weighs."""
        return self.text.levels.get(self.profile, self.text.level)

    @property
    def sentence(self) -> str:
        """Give the requirement in one sentence."""
        return self.text.sentence

    @property
    def source(self) -> str:
        """Give the pointer into the document that the requirement comes from."""
        return SOURCES[self.rule][self.profile]


def requirements(profile: str) -> list[Requirement]:
    """Give the requirements of a profile, in the order in which they are reported."""
    return [Requirement(profile, rule) for rule in RULES if profile in SOURCES[rule]]


RENAMED: Mapping[str, str] = {}
"""The ids that requirements had in earlier versions, each with the id that came after it."""


def current_id(identifier: str) -> str:
    """Give the id that a requirement has today; one that was never given is left as it is."""
    while identifier in RENAMED:
        identifier = RENAMED[identifier]
    return identifier


def find(identifier: str) -> Requirement:
    """Give the requirement of that id, or that once had it.

    Raises LookupError, naming those that come near.
    """
    identifier = current_id(identifier)
    known = {each.id: each for profile in PROFILES for each in requirements(profile)}
    if identifier in known:
        return known[identifier]
    found = near(identifier, known)
    hint = f"; near it: {', '.join(found)}" if found else ""
    raise LookupError(f"there is no requirement {identifier!r}{hint} (see `toolwire list`)")


def enumerate_trials(profile: Profile) -> Mapping[Rule, tuple[Trial, ...]]:
    """Give for each rule its trials at every place of the profile's table, each input once.

    What is absent, or which word is meant, the controls tell: of such rules each input counts with
    its controls.
    """
    found: dict[Rule, dict[Input | tuple[Input, ...], Trial]] = {}
    places = all_places(profile)
    for operator in OPERATORS:
        for place in operator.places(places):
            for trial in operator.trials(place):
                is_told = operator.rule in _TOLD_BY_CONTROLS
                key = (trial.input, *trial.controls) if is_told else trial.input
                found.setdefault(operator.rule, {}).setdefault(key, trial)
    for situation in SITUATION_OPERATORS:
        for trial in situation.trials(profile):
            found.setdefault(situation.rule, {}).setdefault(trial.input, trial)
    for fold_operator in FOLD_OPERATORS:
        for folding in foldings(profile):
            if fold_operator.fits(folding):
                for trial in fold_operator.trials(folding):
                    found.setdefault(fold_operator.rule, {}).setdefault(trial.input, trial)
    return {rule: tuple(trials.values()) for rule, trials in found.items()}


_TOLD_BY_CONTROLS = {
    Rule.OPTIONAL_ABSENT,
    Rule.PATCH_ABSENT,
    Rule.REQUIRED_ABSENT,
    Rule.WORD,
}


@cache
def trials_of(profile: str) -> Mapping[Rule, tuple[Trial, ...]]:
    """Give the enumerated trials of a profile by its name; see `enumerate_trials`."""
    return enumerate_trials(PROFILES[profile])


@cache
def owners_of(profile: str) -> Mapping[Input, Rule]:
    """Tell for each enumerated input of a profile which rule it is a trial of."""
    return {
        trial.input: rule
        for rule, trials in reversed(list(trials_of(profile).items()))
        for trial in trials
    }
