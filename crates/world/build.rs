//! Compiles the C part of libc (`runtime/*.c`) to bitcode: functions that call back into the
//! program, and therefore must run in the machine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Replaces the build machine's directory in the source map.
const SHOWN_DIRECTORY: &str = "<whydunit runtime>";

fn main() {
    let sources = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("runtime");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", sources.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&sources)
        .expect("runtime/ exists")
        .map(|entry| entry.expect("runtime/ is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    let mut bitcode = String::from("/// Bitcode of the runtime.\npub const RUNTIME: &[&[u8]] = &[\n");
    let mut texts = String::from("/// Sources of the runtime.\npub const RUNTIME_SOURCES: &[(&str, &str)] = &[\n");
    for file in &files {
        let compiled = compile(&sources, file, &out);
        let name = file.file_name().expect("a file").to_string_lossy();
        writeln!(bitcode, "    include_bytes!({:?}),", compiled).expect("a string takes it");
        writeln!(texts, "    (\"{SHOWN_DIRECTORY}/{name}\", include_str!({file:?})),").expect("a string takes it");
    }
    fs::write(out.join("runtime.rs"), format!("{bitcode}];\n{texts}];\n")).expect("OUT_DIR is writable");
}

fn compile(directory: &Path, file: &Path, out: &Path) -> PathBuf {
    let compiled = out.join(file.with_extension("bc").file_name().expect("a file"));
    let status = Command::new("clang-19")
        .current_dir(directory)
        .args(["-std=gnu17", "-O0", "-g", "-fno-discard-value-names", "-fno-builtin", "-c", "-emit-llvm"])
        .args(["-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type-mismatch", "-Wno-frame-address"])
        .arg(format!("-fdebug-compilation-dir={SHOWN_DIRECTORY}"))
        .args([file.file_name().expect("a file"), "-o".as_ref(), compiled.as_os_str()])
        .status()
        .expect("clang-19 runs (Debian package clang-19; `make setup` installs it)");
    assert!(status.success(), "clang-19 refused {}", file.display());
    compiled
}
