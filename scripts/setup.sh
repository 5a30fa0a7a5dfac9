#!/usr/bin/env bash
# Installs the packages that a fresh Debian 12 machine lacks: clang and LLVM 19, csmith, gdb, a browser for the tests
# and a solver. Does nothing when all are installed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(gdb chromium clang-19 libclang-rt-19-dev llvm-19 llvm-19-dev libpolly-19-dev zlib1g-dev libzstd-dev csmith libcsmith-dev pkg-config)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" -ne 0 ]; then
        echo "setup: these Debian packages are missing; install them as root and run this again:" >&2
        echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    echo "setup: installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
if ! command -v cargo >/dev/null; then
    echo "setup: cargo is missing; install Rust 1.95 or later with rustup (https://rustup.rs)" >&2
    exit 1
fi
for step in scripts/setup-*.sh; do
    [ -e "$step" ] && "$step"
done
exit 0
