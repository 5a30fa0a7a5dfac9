#!/usr/bin/env bash
# Fetches the sources of real programs from Debian and builds them with `whydunit cc`.
# Usage: build.sh WHYDUNIT DIR. Programs that exist already are not built again.
set -uo pipefail
whydunit=$(realpath "$1")
dir=$2
mkdir -p "$dir"/{apt/lists/partial,apt/cache/archives/partial,src,bin,log}
dir=$(realpath "$dir")

cat >"$dir/apt/sources.list" <<EOF
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main
EOF
cat >"$dir/apt/apt.conf" <<EOF
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$dir/apt/lists";
Dir::Cache "$dir/apt/cache";
EOF
export APT_CONFIG=$dir/apt/apt.conf
export CC="$whydunit cc" AR=llvm-ar-19 RANLIB=llvm-ranlib-19 NM=llvm-nm-19
quiet=(MAKEINFO=true ACLOCAL=true AUTOCONF=true AUTOMAKE=true AUTOHEADER=true HELP2MAN=true)

fetch() { # package: its sources, unpacked into src/package
    [ -d "$dir/src/$1" ] && return 0
    [ -n "$(ls "$dir/apt/lists" | grep Sources)" ] || apt-get update -qq
    (cd "$dir/src" && apt-get source --download-only -qq "$1") || return 1
    mkdir "$dir/src/$1"
    tar xf "$(ls "$dir/src/$1"_*.orig.tar.* | grep -v '\.asc$' | head -1)" -C "$dir/src/$1" --strip-components=1
}

autotools() { # package, configure options: configure and make
    cd "$dir/src/$1" || return 1
    [ -e Makefile ] || FORCE_UNSAFE_CONFIGURE=1 ./configure --quiet --disable-nls --disable-dependency-tracking "${@:2}" || return 1
    # Manual pages need tools that we do not install: `-k` ignores them, and the check below looks for the programs.
    make -s -k -j2 "${quiet[@]}"
    return 0
}

build() { # package, files to keep, commands...
    local package=$1 files=$2 missing=0
    for file in $files; do [ -x "$dir/bin/$(basename "$file")" ] || missing=1; done
    [ $missing = 0 ] && return
    echo "real-programs: building $package"
    (fetch "$package" && "${@:3}") >"$dir/log/$package" 2>&1
    for file in $files; do
        cp "$dir/src/$package/$file" "$dir/bin/" 2>/dev/null ||
            echo "real-programs: $package: $file did not build; see $dir/log/$package" >&2
    done
}

lua() { cd "$dir/src/lua5.4/src" && make -s -j2 CC="$CC" AR="$AR rcu" RANLIB="$RANLIB" MYCFLAGS="-DLUA_USE_POSIX" MYLIBS= lua; }
sqlite() { autotools sqlite3 --disable-tcl --disable-readline --disable-threadsafe --disable-load-extension --disable-shared; }
cjson() { cd "$dir/src/cjson" && $CC cJSON.c test.c -o cjson_test -lm; }
bzip() { cd "$dir/src/bzip2" && make -s CC="$CC" AR="$AR" RANLIB="$RANLIB" bzip2; }
lz() { cd "$dir/src/lz4" && make -s CC="$CC" AR="$AR" CFLAGS="-O0 -DLZ4_FORCE_MEMORY_ACCESS=0" lz4; }
busybox() {
    cd "$dir/src/busybox" && make -s defconfig &&
        sed -i 's/^CONFIG_TC=y/CONFIG_TC=n/; s/^CONFIG_FEATURE_WTMP=y/CONFIG_FEATURE_WTMP=n/; s/^CONFIG_FEATURE_UTMP=y/CONFIG_FEATURE_UTMP=n/' .config &&
        make -s -j2 CC="$CC" AR="$AR" NM="$NM" SKIP_STRIP=y busybox_unstripped && cp busybox_unstripped busybox
}

core="cat wc sort uniq head tail cut tr paste join comm fold fmt expand unexpand nl od seq tac rev shuf split factor expr printf echo basename dirname ls cp mv rm mkdir rmdir touch ln readlink stat date env test pr tsort cksum md5sum sha1sum sha256sum sum base64 base32 numfmt tee yes pwd id uname true false sleep du df dd truncate csplit ptx nproc printenv"
core_files=$(for c in $core; do [ "$c" = rev ] || echo -n "src/$c "; done)

build grep src/grep autotools grep
build sed sed/sed autotools sed --disable-acl
build bc "bc/bc dc/dc" autotools bc
build gzip gzip autotools gzip
build diffutils "src/diff src/cmp src/diff3 src/sdiff" autotools diffutils
build lua5.4 src/lua lua
build bzip2 bzip2 bzip
build lz4 lz4 lz
build cjson cjson_test cjson
build tar src/tar autotools tar --without-posix-acls --without-selinux --without-xattrs
build coreutils "$core_files" autotools coreutils --without-libgmp --with-openssl=no --disable-acl --disable-xattr --disable-libcap --without-selinux
build sqlite3 sqlite3 sqlite
build busybox busybox busybox
