//! The execution of methods over suites. Each case has its own process, so that a crash or a hang loses only the
//! family of methods in which it happens (the others continue in a new process); several processes run in parallel,
//! and finished results are reused.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::build::{Compiler, build, build_reference, reference_of};
use crate::entry::Entry;
use crate::fingerprint::Fingerprint;
use crate::result::{CaseResult, Status};
use crate::store::{Store, Timed};
use crate::worker::{End, Part, wait};
use whydunit_locate::methods::{MethodRef, Requirement, family_order};

/// Settings for running suites.
pub struct Runner {
    /// The command that measures one case. Its further arguments are the manifest, the line, the executable and the
    /// methods.
    pub worker: Vec<OsString>,
    /// The C compiler.
    pub compiler: Compiler,
    /// Number of parallel processes.
    pub jobs: usize,
    /// Processor time for a method on a case (methods that share work also share the time). The limit in elapsed time
    /// is twenty times as long.
    pub time_limit: Duration,
    /// The directory for programs, results and tables.
    pub out: PathBuf,
    /// The version of Whydunit; results of other versions are not reused.
    pub version: String,
}

/// A case with the methods to run on it.
struct Job<'a> {
    entry: &'a Entry,
    fingerprint: u64,
    /// Ordered by family.
    methods: Vec<MethodRef>,
}

/// The reason why methods have no result.
type Trouble = (Status, String);

/// A progress report.
pub struct Progress<'a> {
    /// Cases done.
    pub done: usize,
    /// Cases to do in total.
    pub all: usize,
    /// The results just obtained.
    pub results: &'a [Timed],
}

/// A file could not be written.
#[derive(Debug)]
pub struct NotKept(pub String);

impl Runner {
    /// Runs the methods that have no stored result, and returns all results, by case and method.
    pub fn run(
        &self,
        entries: &[Entry],
        methods: &[MethodRef],
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

    /// The stored results, and the jobs for the missing ones.
    fn plan<'a>(&self, entries: &'a [Entry], methods: &[MethodRef], store: &Store) -> (Vec<Timed>, Vec<Job<'a>>) {
        let (mut found, mut jobs) = (Vec::new(), Vec::new());
        for entry in entries {
            let fingerprint = entry.fingerprint();
            let mut left: Vec<MethodRef> = Vec::new();
            for &method in methods {
                match store.find(&entry.id, method.name(), &self.key(fingerprint, method)) {
                    Some(timed) => found.push(timed),
                    None => left.push(method),
                }
            }
            left.sort_by_key(|method| family_order(*method));
            if !left.is_empty() {
                jobs.push(Job { entry, fingerprint, methods: left });
            }
        }
        (found, jobs)
    }

    /// The key of a result; it depends on the case, the method, the time limit and the version.
    pub fn key(&self, fingerprint: u64, method: MethodRef) -> String {
        self.named(&[method.name().as_bytes(), &self.time_limit.as_nanos().to_le_bytes(), &fingerprint.to_le_bytes()])
    }

    /// A fingerprint of `parts` and the version.
    fn named(&self, parts: &[&[u8]]) -> String {
        let mut print = Fingerprint::default();
        print.add(self.version.as_bytes());
        parts.iter().for_each(|part| print.add(part));
        format!("{:016x}", print.value())
    }

    fn work(&self, job: &Job<'_>) -> Vec<Timed> {
        let executable = match self.built(job) {
            Ok(executable) => executable,
            Err(why) => return self.without(job, &job.methods, (Status::DoesNotBuild, why), 0.0),
        };
        let mut results = Vec::new();
        let mut methods = job.methods.clone();
        if let Err(why) = self.reference(job, &executable) {
            let (needing, others) = methods.into_iter().partition(|m| m.requirement() == Requirement::Reference);
            let needing: Vec<MethodRef> = needing;
            results.extend(self.without(job, &needing, (Status::NoReference, why), 0.0));
            methods = others;
        }
        let mut left = &methods[..];
        while let Some(first) = left.first() {
            let (finished, trouble) = match self.measure(job, left, &executable) {
                Ok(measured) => measured,
                Err(why) => (Vec::new(), Some((Status::Crashed, why))),
            };
            let stuck = *left.get(finished.len()).unwrap_or(first);
            let rest = &left[finished.len()..];
            let (lost, next) = rest.split_at(rest.partition_point(|m| family_order(*m) <= family_order(stuck)));
            results.extend(finished);
            if let Some(trouble) = trouble {
                let seconds = if trouble.0 == Status::TimeLimit { self.limit(left, stuck).as_secs_f64() } else { 0.0 };
                results.extend(self.without(job, lost, trouble, seconds));
            }
            left = next;
        }
        results
    }

    fn without(&self, job: &Job<'_>, methods: &[MethodRef], (status, why): Trouble, seconds: f64) -> Vec<Timed> {
        let result = |&method: &MethodRef| {
            let key = self.key(job.fingerprint, method);
            Timed { result: CaseResult::without(job.entry, method, key, status, why.clone()), seconds }
        };
        methods.iter().map(result).collect()
    }

    /// The time limit of the methods of a family together.
    fn limit(&self, methods: &[MethodRef], of: MethodRef) -> Duration {
        self.time_limit * methods.iter().filter(|m| m.family() == of.family()).count() as u32
    }

