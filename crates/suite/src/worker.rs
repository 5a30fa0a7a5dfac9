//! A watched process that measures one case, with a time limit for each family of methods.

use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use crate::clock::seconds_of;

/// How a worker ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself.
    Ended(ExitStatus),
    /// A family exceeded its time limit.
    OverTime,
}

/// A part of the work: the number of answer lines when it is done, and its limit of processor time. The limit of
/// elapsed time is twenty times as long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) answers: usize,
    pub(crate) limit: Duration,
}

/// Time for a process to exit after its last answer: an abandoned solver thread may delay it.
const LEAVING: Duration = Duration::from_secs(2);

/// Waits for a process that writes a line to `answers` for each result; kills it when a part takes too long.
pub(crate) fn wait(mut command: Command, answers: &Path, parts: &[Part]) -> std::io::Result<End> {
    let mut child = command.spawn()?;
    let ended = watch(&mut child, answers, parts);
    if !matches!(ended, Ok(End::Ended(_))) {
        child.kill()?;
        child.wait()?;
    }
    ended
}

fn watch(child: &mut Child, answers: &Path, parts: &[Part]) -> std::io::Result<End> {
    let process = child.id().to_string();
    let mut pause = Duration::from_millis(1);
    let (mut at, mut began, mut since) = (0, 0.0, Instant::now());
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::Ended(status));
        }
        let spent = seconds_of(&process).unwrap_or(0.0);
        let now = parts.partition_point(|part| part.answers <= lines(answers));
        if now != at {
            (at, began, since) = (now, spent, Instant::now());
        }
        let over = match parts.get(at) {
            // A process that waits for something uses no processor time, hence the second limit.
            Some(part) => spent - began >= part.limit.as_secs_f64() || since.elapsed() >= part.limit * 20,
            None => since.elapsed() >= LEAVING,
        };
        if over {
            return Ok(End::OverTime);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Complete lines in a file.
fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |text| text.iter().filter(|b| **b == b'\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a shell script that prints the answers.
    fn run(script: &str, parts: &[(usize, u64)]) -> (End, usize) {
        let directory = tempfile::tempdir().expect("a directory");
        let answers = directory.path().join("answers");
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(std::fs::File::create(&answers).expect("a file"));
        let part = |&(answers, limit): &(usize, u64)| Part { answers, limit: Duration::from_millis(limit) };
        let end = wait(command, &answers, &parts.iter().map(part).collect::<Vec<_>>()).expect("a process");
        (end, lines(&answers))
    }

    #[test]
    fn slow_workers_are_killed() {
        let started = Instant::now();
        assert_eq!(run("sleep 30", &[(1, 50)]).0, End::OverTime);
        // The second part hangs although the first was quick; the finished answer is kept.
        assert_eq!(run("echo first; sleep 30", &[(1, 9000), (2, 50)]), (End::OverTime, 1));
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn workers_must_exit_after_their_last_answer() {
        assert_eq!(run("echo first; sleep 30", &[(1, 60_000)]), (End::OverTime, 1));
    }

    #[test]
    fn every_part_has_its_own_time() {
        let (end, answers) = run("for n in 1 2 3; do sleep 0.5; echo $n; done", &[(1, 50), (2, 50), (3, 50)]);
        assert!(matches!(end, End::Ended(status) if status.success()) && answers == 3);
    }
}
