#!/usr/bin/env bash
# Real programs, natively and in the machine: standard output, standard error, exit status and files
# written must be the same. Prints a table and every difference; exits 1 if there is one.
# Usage: run.sh [DIR]   (default: a cache outside the checkout)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
whydunit=$(realpath "${WHYDUNIT:-${CARGO_TARGET_DIR:-$here/../../target}/release/whydunit}")
dir=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/whydunit/real-programs}
"$here/build.sh" "$whydunit" "$dir"
dir=$(realpath "$dir")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C TZ=UTC0

one() { # number, command line
    local number=$1 line=$2 input=/dev/null
    local box=$work/$number
    mkdir -p "$box"
    cp -r "$here/files" "$box/cwd"
    if [[ $line == *" < "* ]]; then input=$here/files/${line##* < } line=${line%% < *}; fi
    eval "set -- $line"
    local program=$dir/bin/$1
    shift
    if [ ! -x "$program" ]; then echo "missing $line" >"$box/verdict"; return; fi
    cp -r "$box/cwd" "$box/native"
    # Both use the same directory, one after the other: the machine leaves it unchanged.
    local before after
    (cd "$box/cwd" && exec -a "$(basename "$program")" timeout 120 "$whydunit" run --out "$box/out" -- "$program" "$@" <"$input" >"$box/m.out" 2>"$box/m.err")
    echo $? >"$box/m.status"
    (cd "$box/cwd" && timeout 60 "$program" "$@" <"$input" >"$box/n.out" 2>"$box/n.err")
    echo $? >"$box/n.status"
    local problem=""
    cmp -s "$box/n.out" "$box/m.out" || problem+=" stdout"
    cmp -s "$box/n.err" "$box/m.err" || problem+=" stderr"
    cmp -s "$box/n.status" "$box/m.status" || problem+=" status"
    for file in $(cd "$box/cwd" && find . -type f); do
        cmp -s "$box/native/$file" "$box/cwd/$file" && continue
        cmp -s "$box/cwd/$file" "$box/out/$box/cwd/$file" || problem+=" $file"
    done
    if [ -z "$problem" ]; then
        echo "same" >"$box/verdict"
        rm -rf "$box/cwd" "$box/native" "$box/out"
    else
        {
            echo "differs:$problem"
            diff "$box/n.out" "$box/m.out" | head -5
            diff "$box/n.err" "$box/m.err" | head -12
        } >"$box/verdict"
    fi
}

mapfile -t lines < <(grep -v '^#' "$here/commands.txt" | grep -v '^$')
for i in "${!lines[@]}"; do
    one "$i" "${lines[$i]}" &
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
done
wait
same=0 different=0 missing=0
declare -A good all
for i in "${!lines[@]}"; do
    verdict=$(cat "$work/$i/verdict")
    name=${lines[$i]%% *}
    all[$name]=$((${all[$name]:-0} + 1))
    case $verdict in
    same) same=$((same + 1)) good[$name]=$((${good[$name]:-0} + 1)) ;;
    missing*) missing=$((missing + 1)) ;;
    *)
        different=$((different + 1))
        printf '%s\n%s\n\n' "--- ${lines[$i]}" "$verdict"
        ;;
    esac
done
for name in $(printf '%s\n' "${!all[@]}" | sort); do printf '%-12s %d of %d\n' "$name" "${good[$name]:-0}" "${all[$name]}"; done
echo "real programs: ${#lines[@]} command lines, $same the same, $different different, $missing not built"
[ "$different" = 0 ]
