#!/bin/sh
# Puts libz3 where `cargo build` of this checkout finds it: .setup/z3 (git-ignored).
#
# The library comes from the PyPI wheel z3-solver, which is about twice as fast as Debian 12's
# libz3. Without network or pip the build falls back on an installed libz3-dev by itself: the
# settings that prefer .setup/z3 live in .setup/z3/cargo.toml, which .cargo/config.toml includes
# only if it exists. Running this again is cheap and changes nothing.
set -eu

version=5.3.2
wheel="z3-solver==$version.0"
root=$(cd "$(dirname "$0")/.." && pwd)
dir="$root/.setup/z3"

say() { printf 'setup-z3: %s\n' "$*"; }

# Debian's library is slower, but correct: fall back on it, and say so.
fall_back() {
    say "$1"
    if pkg-config --exists z3 2>/dev/null; then
        say "using the installed libz3 $(pkg-config --modversion z3) instead (slower, same answers)."
        exit 0
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing Debian's libz3-dev instead (slower, same answers)."
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libz3-dev pkg-config >/dev/null \
            && exit 0
    fi
    say "and no libz3-dev is installed. Either connect this machine and run this script again,"
    say "or copy $wheel for this platform into a directory and set PIP_FIND_LINKS and PIP_NO_INDEX=1,"
    say "or install Debian's library: apt-get install libz3-dev"
    exit 1
}

write_settings() {
    mkdir -p "$dir/lib/pkgconfig"
    cat > "$dir/lib/pkgconfig/z3.pc" <<PC
Name: z3
Description: The Z3 theorem prover, unpacked from the wheel $wheel
Version: $version
Libs: -L$dir/lib -lz3
Cflags: -I$dir/include
PC
    # The second run path is for an installed binary with its library beside it.
    cat > "$dir/cargo.toml" <<TOML
[env]
PKG_CONFIG_PATH = "$dir/lib/pkgconfig"

[build]
rustflags = ["-C", "link-arg=-Wl,-rpath,$dir/lib", "-C", "link-arg=-Wl,-rpath,\$ORIGIN/../lib/whydunit"]
rustdocflags = ["-C", "link-arg=-Wl,-rpath,$dir/lib"]
TOML
}

# The stamp names the place too: a moved checkout needs new absolute paths.
stamp="$version $dir"
if [ "$(cat "$dir/stamp" 2>/dev/null)" = "$stamp" ] && [ -e "$dir/lib/libz3.so" ] && [ -e "$dir/bin/z3" ]; then
    say "libz3 $version is in $dir"
    exit 0
fi

python=$(command -v python3 || true)
[ -n "$python" ] || fall_back "python3 is missing, which unpacks the wheel."
"$python" -m pip --version >/dev/null 2>&1 || fall_back "pip is missing (apt-get install python3-pip)."

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
say "fetching $wheel"
"$python" -m pip download --quiet --no-deps --only-binary :all: --dest "$tmp" "$wheel" \
    || fall_back "pip could not fetch $wheel (see its message above)."
"$python" -m zipfile -e "$tmp"/z3_solver-*.whl "$tmp/wheel"

rm -rf "$dir"
mkdir -p "$dir/lib"
cp -r "$tmp/wheel/z3/include" "$dir/include"
# The library names itself libz3.so.5.3; the linker asks for libz3.so. One copy, one link.
library=$(cd "$tmp/wheel/z3/lib" && ls libz3.so.* | head -n 1)
cp "$tmp/wheel/z3/lib/$library" "$dir/lib/$library"
ln -s "$library" "$dir/lib/libz3.so"
# Also the program: it replays the log of slow queries, and tests cross-check the library with it.
mkdir "$dir/bin"
cp "$tmp"/wheel/z3_solver-*.data/data/bin/z3 "$dir/bin/z3"
chmod +x "$dir/bin/z3"
write_settings
echo "$stamp" > "$dir/stamp"
say "libz3 $version is in $dir"