    /// The executable of a case; an existing one is reused if nothing has changed.
    fn built(&self, job: &Job<'_>) -> Result<PathBuf, String> {
        let place = self.out.join("build").join(self.named(&[&job.fingerprint.to_le_bytes()]));
        match place.join("program").is_file() {
            true => Ok(place.join("program")),
            false => build(job.entry, &self.compiler, &place).map_err(|e| e.to_string()),
        }
    }

    /// Builds the correct version if the methods need one.
    fn reference(&self, job: &Job<'_>, executable: &Path) -> Result<(), String> {
        let wanted = job.methods.iter().any(|m| m.requirement() == Requirement::Reference);
        let Some(place) = executable.parent().filter(|_| wanted && !reference_of(executable).is_file()) else {
            return Ok(());
        };
        if job.entry.reference.is_empty() {
            return Err("the manifest names none".into());
        }
        build_reference(job.entry, &self.compiler, place).map(drop).map_err(|e| e.to_string())
    }

    /// Runs methods in one process: the finished results, and the reason why the next method has none.
    fn measure(
        &self,
        job: &Job<'_>,
        methods: &[MethodRef],
        executable: &Path,
    ) -> Result<(Vec<Timed>, Option<Trouble>), String> {
        let place = executable.parent().unwrap_or(Path::new("."));
        let (answers, complaints) = (place.join("answers"), place.join("complaints"));
        let file = |path: &Path| std::fs::File::create(path).map_err(|e| format!("{}: {e}", path.display()));
        let list = |item: &dyn Fn(MethodRef) -> String| methods.iter().map(|m| item(*m)).collect::<Vec<_>>().join(",");
        let mut command = Command::new(&self.worker[0]);
        command.args(&self.worker[1..]).arg(&job.entry.file).arg(job.entry.line.to_string()).arg(executable);
        command.arg(list(&|m| m.name().into())).arg(list(&|m| self.key(job.fingerprint, m)));
        command.stdin(Stdio::null()).stdout(file(&answers)?).stderr(file(&complaints)?);
        let families = methods.chunk_by(|a, b| a.family() == b.family());
        let mut answers_due = 0;
        let part = |family: &[MethodRef]| {
            answers_due += family.len();
            Part { answers: answers_due, limit: self.limit(methods, family[0]) }
        };
        let parts: Vec<Part> = families.map(part).collect();
        let end = wait(command, &answers, &parts).map_err(|e| e.to_string())?;
        let text = std::fs::read_to_string(&answers).unwrap_or_default();
        let results: Vec<Timed> = text.lines().map_while(|line| serde_json::from_str(line).ok()).collect();
        let trouble = match end {
            End::OverTime => Some((Status::TimeLimit, format!("more than {} s", self.time_limit.as_secs_f64()))),
            End::Ended(status) if !status.success() || results.len() != methods.len() => {
                let words = std::fs::read_to_string(&complaints).unwrap_or_default();
                let words = words.lines().next().unwrap_or("no message");
                Some((Status::Crashed, format!("{status}: {words}")))
            }
            End::Ended(_) => None,
        };
        let _ = (std::fs::remove_file(&answers), std::fs::remove_file(&complaints));
        Ok((results, trouble))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::read_suites;
    use crate::method::parse_list;

    /// A worker that answers for every method in turn, but crashes at `switch` and hangs at `replace`.
    const WORKER: &str = r#"
        shift 3
        keys=$2
        for method in $(echo "$1" | tr , ' '); do
            key=${keys%%,*}; keys=${keys#*,}
            [ $method = switch ] && { echo 'out of luck' >&2; exit 3; }
            [ $method = replace ] && sleep 60
            facts='{"failure":null,"kind":null,"missing_code":false,"faults":1}'
            echo '{"result":{"case":"x","method":"'$method'","key":"'$key'","status":"done","case_facts":'$facts'},"seconds":1}'
        done"#;

    #[test]
    fn a_family_that_crashes_or_hangs_loses_nothing_else() {
        let directory = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
        write("a.c", "int main(void) { return 1; }\n");
        write("cases.jsonl", r#"{"id":"x","sources":["a.c"],"expected_exit":0}"#);
        let command = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let runner = Runner {
            worker: command(&["sh", "-c", WORKER, "worker"]),
            compiler: Compiler { command: command(&["true"]) },
            jobs: 1,
            time_limit: Duration::from_millis(100),
            out: directory.path().join("out"),
            version: "test".into(),
        };
        let entries = read_suites(&[directory.path().into()]).expect("a manifest");
        let methods = parse_list("debug-closest,muse,ochiai,replace,switch,frontier,dynamic-slice");
        let results = runner.run(&entries, &methods.expect("methods"), |_| {}).expect("a place to write");
        let found: Vec<(&str, Status)> = results.iter().map(|t| (t.result.method.as_str(), t.result.status)).collect();
        let due = [
            ("debug-closest", Status::NoReference),
            ("muse", Status::Done),
            ("ochiai", Status::Done),
            ("replace", Status::TimeLimit),
            ("switch", Status::Crashed),
            ("frontier", Status::Done),
            ("dynamic-slice", Status::Done),
        ];
        assert_eq!(found, due);
        assert!(results[4].result.why.as_ref().is_some_and(|why| why.contains("out of luck")));
    }
}
