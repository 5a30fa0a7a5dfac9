#!/bin/sh
# usage: land.sh "message"
export CARGO_TARGET_DIR=/work/wt/strings/target
cd /work/wt/strings && cargo fmt -p whydunit-world && git add -A && git commit -qm "$1"
for i in 1 2 3; do
git rebase main 2>&1 | tail -1 && cargo test -q -p whydunit-world 2>&1 | grep -E "^test result|FAILED|error|panicked" | head -20
git -C /work/main merge --ff-only strings 2>&1 | tail -1 && break
done
