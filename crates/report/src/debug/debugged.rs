//! The result of debugging: the answered breakpoints and the remaining suspects.

use whydunit_locate::Declared;
use whydunit_locate::interactive::{
    Answer, DebuggingFacts, DescribedRound, DescribedSuspected, Doubt, Judged, Missing, OpenCauses, Suspected,
};
use whydunit_program::Program;

use super::asked::{Asked, Stop, place};
use crate::explanation::{Executed, Failed, Words};
use crate::source::SourceText;
use crate::wording::count;

/// An answered breakpoint.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The breakpoint.
    pub stop: Stop,
    /// The answer to each item.
    pub answers: Vec<Option<Answer>>,
    /// The source of the answers.
    pub judged: Judged,
    /// Instances left after the answer.
    pub left: usize,
    /// Share of the domain that the answer removed.
    pub removed: f64,
    /// The reason why the domain grew, if it did.
    pub widened: Option<&'static str>,
}

/// A suspected statement.
#[derive(Clone, Debug)]
pub struct Charged {
    /// The statement.
    pub at: Executed,
    /// The place with the execution.
    pub place: String,
    /// The reason for the suspicion.
    pub doubt: Doubt,
    /// `doubt` as a sentence.
    pub sentence: String,
}

/// The result of debugging.
#[derive(Clone, Debug)]
pub struct Debugged {
    /// The failure.
    pub failed: Failed,
    /// The answered breakpoints.
    pub rounds: Vec<Answered>,
    /// The remaining suspects, the likeliest first.
    pub suspects: Vec<Charged>,
    /// The path of the fault from the first suspect to the failure.
    pub path: Vec<Executed>,
    /// Whether no question is left.
    pub finished: bool,
    /// Whether the failure has a cause that cannot be asked about.
    pub open: bool,
    /// Instances that the failure depends on, and those that may still hold the fault; both without inputs, which need
    /// no judgement.
    pub domain: (usize, usize),
    /// Number of inspected instances that lead to the failure; the others are causes in the correct version.
    pub led: usize,
    /// Number of instances in the whole run, if only those nearest to the failure were inspected first.
    pub whole: Option<usize>,
    /// Whether further causes are too far away to be inspected.
    pub cut: bool,
    /// Number of suspects that are not listed.
    pub more: usize,
    /// Functions matched with functions of another name in the reference: ours and theirs.
    pub renamed: Vec<(String, String)>,
}

impl Debugged {
    /// Renders the state of a debugger.
    pub fn new(facts: &DebuggingFacts, program: &Program, sources: &mut SourceText) -> Debugged {
        let mut words = Words::new(program, sources);
        Debugged {
            failed: Failed::new(&mut words, &facts.failure),
            rounds: facts.rounds.iter().map(|round| Answered::new(&mut words, round, facts.remembers)).collect(),
            suspects: facts.suspects.iter().map(|suspect| Charged::new(&mut words, suspect, facts)).collect(),
            path: facts.path.iter().map(|at| words.executed(at)).collect(),
            finished: facts.finished,
            open: facts.open.is_some(),
            domain: facts.domain,
            led: facts.led,
            whole: facts.whole,
            cut: facts.cut,
            more: facts.more,
            renamed: Vec::new(),
        }
    }

    /// The number of inspected instances that lead to the failure: "12 executed statements lead to the failure".
    pub fn led(&self) -> String {
        match (self.whole, self.domain.0) {
            (Some(whole), looked) => {
                format!("{looked} of {whole} executed statements were examined, those nearest to the failure")
            }
            (None, looked) if looked > self.led => {
                format!(
                    "{} were examined; {} of them lead to the failure",
                    count(looked, "executed statement"),
                    self.led
                )
            }
            (None, 1) => "1 executed statement leads to the failure".into(),
            (None, led) => format!("{led} executed statements lead to the failure"),
        }
    }

    /// Whether the fault is found: no question and no unanswered item is left.
    pub fn is_found(&self) -> bool {
        let guessed = |s: &Charged| s.doubt == Doubt::Unknown || s.doubt == Doubt::Failure && self.took();
        self.finished && !self.open && !self.suspects.iter().any(guessed)
    }

    /// Whether an instance was trusted because correct output depends on it.
    fn took(&self) -> bool {
        self.rounds.iter().any(|r| r.judged == Judged::CorrectOutput)
    }
}

impl Answered {
    /// Renders an answered breakpoint; `remembers` if correct items are not asked about again.
    fn new(words: &mut Words<'_>, facts: &DescribedRound, remembers: bool) -> Answered {
        let round = &facts.round;
        let widened = match remembers {
            true => "statements farther back were examined, too",
            false => "earlier answers \"right\" are in question again",
        };
        Answered {
            stop: Stop::new(words, &facts.breakpoint),
            answers: round.answers.clone(),
            judged: round.judged,
            left: round.left,
            removed: round.removed(),
            widened: (round.left > round.breakpoint.domain).then_some(widened),
        }
    }
}

