#!/bin/bash -eu
# Builds the fuzz target into $OUT. OSS-Fuzz and ClusterFuzzLite call this in their image.
cd "$SRC/mylib"
target=tool_calls_fuzzer

# ADDRESS/OF/TOOLWIRE is for you to fill in: Toolwire has not been released, and the name alone may be
# that of another package.
pip3 install . 'toolwire[fuzz] @ git+https://ADDRESS/OF/TOOLWIRE' pyinstaller

# One file that holds Python, the library and Toolwire: the machines that fuzz have none of them.
pyinstaller --onefile --name "$target.pkg" --distpath "$OUT" \
    --workpath "$WORK" --specpath "$WORK" \
    --collect-all toolwire --copy-metadata toolwire --exclude-module toolwire.adapters \
    ".clusterfuzzlite/$target.py"

# What is fuzzed is Python alone, so that no sanitizer is preloaded. That would bring a libFuzzer of
# its own, which never calls the mutator of a Python target; the target ends then, and says so.
cat > "$OUT/$target" << 'EOF'
#!/bin/sh
# LLVMFuzzerTestOneInput: by this word a target is found.
here=$(dirname "$0")
exec "$here/tool_calls_fuzzer.pkg" "$@"
EOF
chmod +x "$OUT/$target"

# Seeds, dictionary and options, and the failures that are known.
toolwire fuzz-seeds --impl=mylib.toolcalls --name="$target" "$OUT"
cp toolwire-baseline.json "$OUT/"
