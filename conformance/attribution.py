"""Attribution: to which requirement, and to which site of its rule, an input belongs.

What a trial is about, its operator says. Of any other input, such as a control or one that fuzzing
made, only the trace can tell: the rules that it touches, and where.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from toolwire.reference import Rule
from toolwire.strategies.trials import Input
from toolwire.strategies.values import UNKNOWN_MEMBER

from .comparison import ABSENT
from .judge import ALONE, Objection
from .oracle import oracle
from .pointing import sites_on_the_way
from .requirements import Requirement, owners_of, requirements, trials_of
from .rules import Level

_COMMON = {
    Rule.VALUE,
    Rule.TEXT,
    Rule.OPAQUE,
    Rule.OPTIONAL_ABSENT,
    Rule.PATCH_ABSENT,
    Rule.WORD,
    Rule.FIRST_VARIANT,
    Rule.MEMBER_ORDER,
    Rule.ESCAPES,
    Rule.BOUNDS,
    Rule.DIGITS,
    Rule.SPECIAL_NAME,
    Rule.EMPTY_LIST,
}


def owner(profile: str, control: Input) -> str:
    """Name the requirement that a control is a trial of, as far as it is one.

    Of another control, and of what is a trial of a common rule, it is the last of the rules that
    it touches and not every input does.
    """
    rule = owners_of(profile).get(control, Rule.VALUE)
    if rule in _COMMON:
        rule = next(_last_first(_telling_rules(profile, control)), rule)
    return f"{profile}/{rule}"


def _telling_rules(profile: str, asked: Input) -> set[Rule]:
    """Give the rules that an input touches and not every input does."""
    touched = {rule for rule, _ in oracle(profile).answers(asked).trace} - _COMMON
    if oracle(profile).accepts(asked):
        touched -= {Rule.REQUIRED_ABSENT, Rule.REQUIRED_MALFORMED}  # of a variant not taken
    if not any(UNKNOWN_MEMBER in str(text) for text in asked.texts):
        touched.discard(Rule.UNKNOWN_MEMBER)  # of a variant not taken, or kept raw
    return touched


def _last_first(rules: Collection[Rule]) -> Iterator[Rule]:
    return (rule for rule in reversed(Rule) if rule in rules)


@dataclass(frozen=True)
class Attribution:
    """A requirement that an input can be about, and the site of its rule."""

    requirement: Requirement
    site: str


def attributions(profile: str, asked: Input, objection: Objection) -> list[Attribution]:
    """Give what a failing input can be about, by the likelihood of it; at least one.

    The input should be a reduced one, for all that it touches is taken to matter: first a rule of
    a requirement that weighs less than a MUST, so that nobody fails a MUST by it; an oddity; then
    what stands at the place of the objection before what stands elsewhere, and what few
    inputs touch before what every input does. A rule that is looked at in its own trials alone is
    none. Sites are named as those of the rule's own trials are.
    """
    known = {each.rule: each for each in requirements(profile) if each.rule not in ALONE}
    trace = sorted(oracle(profile).answers(asked).trace)
    places = {_place(site) for _, site in trace if "." in site}
    present = {_place(site) for rule, site in trace if "." in site and rule not in _ABSENT}
    near = _near(profile, asked, objection, places, present)
    touched = [
        (rule, site)
        for rule, traced in trace
        if rule in known
        for site in _sites(profile, rule, traced, near or present or places)
    ]
    here = [pair for pair in touched if _place(pair[1]) in near]
    if objection.difference is not None and objection.difference.expected is not ABSENT:
        # What stands there is not left out, though another object may leave it out.
        here = [pair for pair in here if pair[0] not in _ABSENT or pair[1] not in present]
    telling = _telling_rules(profile, asked)
    if objection.kind == "refused":
        telling.discard(Rule.NO_COERCION)  # nothing was coerced
    own = owners_of(profile).get(asked, Rule.VALUE)
    ranked: list[tuple[Rule, str]] = []
    for pairs, rules in (
        (touched, {own} - _COMMON),
        (touched, {rule for rule in telling & known.keys() if known[rule].level is not Level.MUST}),
        (touched, {Rule.ODD_TEXT}),
        (here, telling),
        (touched, telling),
        (here, known.keys()),
        (touched, known.keys()),
    ):
        ranked += [pair for rule in _last_first(rules) for pair in pairs if pair[0] is rule]
    if own not in _COMMON and own in known and own not in {rule for rule, _ in touched}:
        ranked.insert(0, (own, _site_of_trial(profile, own, asked)))
    found = [Attribution(known[rule], site) for rule, site in dict.fromkeys(ranked)]
    return found or [Attribution(known.get(_ANY) or next(iter(known.values())), asked.type)]


_ABSENT = {Rule.OPTIONAL_ABSENT, Rule.PATCH_ABSENT, Rule.REQUIRED_ABSENT}
"""The rules whose sites are members that an input lacks."""
_ANY = Rule.ODD_TEXT
"""What an input is about that touches no rule: it must be answered all the same."""


def _site_of_trial(profile: str, rule: Rule, asked: Input) -> str:
    return next(trial.site for trial in trials_of(profile)[rule] if trial.input == asked)


def _near(
    profile: str,
    asked: Input,
    objection: Objection,
    places: Collection[str],
    present: Collection[str],
) -> frozenset[str]:
    """Give the places of the innermost member on the way to what is objected to.

    Of several variants that have such a member, those count in which it is `present`.
    """
    for sites in reversed(sites_on_the_way(profile, asked, objection.pointer)):
        if found := sites.intersection(present) or sites.intersection(places):
            return found
    return frozenset()


def _sites(profile: str, rule: Rule, traced: str, places: Collection[str]) -> list[str]:
    """Name what a trace has as the rule's trials name it.

    The trace has a word or a variant under its own name; a trial has it at the place where it
    stands.
    """
    if "." in traced:
        return [traced]
    trials = _trial_sites(profile).get(rule, frozenset())
    return [*sorted(site for site in trials if _place(site) in places), traced]


def has_trials_at(requirement: Requirement, site: str) -> bool:
    """Tell whether a site is one by which the suite names failures of a requirement.

    The trials of a stream, a session or a text are named by what they do instead.
    """
    return site in _trial_sites(requirement.profile).get(requirement.rule, frozenset())


@cache
def _trial_sites(profile: str) -> Mapping[Rule, frozenset[str]]:
    return {
        rule: frozenset(trial.site for trial in trials)
        for rule, trials in trials_of(profile).items()
    }


def _place(site: str) -> str:
    """Give the member at a site: `ToolCallLocation.line` of `ToolCallLocation.line:high`."""
    return site.partition(":")[0].removesuffix("[]")
