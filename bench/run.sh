#!/usr/bin/env bash
# Speed as ratios within one run: native -O0, the machine, valgrind where installed. User time, because
# these machines are shared. Writes the section `speed` of bench/RESULTS.md.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet --bin whydunit --bin measure
target=${CARGO_TARGET_DIR:-target}/release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT=%U
seconds() { { time "$@" >/dev/null 2>&1; } 2>&1 | tail -1; }
best() { # of two measurements: what else happens on a machine can only add to it
    for _ in 1 2; do seconds "$@"; done | sort -n | sed -n 1p
}
counted() { sed -n 's/.*whydunit: \([0-9]*\) LLVM.*/\1/p' "$work/said"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / (b > 0.001 ? b : 0.001) }'; }

declare -A rounds=([sieve]=3 [words]=6 [trees]=20 [sorts]=1)
{
    echo "Written by \`make bench\`. Ratios compare measurements of the same run; times are user time, the better of two. $(nproc) cores."
    echo
    echo "## Plain execution, all checks on"
    echo
    echo "Required: at least 60 M LLVM instructions per second; goal: 200 M."
    echo
    echo "| workload | native -O0 s | machine | machine M IR/s | valgrind memcheck |"
    echo "|---|---|---|---|---|"
    for name in sieve words trees sorts; do
        "$target/whydunit" cc bench/workloads/$name.c -o "$work/$name"
        n=$(best "$work/$name" "${rounds[$name]}")
        m=$(best sh -c '"$@" 2>"$0"' "$work/said" "$target/whydunit" run --stats -- "$work/$name" "${rounds[$name]}")
        count=$(counted)
        v="-"
        if command -v valgrind >/dev/null; then v="$(ratio "$(seconds valgrind -q "$work/$name" "${rounds[$name]}")" "$n") ×"; fi
        speed=$(awk -v c="$count" -v s="$m" 'BEGIN { printf "%.0f", c / s / 1e6 }')
        echo "| $name | $n | $(ratio "$m" "$n") × | $speed | $v |"
    done
    echo
    echo "## Recording"
    echo
    echo "Required: at least 25 M IR/s (goal: 100 M, and at most 3 × plain) and at most 12 bytes per IR instruction (goal: 3)."
    echo
    echo "| workload | IR instructions | plain M/s | recording M/s | slowdown | bytes per IR instruction |"
    echo "|---|---|---|---|---|---|"
    for name in sieve words trees; do "$target/measure" recording "$work/$name"; done
    echo
    echo "## Long runs: slices and alignment"
    echo
    echo "The first table is about the dynamic slice of the last value printed, the second about the alignment of a run with one of another seed. Times are processor time."
    echo "Required: at most 12 bytes recorded per instruction (goal: 3), and memory in proportion to the slice, not to the run. There is no requirement for the time of slices and alignments."
    echo
    for name in scan sort parser; do "$target/whydunit" cc bench/workloads/$name.c -o "$work/$name"; done
    echo "| workload | instructions | recording | bytes per instruction | instances in the slice | time | memory | bytes per instance |"
    echo "|---|---|---|---|---|---|---|---|"
    "$target/measure" slice "$work/scan" 20000
    "$target/measure" slice "$work/sort" 90000
    "$target/measure" slice "$work/parser" 12500
    echo
    echo "| workload | instructions | alignment | aligned blocks |"
    echo "|---|---|---|---|"
    "$target/measure" alignment "$work/scan" 20000
    "$target/measure" alignment "$work/sort" 90000
    "$target/measure" alignment "$work/parser" 12500
    echo
    echo "## Explaining runs of three lengths"
    echo
    echo "The program is a ledger with a wrong limit. Required: a run of 100 M instructions in at most 60 s."
    echo
    echo "| instructions | explain, s | s per million instructions | rank of the fault |"
    echo "|---|---|---|---|"
    "$target/whydunit" cc bench/workloads/ledger.c -o "$work/ledger"
    "$target/whydunit" cc -DRIGHT bench/workloads/ledger.c -o "$work/ledger.right"
    fault=$(grep -n "amount >= LIMIT" bench/workloads/ledger.c | cut -d: -f1)
    for bookings in 9000 90000 900000; do
        "$work/ledger.right" $bookings >"$work/due"
        "$target/whydunit" run --stats -- "$work/ledger" $bookings >/dev/null 2>"$work/said"
        count=$(counted)
        begin=$(date +%s.%N)
        "$target/whydunit" explain --json --expect-stdout "$work/due" -- "$work/ledger" $bookings >"$work/report" 2>/dev/null || true
        end=$(date +%s.%N)
        place=$(python3 -c 'import json,sys; print(next((s["rank"] for s in json.load(open(sys.argv[1]))["suspects"] if s["line"] == int(sys.argv[2])), "-"))' "$work/report" "$fault")
        awk -v c="$count" -v b="$begin" -v e="$end" -v p="$place" 'BEGIN { printf "| %.1f M | %.1f | %.2f | %s |\n", c / 1e6, e - b, (e - b) / c * 1e6, p }'
    done
    echo
    echo "## Snapshots and cuts"
    echo
    echo "Required: a snapshot with 64 MiB live in at most 500 µs (goal: 10 µs), and a cut in a graph of 1e6 nodes in at most 1 s."
    echo
    echo "| operation | measured |"
    echo "|---|---|"
    "$target/whydunit" cc bench/workloads/memory.c -o "$work/memory"
    "$target/measure" snapshots "$work/memory"
    "$target/measure" cut 1000000
    echo
    echo "## Exploration of all paths over symbolic input"
    echo
    echo "For comparison, KLEE 3.2 with Z3, measured elsewhere on similar machines (it is not installed here): a program like the first,"
    echo "194 paths, 290 paths/s; insertion sort of six ints, 720 paths in 63 s; a tokenizer over five bytes, 374 paths/s."
    echo
    echo "| program | paths | time | paths/s | queries/s | groups to Z3 | failures | limit reached |"
    echo "|---|---|---|---|---|---|---|---|"
    for row in "advisory 48 1000000" "insertion 24 1000000" "tokenizer 5 1000000" "expression 5 1000000" "setting 8 1000000"; do
        set -- $row
        "$target/whydunit" cc "bench/symbolic/$1.c" -o "$work/$1"
        "$target/measure" paths "$work/$1" "$2" "$3" 2>/dev/null
    done
} | tee "$work/results"
bench/section.sh speed <"$work/results"
