#!/usr/bin/env bash
# Random programs by csmith, natively and in the machine: output and exit status must be the same.
#
#   bench/csmith.sh N [FIRST [OPTIONS...]]     seeds FIRST (1) to FIRST+N-1, OPTIONS for csmith
#
# Prints every difference with its seed and a summary. Seeds whose program takes longer than two
# seconds natively, or more than the machine's budget, are left out and counted. Ends with 1 when
# there was a difference.
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

one() {
    local seed=$1 dir=$WORK/$1
    mkdir -p "$dir"
    cd "$dir" || exit 2
    # shellcheck disable=SC2086 # options are words
    csmith --seed "$seed" $CSMITH_OPTIONS >prog.c 2>/dev/null
    if ! "$WHYDUNIT" cc -w -I/usr/include/csmith prog.c -o prog 2>compile.txt; then
        echo "seed $seed: does not compile"
        return
    fi
    timeout 2 ./prog >native.txt 2>native-err.txt
    local native=$?
    if [ $native -eq 124 ]; then
        echo "seed $seed: slow"
    else
        "$WHYDUNIT" run --budget 3G -- ./prog >machine.txt 2>machine-err.txt
        local machine=$?
        if [ $machine -eq 124 ] && grep -q 'budget of' machine-err.txt; then
            echo "seed $seed: slow"
        elif [ $native -ne $machine ]; then
            echo "seed $seed: DIFFERENT status, native $native, machine $machine: $(head -n 1 machine-err.txt)"
        elif ! cmp -s native.txt machine.txt || ! cmp -s native-err.txt machine-err.txt; then
            echo "seed $seed: DIFFERENT output, native $(head -n 1 native.txt), machine $(head -n 1 machine.txt)"
        else
            echo "seed $seed: same"
        fi
    fi
}
export -f one

seq "$first" $((first + count - 1)) | xargs -P 2 -I {} bash -c 'one {}' | tee "$WORK/results" | grep -v -e ': same$' -e ': slow$'
number() { grep -c "$1" "$WORK/results"; }
echo "csmith: $(number ': same$') same, $(number DIFFERENT) different, $(number 'does not compile') not compiled, $(number ': slow$') too slow, of $count (in $WORK)"
! grep -q -e DIFFERENT -e 'does not compile' "$WORK/results"
