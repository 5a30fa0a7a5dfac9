//! Runs methods over suites: every case and family of methods in a process of its own, so that a crash
//! or a hang loses nothing else; several at a time; finished ones are not run again.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use crate::build::{Compiler, build, build_reference, reference_of};
use crate::clock::seconds_of;
use crate::entry::Entry;
use crate::fingerprint::Fingerprint;
use crate::method::Method;
use crate::result::{CaseResult, Status};
use crate::store::{Store, Timed};

/// How suites are run.
pub struct Runner {
    /// The command that measures one case; the manifest, its line, the executable and the names of the
    /// methods follow.
    pub worker: Vec<OsString>,
    /// How C is compiled.
    pub compiler: Compiler,
    /// How many processes at a time.
    pub jobs: usize,
    /// How long a method may take with a case, in time on processors (methods that share work share the time, too);
    /// twenty times as long by the clock on the wall.
    pub time_limit: Duration,
    /// Where everything is kept.
    pub out: PathBuf,
    /// Distinguishes versions of Whydunit: results of another one do not count.
    pub version: String,
}

/// A case and methods that share their work.
struct Job<'a> {
    entry: &'a Entry,
    fingerprint: u64,
    methods: Vec<Method>,
    /// Shared by all jobs of the case.
    executable: Arc<OnceLock<Result<PathBuf, String>>>,
}

/// What is told while suites are run.
pub struct Progress<'a> {
    /// Jobs done, and all.
    pub done: usize,
    /// All jobs.
    pub all: usize,
    /// What was just finished.
    pub results: &'a [Timed],
}

/// A file could not be written.
#[derive(Debug)]
pub struct NotKept(pub String);

