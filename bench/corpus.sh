#!/usr/bin/env bash
# Measures how well the methods find the faults of corpus/: the section `corpus` of bench/RESULTS.md and bench/plots.
# Finished cases are reused as long as the binary is the same (target/bench-corpus).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
out=$target/bench-corpus
"$target/release/whydunit" bench corpus --methods "${METHODS:-all}" --jobs "$(nproc)" --time-limit "${TIME_LIMIT:-10}" --out "$out"
mkdir -p bench/plots
cp "$out"/plots/*.svg bench/plots/
{
    echo "## Finding faults: corpus"
    echo
    echo "Written by \`make bench\`. [docs/methods.md](../docs/methods.md) defines the columns. Plots:"
    echo "[Top-n](plots/top.svg), [lines read](plots/read.svg), [time](plots/time.svg), [cost](plots/cost.svg)."
    echo
    cat "$out/summary.md"
    echo
    echo "Processor seconds per case:"
    echo
    cat "$out/times.md"
} | bench/section.sh corpus
