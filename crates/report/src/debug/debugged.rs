//! What came of debugging: the breakpoints with their answers, and who is left to blame.

use whydunit_locate::interactive::{Answer, Debugger, Doubt, Item, Judged, Missing, Suspected};
use whydunit_locate::{Declared, Session};

use super::asked::{Asked, Stop, place};
use crate::explanation::{Executed, Failed, Words};
use crate::source::SourceText;
use crate::wording::count;

/// A breakpoint that was answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The breakpoint.
    pub stop: Stop,
    /// What was said of each item.
    pub answers: Vec<Option<Answer>>,
    /// Who said it.
    pub judged: Judged,
    /// Instances left afterwards.
    pub left: usize,
    /// Share of the domain that the answer removed.
    pub removed: f64,
    /// Why more are left than there were, if so.
    pub widened: Option<&'static str>,
}

/// A suspected statement.
#[derive(Clone, Debug)]
pub struct Charged {
    /// The statement.
    pub at: Executed,
    /// Its place, with the execution.
    pub place: String,
    /// Why it is suspected.
    pub doubt: Doubt,
    /// That in words.
    pub sentence: String,
}

/// What came of debugging.
#[derive(Clone, Debug)]
pub struct Debugged {
    /// What failed.
    pub failed: Failed,
    /// The breakpoints.
    pub rounds: Vec<Answered>,
    /// Who is left to blame, the likeliest first.
    pub suspects: Vec<Charged>,
    /// How the fault travelled from the first suspect to the failure.
    pub path: Vec<Executed>,
    /// Is nothing left to ask?
    pub finished: bool,
    /// Did something lead to the failure that nobody can be asked about?
    pub open: bool,
    /// Instances that the failure depends on, and those that may still hold the fault; without what is given, which nobody
    /// need judge.
    pub domain: (usize, usize),
    /// So many of those that were looked at led to the failure; to others a correct version did.
    pub led: usize,
    /// If only the instances nearest to the failure were looked at first: how many the whole run has.
    pub whole: Option<usize>,
    /// Did more lead to it that is too far away to be looked at?
    pub cut: bool,
    /// More suspects than are listed.
    pub more: usize,
    /// Which functions were taken to be what a reference calls otherwise: ours and theirs.
    pub renamed: Vec<(String, String)>,
}

/// So many suspects are put into words.
const MOST: usize = 30;

impl Debugged {
    /// Puts the state of a debugger into words.
    pub fn new(debugger: &mut Debugger, sources: &mut SourceText) -> Debugged {
        let suspects = debugger.suspects();
        let (rounds, finished) = (debugger.history().to_vec(), debugger.breakpoint().is_none());
        let domain = (debugger.looked_at(), debugger.open().len());
        let led = debugger.led_to_failure();
        let first = suspects.first().map(|s| s.time);
        let path = first.map_or_else(Vec::new, |first| debugger.way_to_failure(first));
        let (cut, whole) = (debugger.is_cut(), debugger.window_of());
        // Where the correct version makes the value in another way nothing was left undone before.
        let wrong = suspects.first().filter(|s| s.doubt == Doubt::Wrong);
        let rewritten = wrong.is_some_and(|s| debugger.hint(s.time).is_some_and(|hint| hint.rewritten));
        let leaves_some_out = finished && !rewritten && debugger.leaves_some_out();
        let widened = match debugger.setting().helps.remember {
            true => "statements farther back were examined, too",
            false => "earlier answers \"right\" are in question again",
        };
        let mut words = Words::new(&mut debugger.session, sources);
        let failed = Failed::new(&mut words);
        let round = |round: &whydunit_locate::interactive::Round| {
            Some(Answered {
                stop: Stop::new(&mut words, &round.breakpoint)?,
                answers: round.answers.clone(),
                judged: round.judged,
                left: round.left,
                removed: round.removed(),
                widened: (round.left > round.breakpoint.domain).then_some(widened),
            })
        };
        let taken = rounds.iter().any(|r| r.judged == Judged::CorrectOutput);
        let nothing_asked = rounds.is_empty();
        let rounds = rounds.iter().filter_map(round).collect();
        let more = suspects.len().saturating_sub(MOST);
        let unknown = suspects.iter().any(|s| s.doubt == Doubt::Unknown);
        let unasked = finished && suspects.iter().any(|s| s.doubt == Doubt::Unasked);
        // Where another function is called than should be, nothing before that is at fault.
        let called = suspects.first().is_some_and(|s| s.doubt == Doubt::Called && s.instead.is_some());
        let (cut, leaves_some_out) = (cut && !called, leaves_some_out && !called);
        let open = match finished && nothing_asked {
            true => Some("nothing it depends on could be asked about"),
            false => open(cut, unasked, leaves_some_out),
        };
        let left = match (finished, unknown) {
            (false, _) => Some("not everything it depends on was examined"),
            (true, true) => Some("it depends on values that nobody could judge"),
            (true, false) => open,
        };
        let charged = suspects.iter().take(MOST).filter_map(|s| {
            let item = Item::at(words.session, if s.doubt == Doubt::Called { s.shown } else { s.time })?;
            let asked = Asked::new(&mut words, &item)?;
            let here = match (s.doubt, left) {
                (Doubt::Wrong | Doubt::Failure, None) => here(words.session, &item),
                _ => String::new(),
            };
            let fails = s.time == words.session.criterion.time;
            let sentence = sentence(s, &asked, left.ok_or(&*here), taken, fails);
            let (at, visit) = match s.doubt {
                Doubt::Missing => (words.executed(s.shown)?, words.session.visit_of(s.shown)),
                _ => (asked.at, asked.visit),
            };
            Some(Charged { place: place(&at, visit), at, doubt: s.doubt, sentence })
        });
        let suspects = charged.collect();
        let path = path.into_iter().filter_map(|time| words.executed(time)).collect();
        let (open, renamed) = (open.is_some(), Vec::new());
        Debugged { failed, rounds, suspects, path, finished, open, domain, led, whole, cut, more, renamed }
    }

