#!/usr/bin/env bash
# Checks the examples of README.md and docs/guide/*.md, or of the files given as arguments.
#
# In a ```console block, a line that starts with "$ " is a command; the lines up to the next command
# are its output, standard error included. The commands of one file run in order, in a fresh
# directory that holds a copy of examples/. Standard input is empty.
#
#   scripts/readme-commands.sh                       compare; exit status 1 if an output differs
#   BLESS=1 scripts/readme-commands.sh               write the actual outputs into the files
#   WHYDUNIT=target/release/whydunit scripts/...     use this binary instead of building one
set -uo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
files=("$@")
[ ${#files[@]} -gt 0 ] || files=("$root"/README.md "$root"/docs/guide/*.md)

complain() {
    echo "readme-commands: $*" >&2
    exit 1
}

# The debug binary is the one that the tests use, so nothing is compiled twice.
if [ -z "${WHYDUNIT:-}" ]; then
    (cd "$root" && cargo test --workspace --no-run --quiet) || exit 1
    WHYDUNIT=${CARGO_TARGET_DIR:-$root/target}/debug/whydunit
fi
binary=$(realpath -e "$WHYDUNIT" 2>/dev/null) && [ -x "$binary" ] || complain "no program $WHYDUNIT"
for i in "${!files[@]}"; do
    files[i]=$(realpath -e "${files[i]}" 2>/dev/null) || complain "no file ${files[i]}"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/path"
ln -s "$binary" "$work/path/whydunit"
export PATH=$work/path:$PATH
# The shown outputs have the width and the colours of a pipe, wherever this script runs.
unset COLUMNS CLICOLOR_FORCE

count=0 differing=0

# Runs the command that was read last and sets `actual`; reports a difference from `expected`.
finish_command() {
    actual=""
    [ -n "$command" ] || return
    count=$((count + 1))
    actual=$(bash -c "$command" 2>&1 </dev/null)
    actual=${actual:+$actual$'\n'}
    if grep -q -e '^\$ ' -e '^```' <<<"$actual"; then
        complain "$name:$number: the output of \"$command\" has a line that looks like a command or ends the block"
    fi
    if [ "$actual" != "$expected" ]; then
        differing=$((differing + 1))
        printf '%s:%s: $ %s\n' "$name" "$number" "$command"
        diff <(printf %s "$expected") <(printf %s "$actual") | sed 's/^/    /'
    fi
}

# Runs the examples of the file $1 in the current directory and prints the file, with the actual
# outputs, to $2.
check_file() {
    local line line_number=0 inside=0
    command="" expected="" number=0
    while IFS= read -r line || [ -n "$line" ]; do
        line_number=$((line_number + 1))
        if [ "$inside" = 1 ] && [[ $line == '$ '* || $line == '```' ]]; then
            finish_command
            printf %s "$actual" >>"$2"
            command="" expected=""
        elif [ "$inside" = 1 ]; then
            [ -n "$command" ] || complain "$name:$line_number: a console block must start with a command"
            expected+=$line$'\n'
            continue
        fi
        case $line in
            '```console') inside=1 ;;
            '```') inside=0 ;;
            '$ '*) [ "$inside" = 1 ] && command=${line#\$ } number=$line_number ;;
        esac
        printf '%s\n' "$line" >>"$2"
    done <"$1"
    [ "$inside" = 0 ] || complain "$name: the last console block has no end"
}

for file in "${files[@]}"; do
    name=${file#"$root"/}
    directory=$work/$(tr / _ <<<"$name")
    mkdir "$directory"
    cp -r "$root/examples" "$directory/"
    : >"$directory.new"
    cd "$directory" || exit 1
    check_file "$file" "$directory.new"
    cd "$root" || exit 1
    [ -z "${BLESS:-}" ] || cmp -s "$file" "$directory.new" || cat "$directory.new" >"$file"
done

[ "$count" -gt 0 ] || complain "no examples found"
if [ -n "${BLESS:-}" ]; then
    echo "examples of the documentation: $count run, $differing outputs rewritten"
    exit 0
fi
echo "examples of the documentation: $((count - differing)) passed, $differing failed"
if [ "$differing" -gt 0 ]; then
    echo "If the new outputs are right, BLESS=1 scripts/readme-commands.sh writes them into the files."
    exit 1
fi
