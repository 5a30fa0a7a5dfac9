#!/usr/bin/env bash
# Random programs by csmith, natively and in the machine: output and exit status must be the same.
#
#   bench/csmith.sh N [FIRST [OPTIONS...]]     seeds FIRST (1) to FIRST+N-1, OPTIONS for csmith; JOBS at a time (2)
#
# Prints every difference with its seed, and a summary. Seeds whose program takes longer than two
# seconds natively, or more than the machine's budget, are skipped and counted. Exits 1 if there was
# a difference.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
export WHYDUNIT=${WHYDUNIT:-${CARGO_TARGET_DIR:-$here/target}/release/whydunit}
export WORK=${WORK:-$(mktemp -d)}
count=${1:?usage: bench/csmith.sh N [FIRST [OPTIONS...]]}
first=${2:-1}
shift $(($# > 2 ? 2 : $#))
export CSMITH_OPTIONS="$*"

[ -x "$WHYDUNIT" ] || { echo "build first: cargo build --release" >&2; exit 2; }
command -v csmith >/dev/null || { echo "csmith is not installed (Debian: csmith libcsmith-dev)" >&2; exit 2; }

verdict() {
    # shellcheck disable=SC2086 # options are words
    csmith --seed "$1" $CSMITH_OPTIONS >prog.c 2>/dev/null
    "$WHYDUNIT" cc -w -I/usr/include/csmith prog.c -o prog 2>compile.txt || { echo "does not compile"; return; }
    timeout 2 ./prog >native.txt 2>native-err.txt
    local native=$?
    [ $native -eq 124 ] && { echo slow; return; }
    "$WHYDUNIT" run --budget 3G -- ./prog >machine.txt 2>machine-err.txt
    local machine=$?
    if [ $machine -eq 124 ] && grep -q 'the budget of' machine-err.txt; then
        echo slow
    elif [ $native -ne $machine ]; then
        echo "DIFFERENT status, native $native, machine $machine: $(head -n 1 machine-err.txt)"
    elif ! cmp -s native.txt machine.txt || ! cmp -s native-err.txt machine-err.txt; then
        echo "DIFFERENT output, native $(head -n 1 native.txt), machine $(head -n 1 machine.txt)"
    else
        echo same
    fi
}

one() {
    local dir=$WORK/$1 result
    mkdir -p "$dir"
    cd "$dir" || exit 2
    result=$(verdict "$1")
    echo "seed $1: $result"
    # Keep only the directories with differences.
    case $result in same | slow) rm -rf "$dir" ;; esac
}
export -f one verdict

seq "$first" $((first + count - 1)) | xargs -P "${JOBS:-2}" -I {} bash -c 'one {}' | tee "$WORK/results" | grep -v -e ': same$' -e ': slow$'
number() { grep -c "$1" "$WORK/results"; }
echo "csmith: $(number ': same$') same, $(number DIFFERENT) different, $(number 'does not compile') not compiled, $(number ': slow$') too slow, of $count (in $WORK)"
! grep -q -e DIFFERENT -e 'does not compile' "$WORK/results"
