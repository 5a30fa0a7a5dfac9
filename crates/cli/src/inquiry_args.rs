//! Options of the commands that ask about a recorded run, and the recording itself.

use std::io::IsTerminal;
use std::process::ExitCode;

use whydunit_locate::inquiry::{Inquiry, Start};
use whydunit_locate::{FailureFacts, Monitor, Point, Question, Session, Unknown};
use whydunit_machine::Unsupported;
use whydunit_program::Program;
use whydunit_report::{Failed, Paint, SourceText, render_unknown, render_unsupported};

use crate::case_args::CaseArgs;
use crate::oracle_args::OracleArgs;
use crate::session_args::{begin, interrupted};
use crate::terminal::is_colourful;
use crate::trust_args::TrustArgs;

/// The run, and the code that is trusted.
#[derive(clap::Args)]
pub(crate) struct InquiryArgs {
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    case: CaseArgs,
}

/// Without `--budget`, a run that takes more instructions counts as hanging.
const MAX_INSTRUCTIONS: u64 = 1_000_000_000;

impl InquiryArgs {
    /// Runs and records the program. On an error prints the message and returns the exit code.
    pub(crate) fn record(&self, monitor: Monitor) -> Result<Inquiry, ExitCode> {
        let (program, case) = self.case.prepare()?;
        has_lines(&program)?;
        let trust = self.trust.of(&program)?;
        Inquiry::record(program.clone(), case, self.case.limits_up_to(MAX_INSTRUCTIONS), trust, monitor.clone())
            .map_err(|e| match monitor.is_cancelled() {
                true => interrupted(),
                false => unsupported(&program, &e),
            })
    }

    /// Runs and records the program, which should fail; also returns the failure point and its description.
    pub(crate) fn record_failure(
        &self,
        oracle: &OracleArgs,
        monitor: Monitor,
    ) -> Result<(Inquiry, Start, String), ExitCode> {
        let (program, case) = self.case.prepare()?;
        has_lines(&program)?;
        let expectation = oracle.expectation(&case.cwd).map_err(usage)?;
        let trust = self.trust.of(&program)?;
        let question = Question { judge: oracle.judge(), trust, monitor, ..Question::new(&program, expectation) };
        let hint = "say what was expected, or ask --from a line";
        let mut session = begin(program, case, self.case.limits_up_to(MAX_INSTRUCTIONS), question, hint)?;
        let failure = failure_sentence(&mut session)?;
        let (inquiry, start) = Inquiry::of(session);
        Ok((inquiry, start, failure))
    }
}

/// Rejects programs without line numbers: no answer could be shown.
fn has_lines(program: &Program) -> Result<(), ExitCode> {
    let mut own = program.functions.iter().filter(|f| !program.is_runtime(f));
    match own.any(|f| f.locs.iter().any(|l| l.line != 0)) {
        true => Ok(()),
        false => Err(usage("the program has no line numbers: compile it with -g, as `whydunit cc` does")),
    }
}

pub(crate) fn unsupported(program: &Program, error: &Unsupported) -> ExitCode {
    tell_text!(render_unsupported(program, error, &mut SourceText::default(), false));
    ExitCode::from(1)
}

/// The failure of a session, in one sentence.
pub(crate) fn failure_sentence(session: &mut Session) -> Result<String, ExitCode> {
    let program = session.program().clone();
    let facts = FailureFacts::gather(session).map_err(|error| unsupported(&program, &error))?;
    Ok(Failed::of(&facts, &program, &mut SourceText::default()).sentence())
}

/// Prints an error about the options.
pub(crate) fn usage(message: impl std::fmt::Display) -> ExitCode {
    tell!("whydunit: error: {message}");
    ExitCode::from(2)
}

/// Prints which name was not found, and which exist.
pub(crate) fn unknown(unknown: &Unknown) -> ExitCode {
    usage(render_unknown(unknown))
}

/// Parses FILE:LINE[#K].
pub(crate) fn point(text: &str) -> Result<Point, String> {
    let wrong = || format!("wants FILE:LINE or FILE:LINE#K, got {text:?}");
    let (place, visit) = match text.rsplit_once('#') {
        Some((place, k)) => {
            let number = k.parse::<u32>().ok().filter(|k| *k > 0);
            (place, Some(number.ok_or(format!("#{k}: executions are counted from 1 to {}", u32::MAX))?))
        }
        None => (text, None),
    };
    let (file, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    let line: u32 = line.parse().map_err(|_| wrong())?;
    if line == 0 {
        return Err("lines are counted from 1".into());
    }
    if file.is_empty() {
        return Err(wrong());
    }
    Ok(Point { file: file.into(), line, visit })
}

/// Colours on standard output, as `--color` and the environment ask.
pub(crate) fn paint() -> Paint {
    Paint { colour: is_colourful(std::io::stdout().is_terminal()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        let wanted = Point { file: "a:b.c".into(), line: 12, visit: Some(3) };
        assert_eq!(point("a:b.c:12#3"), Ok(wanted));
        assert!(point("a.c").is_err() && point("a.c:x").is_err() && point("a.c:1#0").is_err() && point(":1").is_err());
    }
}
