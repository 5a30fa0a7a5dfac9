#!/usr/bin/env bash
# Replaces a section of bench/RESULTS.md, or appends a new one, with standard input: several scripts write
# to that file, each its own section.
set -euo pipefail
name=$1
file=$(dirname "$0")/RESULTS.md
text=$(mktemp)
trap 'rm -f "$text" "$text.new"' EXIT
cat >"$text"
if ! grep -qxF "<!-- $name -->" "$file"; then printf '\n<!-- %s -->\n<!-- end of %s -->\n' "$name" "$name" >>"$file"; fi
awk -v begin="<!-- $name -->" -v end="<!-- end of $name -->" -v text="$text" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < text) > 0) print line }
' "$file" >"$text.new"
cat "$text.new" >"$file"
