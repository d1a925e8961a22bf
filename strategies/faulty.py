"""Documents with one fault: the suite's own operators, at any place of a drawn document."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from toolwire.reference import Answers, Profile, Rule, SourceText, answers, dumps
from toolwire.reference.lookup import find_profile, find_type, look_up

from .contexts import drawn_at
from .faults import OPERATORS
from .messages import as_written
from .naming import told_as
from .operator import Operator
from .places import Place, places

FAULTS: Sequence[Rule] = (
    Rule.NOT_JSON,
    Rule.WRONG_TYPE,
    Rule.REQUIRED_ABSENT,
    Rule.REQUIRED_MALFORMED,
    Rule.REQUIRED_DEFAULT,
    Rule.OPTIONAL_MALFORMED,
    Rule.OPTIONAL_MALFORMED_REFUSED,
    Rule.DEFAULT_NULL,
    Rule.PATCH_MALFORMED,
    Rule.BAD_ITEM,
    Rule.BAD_ITEM_REFUSED,
    Rule.UNKNOWN_WORD_KEPT,
    Rule.UNKNOWN_WORD_REPLACED,
    Rule.UNKNOWN_WORD_IN_UPDATE,
    Rule.UNKNOWN_WORD_MALFORMED,
    Rule.UNKNOWN_VARIANT_KEPT,
    Rule.UNKNOWN_VARIANT_SKIPPED,
    Rule.UNKNOWN_VARIANT_REFUSED,
    Rule.KNOWN_VARIANT_MALFORMED,
    Rule.TAG,
    Rule.EXACT_NAME,
    Rule.NO_COERCION,
    Rule.BELOW_ZERO,
    Rule.FRACTION,
    Rule.WIDTH,
)
"""The rules that are about a fault; the others are about what well-formed documents may have."""


@dataclass(frozen=True)
class Faulty:
    """A document with one fault, and the same document without it.

    `text` has the fault; it is bytes where it is no UTF-8. `fault` names the rule about it, as
    the requirements do after their profile, and `site` is where in the protocol's table it is, or
    what is wrong with a text that is no JSON. `document` is the text without the fault.
    """

    profile: str
    type: str
    text: SourceText
    fault: str
    site: str
    document: str

    @property
    def answers(self) -> Answers:
        """Every acceptable answer to `text`, as the reference gives them.

        Raises LookupError if the profile is one of your own: ask `toolwire.reference.answers`.
        """
        return answers(find_profile(self.profile), "decode", self.type, [self.text])


def with_fault(
    profile: Profile | str, type_: str, fault: str | None = None
) -> st.SearchStrategy[Faulty]:
    """Documents of a type with one fault in them, or one each of the kind `fault`.

    A fault is anything that a sender of this revision does not write: what is malformed, missing,
    misnamed or of another type, words and variants that nobody knows, texts that are no JSON.
    Many are no reason to refuse the document: `Faulty.answers` has what is right.

    Raises LookupError for a profile or a type that there is not, or a fault that documents of the
    type cannot have, naming those that come near.
    """
    found = find_profile(profile)
    find_type(found, type_)
    faults = _faults(found, type_)
    if fault is None:
        drawn, what = st.one_of(list(faults.values())), "a fault"
    else:
        drawn, what = look_up(faults, fault, f"{type_} of {found.name} has no fault"), fault
    return told_as(f"{type_} of {found.name} with {what}", drawn)


@cache
def _faults(profile: Profile, type_: str) -> dict[str, st.SearchStrategy[Faulty]]:
    """Give for each fault that documents of the type can have a strategy."""
    everywhere = places(profile, type_, whole=True)
    found: dict[str, st.SearchStrategy[Faulty]] = {}
    for rule in FAULTS:
        operators = [each for each in OPERATORS if each.rule is rule and each.drawn]
        fitting = [(each, each.places(everywhere)) for each in operators]
        drawn = [_drawn(profile, each, at) for each, at in fitting if at]
        if drawn:
            found[rule.value] = st.one_of(drawn)
    return found


def _drawn(
    profile: Profile, operator: Operator, fitting: Sequence[Place]
) -> st.SearchStrategy[Faulty]:
    trials = drawn_at(operator, fitting, as_written(profile))

    @st.composite
    def faulty(draw: st.DrawFn) -> Faulty:
        place, trial = draw(trials.filter(lambda drawn: drawn[1] is not None))
        assert trial is not None
        [text] = trial.input.texts
        document = dumps(place.document)
        return Faulty(profile.name, place.type, text, operator.rule.value, trial.site, document)

    return faulty()
