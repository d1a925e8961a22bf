"""The suite: requirements, the judge, candidates, the pytest plugin and the command `toolwire`."""