    /// How many instances led to the failure, as far as was looked: "12 instances led to the failure".
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

    /// Is the fault found: is nothing left to ask, and nothing that nobody knew?
    pub fn is_found(&self) -> bool {
        let guessed = |s: &Charged| s.doubt == Doubt::Unknown || s.doubt == Doubt::Failure && self.took();
        self.finished && !self.open && !self.suspects.iter().any(guessed)
    }

    /// Was something taken to be right because correct output was made from it?
    fn took(&self) -> bool {
        self.rounds.iter().any(|r| r.judged == Judged::CorrectOutput)
    }
}

/// What led to the failure and was not looked at: what is too far away, what could not be asked about, what was left out.
fn open(cut: bool, unasked: bool, leaves_some_out: bool) -> Option<&'static str> {
    match (cut, unasked, leaves_some_out) {
        (true, _, _) => Some("it also depends on statements too far away to be examined"),
        (_, _, true) => Some("too many decisions may have skipped something; not all were asked about"),
        (_, true, _) => Some("it also depends on values that could not be asked about"),
        _ => None,
    }
}

/// A call of another function than in the correct version.
fn called(asked: &Asked, instead: Option<&str>) -> String {
    match instead {
        Some(instead) => format!("it calls {}, where the reference calls {instead}", asked.expression),
        None => format!("it calls {}, where the reference does not", asked.expression),
    }
}

/// What only the reference did; what comes of that is said next. It is `sure` that it is missing if all else is right.
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

/// Where the fault is when all that led to an instance is right. Nobody was asked about declarations: they are not
/// executed.
fn here(session: &mut Session, item: &Item) -> String {
    let declared = session.declared(&item.instance);
    let files = &session.program().files;
    let file = |d: &Declared| files[d.file.0 as usize].name.rsplit('/').next().unwrap_or_default().to_owned();
    let named = declared.iter().map(|d| {
        let what = if d.literal { "the text" } else { "the declaration of" };
        format!(", in {what} {} ({}:{})", d.name, file(d), d.line)
    });
    format!("the fault is here{}, or something is missing before it", named.collect::<String>())
}

/// Why something is suspected; `left` says what of its causes is open, or else where the fault is, `taken` whether some
/// are right because correct output was made from them, `fails` whether it is the failure.
fn sentence(suspected: &Suspected, asked: &Asked, left: Result<&str, &str>, taken: bool, fails: bool) -> String {
    let what = asked.what();
    let right = if taken { "right, or assumed right because correct output depends on it" } else { "right" };
    let wrong = match &suspected.instead {
        Some(function) if asked.parameter => format!("where the reference passes &{function}"),
        Some(function) => format!("where the reference has &{function}"),
        None => "which is wrong".into(),
    };
    match (suspected.doubt, left) {
        // What is tested may well be true: of a condition with several operands it is the way on that is wrong.
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
