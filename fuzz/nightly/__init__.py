"""`toolwire nightly`: the suite, fuzzing and the stored cases, and one report of all."""
