#!/usr/bin/env bash
# Runs every example of README.md: lines starting with "$ " in ```console blocks, in one fresh
# directory that has examples/ in it, and compares what they print with what the README shows.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
# Built as the tests build it, so that nothing is compiled twice.
cargo test --workspace --no-run --quiet || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r examples "$work/"
mkdir "$work/path"
ln -s "${CARGO_TARGET_DIR:-$root/target}/debug/whydunit" "$work/path/whydunit"
export PATH=$work/path:$PATH
cd "$work"

awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" >wanted
count=0 failed=0
check() {
    [ -z "$command" ] && return
    count=$((count + 1))
    actual=$(bash -c "$command" 2>&1 </dev/null)
    if [ "$actual" != "${expected%$'\n'}" ]; then
        failed=$((failed + 1))
        printf 'README: $ %s\n' "$command"
        diff <(printf '%s\n' "${expected%$'\n'}") <(printf '%s\n' "$actual") | sed 's/^/    /'
    fi
}
command="" expected=""
while IFS= read -r line; do
    if [[ $line == '$ '* ]]; then
        check
        command=${line#\$ } expected=""
    else
        expected+="$line"$'\n'
    fi
done <wanted
check
echo "README commands: $((count - failed)) passed, $failed failed"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
