//! `whydunit bench`: how well methods find known faults.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use whydunit_locate::methods::MethodRef;
use whydunit_report::bench::{csv, markdown, plots, times_markdown};
use whydunit_suite::{
    Bench, CaseResult, Compiler, Entry, Fingerprint, Progress, Runner, Status, Summary, Timed, fits, parse_list,
    read_entry, read_suites,
};

use crate::commands::cc::CLANG;
use crate::complain;
use crate::terminal::answer;

/// Runs methods over suites of failing cases and writes tables of their results.
#[derive(clap::Args)]
#[command(after_help = "\
Finished cases are not run again: break it off and start it again as you like. In the output directory:
summary.md, results.csv (the same every time), times.md, plots/*.svg, results/ (one JSON file per case and
method), times/, build/. docs/manifest.md describes suites.")]
pub(crate) struct BenchArgs {
    /// Manifests, or directories with cases.jsonl files
    #[arg(required = true, value_name = "SUITE")]
    suites: Vec<PathBuf>,
    /// Methods, separated by commas
    #[arg(long, default_value = "all", value_name = "LIST")]
    methods: String,
    /// Processes at a time (default: one per processor)
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Directory for the results
    #[arg(long, default_value = "bench-out", value_name = "DIR")]
    out: PathBuf,
    /// Limit the processor seconds per method and case
    #[arg(long, default_value_t = 60.0, value_name = "S", value_parser = seconds)]
    time_limit: f64,
    /// Only cases whose id matches this pattern (* and ?)
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

/// One case, for `bench` itself.
#[derive(clap::Args)]
pub(crate) struct BenchCaseArgs {
    /// The manifest
    manifest: PathBuf,
    /// The line of the case
    line: usize,
    /// The program, built
    program: PathBuf,
    /// Methods, those of a family together
    methods: String,
    /// The key of each result
    keys: String,
}

fn seconds(text: &str) -> Result<f64, String> {
    let positive = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s < 1e6);
    positive.ok_or_else(|| "not a number of seconds".into())
}

pub(crate) fn run(args: &BenchArgs) -> ExitCode {
    let methods = match parse_list(&args.methods) {
        Ok(methods) => methods,
        Err(message) => {
            tell!("whydunit: error: --methods: {message}");
            return ExitCode::from(2);
        }
    };
    let entries = match read_suites(&args.suites) {
        Ok(entries) => entries,
        Err(error) => return complain(error),
    };
    let wanted = |entry: &Entry| args.filter.as_ref().is_none_or(|pattern| fits(pattern, &entry.id));
    let entries: Vec<Entry> = entries.into_iter().filter(wanted).collect();
    if entries.is_empty() {
        return complain("no case to measure; see --filter and docs/manifest.md");
    }
    let runner = match runner(args) {
        Ok(runner) => runner,
        Err(message) => return complain(message),
    };
    let results = runner.run(&entries, &methods, |progress| {
        if !args.quiet {
            show(&progress);
        }
    });
    let results = match results {
        Ok(results) => results,
        Err(error) => return complain(format_args!("results cannot be written: {}", error.0)),
    };
    match write(&args.out, &results, &methods) {
        Ok(table) => answer(&table, ExitCode::SUCCESS),
        Err(error) => complain(format_args!("{}: {error}", args.out.display())),
    }
}

fn runner(args: &BenchArgs) -> Result<Runner, String> {
    let me = std::env::current_exe().map_err(|e| format!("cannot find the path of this executable: {e}"))?;
    let mut print = Fingerprint::default();
    print.add(&std::fs::read(&me).map_err(|e| format!("{}: {e}", me.display()))?);
    let compiler = Command::new(CLANG).arg("--version").output().map_err(|e| format!("{CLANG}: {e}"))?;
    print.add(&compiler.stdout);
    std::fs::create_dir_all(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
    let out = std::fs::canonicalize(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Runner {
        worker: vec![me.clone().into(), "bench-case".into()],
        compiler: Compiler { command: vec![me.into(), "cc".into()] },
        jobs: args.jobs.unwrap_or(processors),
        time_limit: Duration::from_secs_f64(args.time_limit),
        out,
        version: format!("{:016x}", print.value()),
    })
}

/// Prints a line per case: the result of one method (`frontier` if it is among them) and the errors.
fn show(progress: &Progress<'_>) {
    let Progress { done, all, results } = progress;
    let frontier = results.iter().find(|t| t.result.method == "frontier");
    let Some(first) = frontier.or(results.first()).map(|t| &t.result) else { return };
    let what = match first.scores() {
        Some(scores) => format!("{:.1} lines read", scores.read),
        None => first.status.words().to_string(),
    };
    let others = if results.len() > 1 { format!(" and {} more", results.len() - 1) } else { String::new() };
    tell!("[{done}/{all}] {}  {}: {what}{others}", first.case, first.method);
    let mut troubles: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for result in results.iter().map(|t| &t.result).filter(|r| r.status != Status::Done || r.why.is_some()) {
        let why = result.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        troubles.entry(format!("{}{why}", result.status.words())).or_default().push(&result.method);
    }
    for (trouble, methods) in troubles {
        let whose = if methods.len() == results.len() { String::new() } else { format!("{}: ", methods.join(", ")) };
        tell!("        {whose}{trouble}");
    }
}

/// Writes the tables and plots, and returns the summary.
fn write(out: &Path, results: &[Timed], methods: &[MethodRef]) -> std::io::Result<String> {
    let names: Vec<String> = methods.iter().map(|m| m.name().into()).collect();
    let (all, common) = Summary::new(results, &names);
    let table = markdown(&all, &common);
    std::fs::create_dir_all(out.join("plots"))?;
    std::fs::write(out.join("summary.md"), &table)?;
    std::fs::write(out.join("results.csv"), csv(results))?;
    std::fs::write(out.join("times.md"), times_markdown(&all))?;
    for plot in plots(&all, results) {
        std::fs::write(out.join("plots").join(format!("{}.svg", plot.name)), plot.picture)?;
    }
    Ok(format!("{table}\n{}", times_markdown(&all)))
}

pub(crate) fn run_case(args: &BenchCaseArgs) -> ExitCode {
    let entry = match read_entry(&args.manifest, args.line) {
        Ok(entry) => entry,
        Err(error) => return complain(error),
    };
    let methods = match parse_list(&args.methods) {
        Ok(methods) => methods,
        Err(message) => return complain(message),
    };
    let keys: Vec<&str> = args.keys.split(',').collect();
    let key = |method: MethodRef| {
        let at = methods.iter().position(|m| m.name() == method.name());
        at.and_then(|at| keys.get(at)).unwrap_or(&"").to_string()
    };
    // Each result is written at once: if the time limit strikes, the finished ones count.
    let mut trouble = None;
    let mut tell = |timed: Timed| {
        let line = serde_json::to_string(&timed).map_err(std::io::Error::from);
        trouble = line.and_then(|line| writeln!(std::io::stdout(), "{line}")).err().or(trouble.take());
    };
    match Bench::new(&entry, &args.program) {
        Ok(mut bench) => bench.run(&methods, key, tell),
        Err((status, why)) => {
            let result = |m: MethodRef| CaseResult::without(&entry, m, key(m), status, why.clone());
            methods.iter().for_each(|&m| tell(Timed { result: result(m), seconds: 0.0 }));
        }
    }
    trouble.map_or(ExitCode::SUCCESS, complain)
}
