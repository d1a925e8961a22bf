"""The rough signature of a finding: by it a job tells each kind of failure once, and not each time.

It is worked out without asking the candidate again, and so may part what has one cause: the
parent, which reduces what it is told, puts that together.
"""

from collections.abc import Hashable

from toolwire.conformance.attribution import attributions
from toolwire.conformance.judge import Objection
from toolwire.strategies.seeds import Seed


def rough_signature(seed: Seed, objection: Objection) -> Hashable:
    """Give what stays the same of failures that are likely to be one.

    It is what was asked, what is objected to and where, and what the input is about.
    """
    asked = seed.input
    first = attributions(seed.profile, asked, objection)[0]
    names = tuple(name for name in objection.pointer.split("/") if not name.isdigit())
    return asked.op, asked.type, objection.kind, names, first.requirement.id, first.site
