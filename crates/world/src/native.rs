//! The referee of tests: answers of glibc, obtained with a small C program.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Compiles a C program and returns its output for `input`. One compilation per test.
pub(crate) fn answers(source: &str, input: &[u8]) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a directory for the native program");
    let (file, program): (PathBuf, PathBuf) = (dir.path().join("referee.c"), dir.path().join("referee"));
    std::fs::write(&file, source).expect("the native program's source");
    let built =
        Command::new("gcc").args(["-O1", "-w", "-o"]).arg(&program).arg(&file).arg("-lm").output().expect("gcc runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .env_clear()
        .spawn()
        .expect("the native program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the native program ends");
    feeder.join().expect("the feeder ends").expect("the program reads all");
    output.stdout.split(|&b| b == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// Pseudo-random numbers, the same in every run.
pub(crate) struct Dice(fastrand::Rng);

impl Dice {
    /// A sequence.
    pub(crate) fn new(seed: u64) -> Self {
        Dice(fastrand::Rng::with_seed(seed))
    }

    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0.u64(..sides)
    }

    /// One of several.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.roll(from.len() as u64) as usize]
    }
}