impl Runner {
    /// Runs what is not there yet and gives all results, by case and method.
    pub fn run(
        &self,
        entries: &[Entry],
        methods: &[Method],
        progress: impl Fn(Progress<'_>) + Sync,
    ) -> Result<Vec<Timed>, NotKept> {
        let store = Store::new(&self.out);
        let (mut found, jobs) = self.plan(entries, methods, &store);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let fresh: Mutex<Vec<Timed>> = Mutex::new(Vec::new());
        let failed: Mutex<Option<String>> = Mutex::new(None);
        let progress = &progress;
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let results = self.work(job);
                        let kept = results.iter().try_for_each(|timed| store.keep(timed));
                        if let Err(error) = kept {
                            *lock(&failed) = Some(error.to_string());
                            next.store(jobs.len(), Ordering::Relaxed);
                        }
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        progress(Progress { done, all: jobs.len(), results: &results });
                        lock(&fresh).extend(results);
                    }
                });
            }
        });
        if let Some(error) = lock(&failed).take() {
            return Err(NotKept(error));
        }
        found.append(&mut lock(&fresh));
        let order: BTreeMap<&str, usize> = entries.iter().enumerate().map(|(at, e)| (e.id.as_str(), at)).collect();
        let rank = |name: &str| methods.iter().position(|m| m.name() == name);
        found.sort_by_key(|t| (order.get(t.result.case.as_str()).copied(), rank(&t.result.method)));
        Ok(found)
    }

    /// What is known already, and what is to be done: methods of a family together.
    fn plan<'a>(&self, entries: &'a [Entry], methods: &[Method], store: &Store) -> (Vec<Timed>, Vec<Job<'a>>) {
        let (mut found, mut jobs) = (Vec::new(), Vec::new());
        for entry in entries {
            let fingerprint = entry.fingerprint();
            let mut families: BTreeMap<String, Vec<Method>> = BTreeMap::new();
            for method in methods {
                match store.find(&entry.id, &method.name(), &self.key(fingerprint, method)) {
                    Some(timed) => found.push(timed),
                    None => families.entry(method.family()).or_default().push(method.clone()),
                }
            }
            let executable = Arc::default();
            let job = |methods| Job { entry, fingerprint, methods, executable: Arc::clone(&executable) };
            jobs.extend(families.into_values().map(job));
        }
        (found, jobs)
    }

    /// Names a result: another case, method or version has another name.
    pub fn key(&self, fingerprint: u64, method: &Method) -> String {
        let mut print = Fingerprint::default();
        print.add(self.version.as_bytes());
        print.add(method.name().as_bytes());
        print.add(&fingerprint.to_le_bytes());
        format!("{:016x}", print.value())
    }

    fn work(&self, job: &Job<'_>) -> Vec<Timed> {
        let started = Instant::now();
        let without = |status: Status, why: &str| -> Vec<Timed> {
            let seconds = started.elapsed().as_secs_f64();
            let result = |method: &Method| {
                let key = self.key(job.fingerprint, method);
                Timed { result: CaseResult::without(job.entry, method, key, status, why.into()), seconds }
            };
            job.methods.iter().map(result).collect()
        };
        let executable = match self.built(job) {
            Ok(executable) => executable,
            Err(why) => return without(Status::DoesNotBuild, &why),
        };
        if let Err(why) = self.reference(job, &executable) {
            return without(Status::NoReference, &why);
        }
        match self.measure(job, &executable) {
            Ok(results) => results,
            Err((status, why)) => without(status, &why),
        }
    }

    /// The executable of a case; built when it is first needed.
    fn built(&self, job: &Job<'_>) -> Result<PathBuf, String> {
        let build = || {
            let place = self.out.join("build").join(format!("{:016x}", job.fingerprint));
            match place.join("program").is_file() {
                true => Ok(place.join("program")),
                false => build(job.entry, &self.compiler, &place).map_err(|e| e.to_string()),
            }
        };
        job.executable.get_or_init(build).clone()
    }

    /// Builds the correct version if the methods need one. They are one family, so nobody else does at the time.
    fn reference(&self, job: &Job<'_>, executable: &Path) -> Result<(), String> {
        let wanted = job.methods.iter().any(Method::needs_reference);
        let Some(place) = executable.parent().filter(|_| wanted && !reference_of(executable).is_file()) else {
            return Ok(());
        };
        if job.entry.reference.is_empty() {
            return Err("the manifest names none".into());
        }
        build_reference(job.entry, &self.compiler, place).map(drop).map_err(|e| e.to_string())
    }

    fn measure(&self, job: &Job<'_>, executable: &Path) -> Result<Vec<Timed>, (Status, String)> {
        let names: Vec<String> = job.methods.iter().map(Method::name).collect();
        let keys: Vec<String> = job.methods.iter().map(|m| self.key(job.fingerprint, m)).collect();
        let place = executable.parent().unwrap_or(Path::new("."));
        let answers = place.join(format!("{}.answers", names[0]));
        let complaints = place.join(format!("{}.complaints", names[0]));
        let crashed = |why: String| (Status::Crashed, why);
        let file = |path: &Path| std::fs::File::create(path).map_err(|e| crashed(format!("{}: {e}", path.display())));
        let mut command = Command::new(&self.worker[0]);
        command.args(&self.worker[1..]).arg(&job.entry.file).arg(job.entry.line.to_string()).arg(executable);
        command.arg(names.join(",")).arg(keys.join(","));
        command.stdin(Stdio::null()).stdout(file(&answers)?).stderr(file(&complaints)?);
        let limit = self.time_limit * job.methods.len() as u32;
        let status = wait(command, limit).map_err(|e| crashed(e.to_string()))?;
        let text = std::fs::read_to_string(&answers).unwrap_or_default();
        let mut results: Vec<Timed> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let Some(status) = status else {
            // What was finished counts.
            for (method, key) in job.methods.iter().zip(keys).skip(results.len()) {
                let why = format!("more than {} s", self.time_limit.as_secs_f64());
                let result = CaseResult::without(job.entry, method, key, Status::TimeLimit, why);
                results.push(Timed { result, seconds: limit.as_secs_f64() });
            }
            return Ok(results);
        };
        if !status.success() || results.len() != job.methods.len() {
            let words = std::fs::read_to_string(&complaints).unwrap_or_default();
            return Err(crashed(format!("{status}: {}", words.lines().next().unwrap_or("without a word"))));
        }
        let _ = (std::fs::remove_file(&answers), std::fs::remove_file(&complaints));
        Ok(results)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Waits for a process; none when it took too long and was ended.
fn wait(mut command: Command, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let mut child = command.spawn()?;
    let process = child.id().to_string();
    // A process that waits for something takes no time on processors.
    let deadline = Instant::now() + limit * 20;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let spent = seconds_of(&process).unwrap_or(0.0);
        if spent >= limit.as_secs_f64() || Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_is_ended() {
        let mut slow = Command::new("sleep");
        slow.arg("30");
        let started = Instant::now();
        assert_eq!(wait(slow, Duration::from_millis(50)).expect("a process"), None);
        assert!(started.elapsed() < Duration::from_secs(10));
        let quick = wait(Command::new("true"), Duration::from_secs(10)).expect("a process");
        assert!(quick.is_some_and(|status| status.success()));
    }
}
