"""The fuzz target: a library, by its adapter, held against Toolwire's reference."""

import atheris

with atheris.instrument_imports(include=["mylib"]):
    import mylib.toolcalls

from toolwire.fuzz.standalone import fuzz

if __name__ == "__main__":
    fuzz(mylib.toolcalls, name="mylib", baseline="toolwire-baseline.json")
