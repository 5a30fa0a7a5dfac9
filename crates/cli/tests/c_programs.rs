//! Every C program below `tests/c` is a test.
//!
//! `pass/`: compiled with `whydunit cc`, run natively and in the machine; standard output, standard
//! error, exit status and files written must be the same. `fail/`: run in the machine; status and
//! diagnosis are compared with the `.stderr` file beside it (`BLESS=1 cargo test` writes it).
//!
//! Directives at the top of a program give its requirements: see `directives`.
//!
//! Every fourth program is also run twice with `--trace-hash`: both runs must be the same.

mod directives;
mod snapshot;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use directives::{Directives, find};
use libtest_mimic::{Arguments, Failed, Trial};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let mut programs = Vec::new();
    find(&root, &mut programs);
    programs.sort();
    assert!(programs.len() >= 2, "no C programs below {}", root.display());
    let mut trials = Vec::new();
    for (index, program) in programs.into_iter().enumerate() {
        let name = program.strip_prefix(&root).unwrap_or(&program).display().to_string();
        if index % 4 == 0 {
            let program = program.clone();
            trials.push(Trial::test(format!("twice/{name}"), move || repeats(&program)));
        }
        let is_failing = name.starts_with("fail");
        trials.push(Trial::test(name, move || if is_failing { fails(&program) } else { passes(&program) }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compile(program: &Path, directives: &Directives, dir: &Path) -> Result<PathBuf, Failed> {
    let exe = dir.join("prog");
    let beside = |name: &String| program.with_file_name(name);
    let mut command = Command::new(WHYDUNIT);
    // Compile in its folder, so that the source map holds bare file names, the same on every machine.
    command.current_dir(program.parent().unwrap_or(program)).arg("cc").args(&directives.flags).arg("-w");
    command.arg(program.file_name().unwrap_or_default()).args(&directives.with);
    if !directives.archive.is_empty() {
        command.arg(archive(directives.archive.iter().map(beside), dir)?);
    }
    succeed(command.arg("-o").arg(&exe).arg("-lm"))?;
    Ok(exe)
}

/// A static library of these sources.
fn archive(sources: impl Iterator<Item = PathBuf>, dir: &Path) -> Result<PathBuf, Failed> {
    let library = dir.join("libparts.a");
    let mut command = Command::new("llvm-ar-19");
    command.arg("rcs").arg(&library);
    for source in sources {
        let object = dir.join(source.with_extension("o").file_name().ok_or("archive: wants files")?);
        succeed(Command::new(WHYDUNIT).args(["cc", "-w", "-c"]).arg(&source).arg("-o").arg(&object))?;
        command.arg(object);
    }
    succeed(&mut command)?;
    Ok(library)
}

fn succeed(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("does not compile:\n{}", String::from_utf8_lossy(&output.stderr)).into())
}

fn run(mut command: Command, directives: &Directives, cwd: &Path) -> Result<Output, Failed> {
    let input = cwd.with_extension("stdin");
    fs::write(&input, &directives.stdin)?;
    command.env_clear().env("PATH", "/usr/bin:/bin").envs(directives.env.iter().cloned());
    Ok(command.current_dir(cwd).stdin(Stdio::from(fs::File::open(&input)?)).output()?)
}

fn in_machine(exe: &Path, directives: &Directives, cwd: &Path, out: &Path) -> Result<Output, Failed> {
    let mut command = Command::new(WHYDUNIT);
    command.arg("run").arg("--out").arg(out).args(&directives.options).arg("--").arg(exe).args(&directives.args);
    run(command, directives, cwd)
}

fn passes(program: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let directives = Directives::read(program);
    let exe = compile(program, &directives, dir.path())?;
    let (cwd, out) = (dir.path().join("cwd"), dir.path().join("out"));
    fs::create_dir(&cwd)?;
    // The machine must come first: it leaves the directory unchanged.
    let machine = in_machine(&exe, &directives, &cwd, &out)?;
    if fs::read_dir(&cwd)?.next().is_some() {
        return Err("the machine wrote to the host".into());
    }
    let mut command = Command::new(&exe);
    command.args(&directives.args);
    let native = run(command, &directives, &cwd)?;
    let mut problems = String::new();
    differ("stdout", &native.stdout, &machine.stdout, &mut problems);
    differ("stderr", &native.stderr, &machine.stderr, &mut problems);
    if native.status.code() != machine.status.code() {
        problems += &format!("status: native {:?}, machine {:?}\n", native.status, machine.status);
    }
    let inside = out.join(cwd.strip_prefix("/").unwrap_or(&cwd));
    let (native_files, machine_files) = (files(&cwd, &cwd), files(&inside, &inside));
    if native_files != machine_files {
        let names = |files: &BTreeMap<PathBuf, Vec<u8>>| format!("{:?}", files.keys().collect::<Vec<_>>());
        problems += &format!("files: native {} machine {}\n", names(&native_files), names(&machine_files));
        for (name, contents) in &native_files {
            if let Some(other) = machine_files.get(name) {
                differ(&name.display().to_string(), contents, other, &mut problems);
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Two runs must agree in all effects and in every executed instruction.
fn repeats(program: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut directives = Directives::read(program);
    let exe = compile(program, &directives, dir.path())?;
    directives.options.push("--trace-hash".into());
    let cwd = dir.path().join("cwd");
    fs::create_dir(&cwd)?;
    let once = |n| in_machine(&exe, &directives, &cwd, &dir.path().join(format!("out{n}")));
    let (first, second) = (once(1)?, once(2)?);
    let mut problems = String::new();
    differ("stdout", &first.stdout, &second.stdout, &mut problems);
    differ("stderr", &first.stderr, &second.stderr, &mut problems);
    if !String::from_utf8_lossy(&first.stderr).contains("trace hash") {
        problems += "no trace hash was printed\n";
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn files(dir: &Path, root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, root));
        } else {
            let name = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            found.insert(name, fs::read(&path).unwrap_or_default());
        }
    }
    found
}

fn differ(what: &str, native: &[u8], machine: &[u8], problems: &mut String) {
    if native == machine {
        return;
    }
    let (native, machine) = (String::from_utf8_lossy(native), String::from_utf8_lossy(machine));
    let at = native.lines().zip(machine.lines()).take_while(|(a, b)| a == b).count();
    *problems += &format!(
        "{what} differs at line {}:\n  native:  {:?}\n  machine: {:?}\n",
        at + 1,
        native.lines().nth(at).unwrap_or("<end>"),
        machine.lines().skip(at).take(8).collect::<Vec<_>>().join("\n"),
    );
}

fn fails(program: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let directives = Directives::read(program);
    let exe = compile(program, &directives, dir.path())?;
    let cwd = dir.path().join("cwd");
    fs::create_dir(&cwd)?;
    let output = in_machine(&exe, &directives, &cwd, &dir.path().join("out"))?;
    let text = String::from_utf8_lossy(&output.stderr).replace(&dir.path().display().to_string(), "<dir>");
    let actual = format!("status {}\n{text}", output.status.code().unwrap_or(-1));
    let expectation = program.with_extension("stderr");
    snapshot::check(&expectation, &actual).map_err(Failed::from)
}
