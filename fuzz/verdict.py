"""The judge's verdict on one answer, worked out the cheap way first."""

from toolwire.conformance.candidates import Answer
from toolwire.conformance.judge import Objection, judge
from toolwire.reference import PROFILES, Answers, answers, original_answer
from toolwire.strategies.seeds import Seed


def original_of(seed: Seed, *, traced: bool = True) -> Answers | None:
    """Give the original's answer to a seed, or None where it leaves all open."""
    asked = seed.input
    profile = PROFILES[seed.profile]
    return original_answer(profile, asked.op, asked.type, asked.texts, asked.limit, traced=traced)


def objection_to(answer: Answer, seed: Seed, original: Answers | None = None) -> Objection | None:
    """Give what `judge` objects to an answer that is supported, or None.

    An answer that the original gives too is right whatever else may be. So the other readings are
    asked for only when the two differ. `original` is what `original_of` gives, if that is known.
    """
    asked = seed.input
    original = original or original_of(seed, traced=False)
    if original is not None:
        objection = judge(seed.profile, asked, original, answer)
        if objection is None or not original.oddities:
            return objection
    profile = PROFILES[seed.profile]
    acceptable = answers(profile, asked.op, asked.type, asked.texts, asked.limit)
    return judge(seed.profile, asked, acceptable, answer)