impl Charged {
    fn new(words: &mut Words<'_>, facts: &DescribedSuspected, all: &DebuggingFacts) -> Charged {
        let asked = Asked::new(words, &facts.item);
        let here = here(words.program, &facts.declared);
        let left = all.unjudged.map(open).ok_or(&*here);
        let sentence = sentence(&facts.suspected, &asked, left, all.took_output, facts.is_failure);
        let at = facts.gap.as_ref().map_or(asked.at, |gap| words.executed(gap));
        Charged { place: place(&at, facts.visit), at, doubt: facts.suspected.doubt, sentence }
    }
}

/// The causes of the failure that nobody judged.
fn open(causes: OpenCauses) -> &'static str {
    match causes {
        OpenCauses::NotLookedAt => "not everything it depends on was examined",
        OpenCauses::Unknown => "it depends on values that nobody could judge",
        OpenCauses::NothingAskable => "nothing it depends on could be asked about",
        OpenCauses::TooFar => "it also depends on statements too far away to be examined",
        OpenCauses::Omissions => "too many decisions may have skipped something; not all were asked about",
        OpenCauses::Unasked => "it also depends on values that could not be asked about",
    }
}

/// A call of another function than in the correct version.
fn called(asked: &Asked, instead: Option<&str>) -> String {
    match instead {
        Some(instead) => format!("it calls {}, where the reference calls {instead}", asked.expression),
        None => format!("it calls {}, where the reference does not", asked.expression),
    }
}

/// An instance that only the reference executed. `sure` if it is missing provided that everything else is correct.
fn absent(missing: &Missing, sure: bool) -> String {
    let text = missing.text.as_ref().map_or_else(String::new, |text| format!(" `{text}`"));
    let (file, line) = (&missing.file, missing.line);
    match missing.absent && sure {
        true => {
            format!(
                "something is missing after this: the reference executes its {file}:{line}{text} there. Without that "
            )
        }
        false => {
            format!("after this the reference executes its {file}:{line}{text}, and this run does not. Without that ")
        }
    }
}

/// The place of the fault if all causes of an instance are correct. Declarations are not executed, so nobody was asked
/// about them.
fn here(program: &Program, declared: &[Declared]) -> String {
    let files = &program.files;
    let file = |d: &Declared| files[d.file.0 as usize].name.rsplit('/').next().unwrap_or_default().to_owned();
    let named = declared.iter().map(|d| {
        let what = if d.literal { "the text" } else { "the declaration of" };
        format!(", in {what} {} ({}:{})", d.name, file(d), d.line)
    });
    format!("the fault is here{}, or something is missing before it", named.collect::<String>())
}

/// The reason for a suspicion. `left` names the open causes, or else the place of the fault; `taken` if some causes are
/// trusted because correct output depends on them; `fails` if it is the failure.
fn sentence(suspected: &Suspected, asked: &Asked, left: Result<&str, &str>, taken: bool, fails: bool) -> String {
    let what = asked.what();
    let right = if taken { "right, or assumed right because correct output depends on it" } else { "right" };
    let wrong = match &suspected.instead {
        Some(function) if asked.parameter => format!("where the reference passes &{function}"),
        Some(function) => format!("where the reference has &{function}"),
        None => "which is wrong".into(),
    };
    match (suspected.doubt, left) {
        // The tested value may be correct: with several operands in a condition only the outcome is wrong.
        (Doubt::Wrong, Err(here)) if asked.test => {
            format!("{what}: the condition went the wrong way, although everything it depends on is {right}: {here}")
        }
        (Doubt::Wrong, Ok(left)) if asked.test => format!("{what}: the condition went the wrong way; {left}"),
        (Doubt::Wrong, Err(here)) => format!("{what}, {wrong}, although everything it depends on is {right}: {here}"),
        (Doubt::Wrong, Ok(left)) => format!("{what}, {wrong}; {left}"),
        (Doubt::Called, _) => called(asked, suspected.instead.as_deref()),
        (Doubt::Missing, _) => {
            let wrong = match fails {
                true => format!("it fails at {}", asked.place()),
                false => format!("{what} at {}, {wrong}", asked.place()),
            };
            let rest = match left {
                Ok(left) => format!("{wrong}; {left}"),
                Err(_) => format!("{wrong}, although everything it depends on is {right}"),
            };
            suspected.missing.as_ref().map_or(what, |missing| absent(missing, left.is_err()) + &rest)
        }
        (Doubt::Failure, Err(_)) if taken => {
            format!(
                "everything the failure depends on is {right}; that output may be correct by chance: ask without --trust-output"
            )
        }
        (Doubt::Failure, Err(here)) => format!("everything the failure depends on is right: {here}"),
        (Doubt::Failure, Ok(left)) => format!("the failure itself; {left}"),
        (Doubt::Unknown, _) => format!("{what}; nobody could tell whether that is right"),
        (Doubt::Unasked, _) => format!("{what}; not asked yet"),
    }
}
