//! Fifty random programs by csmith, natively and in the machine: the same output, the same status.
//! `bench/csmith.sh N` does it with many more and larger ones.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Options for small programs: variety matters, and fifty of them must take seconds.
const SIZE: &[&str] =
    &["--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "3", "--max-expr-complexity", "6"];

/// Options of csmith for more of the language, with ten seeds each whose programs end.
const GROUPS: [(&[&str], [u32; 10]); 5] = [
    (&[], [1, 2, 3, 4, 5, 6, 8, 9, 10, 11]),
    (&["--packed-struct", "--bitfields"], [101, 102, 104, 105, 106, 107, 108, 110, 111, 112]),
    (&["--no-pointers", "--no-packed-struct"], [201, 202, 203, 204, 205, 206, 207, 208, 209, 210]),
    (&["--float", "--no-unions"], [301, 302, 304, 305, 306, 307, 308, 309, 310, 311]),
    (&["--builtins", "--no-volatiles"], [402, 403, 404, 405, 407, 408, 409, 410, 411, 412]),
];

fn main() {
    let mut trials = Vec::new();
    for (options, seeds) in GROUPS {
        trials.extend(seeds.map(|seed| Trial::test(format!("seed {seed}"), move || compare(seed, options))));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compare(seed: u32, options: &[&str]) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let source = Command::new("csmith")
        .args(SIZE)
        .args(options)
        .args(["--seed", &seed.to_string()])
        .current_dir(dir.path())
        .output()
        .map_err(|e| format!("csmith does not run ({e}); `make setup` installs it"))?;
    std::fs::write(dir.path().join("prog.c"), &source.stdout)?;
    let compile = ["cc", "-w", "-I/usr/include/csmith", "prog.c", "-o", "prog"];
    let compiled = run(Command::new(WHYDUNIT).args(compile), dir.path())?;
    if !compiled.status.success() {
        return Err(format!("does not compile: {}", String::from_utf8_lossy(&compiled.stderr)).into());
    }
    let native = run(&mut Command::new("./prog"), dir.path())?;
    let machine = run(Command::new(WHYDUNIT).args(["run", "./prog"]), dir.path())?;
    if native.stdout != machine.stdout
        || native.stderr != machine.stderr
        || native.status.code() != machine.status.code()
    {
        return Err(format!("native:  {native:?}\nmachine: {machine:?}").into());
    }
    Ok(())
}

fn run(command: &mut Command, dir: &Path) -> std::io::Result<Output> {
    // csmith's programs print more when their environment asks for it.
    command.current_dir(dir).env_clear().env("PATH", "/usr/bin:/bin").stdin(Stdio::null()).output()
}
