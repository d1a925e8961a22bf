"""Where Hypothesis keeps failing examples: for a library's conftest.py.

On a machine of CI they are kept in a folder, which the workflow uploads. A developer who sets
GITHUB_TOKEN has those of CI to read beside the own. A team that sets EXAMPLES_REDIS shares them.
"""

import os

from hypothesis import settings
from hypothesis.database import (
    DirectoryBasedExampleDatabase,
    ExampleDatabase,
    GitHubArtifactDatabase,
    MultiplexedDatabase,
    ReadOnlyDatabase,
)


def example_database() -> ExampleDatabase:
    own = DirectoryBasedExampleDatabase(".hypothesis/examples")
    if "EXAMPLES_REDIS" in os.environ:
        from hypothesis.extra.redis import RedisExampleDatabase
        from redis import Redis

        shared = RedisExampleDatabase(Redis.from_url(os.environ["EXAMPLES_REDIS"]))
        return MultiplexedDatabase(own, shared)
    if "GITHUB_TOKEN" in os.environ and "CI" not in os.environ:
        nightly = GitHubArtifactDatabase("OWNER", "mylib")
        return MultiplexedDatabase(own, ReadOnlyDatabase(nightly))
    return own


settings.register_profile("shared-examples", database=example_database())
settings.load_profile("shared-examples")
