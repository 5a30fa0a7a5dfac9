//! The native execution of a program on one input, with limits, in a directory of its own.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::manifest::{Expectation, Input};

/// A program that writes more than this is taken to loop forever.
const MAX_OUTPUT: u64 = 1 << 20;

/// How a run ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Ending {
    Exit(i32),
    Signal(i32),
    /// It exceeded the limit of time or output.
    Endless,
}

/// The effects of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) ending: Ending,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Run {
    /// The difference to the expectation, or none.
    pub(crate) fn difference(&self, expected: &Expectation) -> Option<String> {
        if self.ending != Ending::Exit(expected.expected_exit) {
            return Some(format!("ended with {:?}, expected exit {}", self.ending, expected.expected_exit));
        }
        if self.stdout != expected.expected_stdout.as_bytes() {
            let got = String::from_utf8_lossy(&self.stdout);
            return Some(format!("wrote {got:?}, expected {:?}", expected.expected_stdout));
        }
        if expected.expected_stderr.as_ref().is_some_and(|e| self.stderr != e.as_bytes()) {
            return Some(format!("wrote {:?} to stderr", String::from_utf8_lossy(&self.stderr)));
        }
        expected.expected_files.iter().find_map(|(name, content)| match self.files.get(name) {
            Some(found) if found == content.as_bytes() => None,
            Some(_) => Some(format!("the file {name} has other content")),
            None => Some(format!("the file {name} is missing")),
        })
    }

    /// Did a sanitizer report an error?
    pub(crate) fn has_sanitizer_report(&self) -> bool {
        let text = String::from_utf8_lossy(&self.stderr);
        ["AddressSanitizer", "LeakSanitizer", "runtime error:"].iter().any(|mark| text.contains(mark))
    }
}

/// Runs `program` on `input` for at most `limit`.
pub(crate) fn execute(program: &Path, input: &Input, limit: Duration) -> Result<Run, String> {
    let room = tempfile::tempdir().map_err(|e| format!("no directory for a run: {e}"))?;
    for (name, content) in &input.files {
        let path = room.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| format!("{name}: {e}"))?;
        }
        fs::write(path, content).map_err(|e| format!("{name}: {e}"))?;
    }
    let mut child = Command::new(program)
        .args(&input.argv)
        .current_dir(room.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let (ending, stdout, stderr) = attend(&mut child, input.stdin.clone(), limit)?;
    let mut files = BTreeMap::new();
    collect(room.path(), "", &mut files).map_err(|e| format!("files of the run: {e}"))?;
    Ok(Run { ending, stdout, stderr, files })
}

/// Feeds and drains the pipes while the program runs; a program that does not read its input is fine.
fn attend(child: &mut Child, stdin: String, limit: Duration) -> Result<(Ending, Vec<u8>, Vec<u8>), String> {
    let (mut to, from, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let flooded = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(move || to.as_mut().map(|pipe| pipe.write_all(stdin.as_bytes())));
        let flooded = &flooded;
        let stdout = scope.spawn(move || drain(from, flooded));
        let stderr = scope.spawn(move || drain(errors, flooded));
        let status = wait(child, flooded, limit).map_err(|e| format!("waiting for a run: {e}"))?;
        let stdout = stdout.join().map_err(|_| "reading stdout failed")?;
        let stderr = stderr.join().map_err(|_| "reading stderr failed")?;
        let ending = match status {
            Some(status) if !flooded.load(Ordering::Relaxed) => match status.signal() {
                Some(signal) => Ending::Signal(signal),
                None => Ending::Exit(status.code().unwrap_or(-1)),
            },
            _ => Ending::Endless,
        };
        Ok((ending, stdout, stderr))
    })
}

fn wait(child: &mut Child, flooded: &AtomicBool, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit || flooded.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn drain(pipe: Option<impl Read>, flooded: &AtomicBool) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe
        && pipe.take(MAX_OUTPUT).read_to_end(&mut bytes).is_ok_and(|n| n as u64 == MAX_OUTPUT)
    {
        flooded.store(true, Ordering::Relaxed);
    }
    bytes
}

fn collect(directory: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}
