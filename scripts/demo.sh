#!/usr/bin/env bash
# Compiles the example that ships with us, runs it as a user would, and explains its failure.
set -euo pipefail
cd "$(dirname "$0")/.."
whydunit=${CARGO_TARGET_DIR:-target}/release/whydunit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "\$ whydunit cc examples/middle.c -o middle"
"$whydunit" cc examples/middle.c -o "$work/middle"
echo "\$ echo 2 1 3 | ./middle        # the middle one of 2, 1 and 3 is 2"
echo 2 1 3 | "$work/middle"
echo "\$ echo 2 1 3 | whydunit explain -e '2\\n' -- ./middle"
echo 2 1 3 | "$whydunit" explain -e '2\n' -- "$work/middle"
