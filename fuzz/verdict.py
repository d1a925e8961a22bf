"""The judge's verdict on one answer, worked out the cheap way first."""

from toolwire.conformance.candidates import Answer
from toolwire.conformance.judge import Objection, judge
from toolwire.reference import PROFILES, answers, original_answer
from toolwire.strategies.seeds import Seed


def objection_to(answer: Answer, seed: Seed) -> Objection | None:
    """Give what `judge` objects to an answer that is supported, or None.

    An answer that the original gives too is right whatever else may be. So the other readings are
    asked for only when the two differ.
    """
    asked = seed.input
    profile = PROFILES[seed.profile]
    original = original_answer(profile, asked.op, asked.type, asked.texts, asked.limit)
    if original is not None:
        objection = judge(seed.profile, asked, original, answer)
        if objection is None or not original.oddities:
            return objection
    acceptable = answers(profile, asked.op, asked.type, asked.texts, asked.limit)
    return judge(seed.profile, asked, acceptable, answer)
