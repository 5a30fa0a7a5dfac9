//! A breakpoint as data, in C's words: what every renderer (lines, screen, JSON) shows.

use whydunit_locate::interactive::{DescribedBreakpoint, DescribedItem, Quality, Spot};
use whydunit_machine::Site;
use whydunit_program::{Callee, Inst, Program, Type};
use whydunit_trace::{Instance, InstanceKind, RESULT, Time, Value};

use super::onward;
use super::tested::tested;
use crate::explanation::{Executed, Words};
use crate::frozen::whole_text;
use crate::source::SourceText;
use crate::wording::{case_text, count, list, number};

/// Where to stop, and what to look at there.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The place.
    pub at: Executed,
    /// Which execution of the line, and of how many.
    pub visit: (u32, u32),
    /// The lines around it, with their numbers.
    pub around: Vec<(u32, String)>,
    /// What to look at.
    pub items: Vec<Asked>,
    /// The arrays of which elements are read there: "a = {11, 14, 0}".
    pub arrays: Vec<String>,
    /// What came of it, and was passed on until it was seen to be wrong.
    pub led_to: Option<Asked>,
    /// Why more may hold the fault than the last answer left, if that is so.
    pub onward: Option<String>,
    /// What was known wrong already and is to be explained; nothing as long as that is the failure.
    pub explains: Vec<Asked>,
    /// How good it is.
    pub quality: Quality,
    /// Instances that may hold the fault, or executions of its statement.
    pub domain: usize,
    /// If these are only the nearest: how many the whole run has.
    pub whole: Option<usize>,
    /// Is it one of many executions of its statement, each made from an earlier one?
    pub in_row: bool,
}

/// One thing to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The statement; for a parameter the call that gives it its value.
    pub at: Executed,
    /// Which execution of the line, and of how many.
    pub visit: (u32, u32),
    /// The instance.
    pub time: Time,
    /// What to look at: `a[0]`, `i < size`.
    pub expression: String,
    /// Its value.
    pub value: String,
    /// The values it was made from, as far as the statement names them.
    pub with: String,
    /// Is it what a call gives to a parameter?
    pub parameter: bool,
    /// Is it a test? That is right when it went the right way.
    pub test: bool,
    /// Is it a pointer that is shown with what is there? It is right when it points to the right place.
    pub points: bool,
}

/// Between a pointer and what is there.
const THERE: &str = " -> ";
/// So many lines before and after a place are shown.
const AROUND: u32 = 2;

impl Stop {
    /// Puts a breakpoint into words.
    pub fn of(facts: &DescribedBreakpoint, program: &Program, sources: &mut SourceText) -> Stop {
        Stop::new(&mut Words::new(program, sources), facts)
    }

    pub(crate) fn new(words: &mut Words<'_>, facts: &DescribedBreakpoint) -> Stop {
        let breakpoint = &facts.breakpoint;
        let at = words.executed(&facts.at);
        let lines = at.line.saturating_sub(AROUND).max(1)..=at.line + AROUND;
        let file = breakpoint.spot.place.file;
        let around = lines.map(|line| (line, words.untrimmed(file, line))).filter(|(_, text)| text.is_some());
        Stop {
            visit: visit(&breakpoint.spot),
            around: around.filter_map(|(line, text)| Some((line, text?))).collect(),
            items: facts.items.iter().map(|item| Asked::new(words, item)).collect(),
            arrays: arrays(words.program, &facts.arrays),
            led_to: facts.led_to.as_ref().map(|item| Asked::new(words, item)),
            onward: facts.continuation.as_ref().map(|onward| onward::sentence(words, onward)),
            explains: facts.explains.iter().map(|item| Asked::new(words, item)).collect(),
            quality: breakpoint.quality,
            domain: breakpoint.domain,
            whole: breakpoint.whole,
            in_row: breakpoint.bisection.is_some(),
            at,
        }
    }

    /// What may hold the fault: "12 instances".
    pub fn in_question(&self) -> String {
        let what = if self.in_row { "execution" } else { "executed statement" };
        let made = if self.in_row { " of this statement, each using an earlier one," } else { "" };
        let nearest = self.whole.map(|whole| format!(" (the nearest of {whole} in the run)"));
        count(self.domain, what) + made + &nearest.unwrap_or_default()
    }
}

impl Asked {
    pub(crate) fn new(words: &mut Words<'_>, facts: &DescribedItem) -> Asked {
        let (program, item) = (words.program, &facts.item);
        let at = words.executed(&facts.at);
        let (expression, value) = looked_at(program, &item.instance, &at);
        let parameter = item.instance.kind == InstanceKind::Argument;
        let which = facts.site.filter(|_| parameter).and_then(|site| which_call(program, site));
        let expression = match which.zip(expression.split_once("'s parameter ")) {
            Some((which, (function, name))) => format!("the {} {function}(...)'s parameter {name}", ordinal(which)),
            None => expression,
        };
        // What is looked at need not be told twice, nor what a call gives a parameter.
        let itself = |used: &Value| used.label() == expression && whole_text(program, used) == value;
        let used = item.instance.uses.iter().filter(|_| !parameter);
        let others: Vec<Value> = used.filter(|used| !itself(used)).cloned().collect();
        let with = list(program, &others);
        let test = matches!(item.instance.kind, InstanceKind::Decision { .. } | InstanceKind::Choice { .. });
        let points = is_pointer(program, &item.instance) && (value.starts_with('"') || value.contains(THERE));
        Asked { visit: visit(&item.spot), time: item.time, expression, value, with, parameter, test, points, at }
    }

    /// "a[0] is 0 with v = 0".
    pub fn sentence(&self) -> String {
        let with = if self.with.is_empty() { String::new() } else { format!(" with {}", self.with) };
        self.what() + &with
    }

    /// What is looked at, and how it is: "a[0] is 0", "n points to 0x100000020 (there {key = 5})".
    pub fn what(&self) -> String {
        format!("{} {} {}", self.expression, self.verb(), self.state())
    }

    /// "is", of a pointer "points to".
    pub fn verb(&self) -> &'static str {
        if self.points { "points to" } else { "is" }
    }

    /// The value, of a pointer the place with what is there.
    pub fn state(&self) -> String {
        match self.value.split_once(THERE).filter(|_| self.points) {
            // Of a pointer it is the place that is judged: what is there is asked about by itself.
            Some((place, there)) => format!("{} (there {there})", place.trim_start_matches('&')),
            None => self.value.clone(),
        }
    }

    /// Likewise; of a test and a pointer also what it means that it is right.
    pub fn question(&self) -> String {
        self.sentence() + &self.meaning().map_or_else(String::new, |right| format!(" ({right})"))
    }

    /// What it means of a test or a pointer that it is right.
    pub fn meaning(&self) -> Option<&'static str> {
        match (self.test, self.points) {
            (true, _) => Some("right if the condition should be this"),
            (_, true) => Some("right if it should point there, whatever is there"),
            _ => None,
        }
    }

    /// Place and execution: "sort.c:9#2".
    pub fn place(&self) -> String {
        place(&self.at, self.visit)
    }
}

/// "sort.c:9", with the execution when there are several: "sort.c:9#2".
pub(crate) fn place(at: &Executed, visit: (u32, u32)) -> String {
    match visit {
        (_, 1) => format!("{}:{}", at.file, at.line),
        (k, _) => format!("{}:{}#{k}", at.file, at.line),
    }
}

/// "a = {11, 14, 0}" of each array, each once.
fn arrays(program: &Program, arrays: &[Value]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for array in arrays {
        let text = format!("{} = {}", array.name, whole_text(program, array));
        found.extend(Some(text).filter(|text| !found.contains(text)));
    }
    found
}

fn visit(spot: &Spot) -> (u32, u32) {
    (spot.visit, spot.visits)
}

/// Is what there is to look at in an instance a pointer?
fn is_pointer(program: &Program, instance: &Instance) -> bool {
    let made: Vec<&Value> = instance.defines.iter().chain(&instance.wrote).collect();
    let looked_at = match (&made[..], &instance.kind) {
        (&[made], _) => Some(made),
        ([], InstanceKind::Return { value }) => Some(value),
        _ => None,
    };
    let ty = looked_at.filter(|value| value.elements.is_none()).and_then(|value| value.ty);
    ty.is_some_and(|ty| matches!(program.types.get(program.types.bare(ty)), Type::Pointer { .. }))
}

/// Which of the calls of one function on a line is at a site, in reading order from 1; none if there is only one.
fn which_call(program: &Program, site: Site) -> Option<usize> {
    let function = program.function(site.function);
    let callee = |at: usize| match function.insts[at] {
        Inst::Call { site } => Some(function.calls[site as usize].callee),
        _ => None,
    };
    let is_same = |at: usize| match (callee(at), callee(site.inst as usize)) {
        (Some(Callee::Indirect(_)), Some(Callee::Indirect(_))) => true,
        (Some(one), Some(other)) => one == other,
        _ => false,
    };
    let line = |at: usize| function.locs[at].line;
    let mut alike: Vec<usize> =
        (0..function.insts.len()).filter(|&at| line(at) == line(site.inst as usize) && is_same(at)).collect();
    alike.sort_by_key(|&at| function.locs[at].column);
    alike.iter().position(|&at| at == site.inst as usize).filter(|_| alike.len() > 1).map(|at| at + 1)
}

fn ordinal(number: usize) -> String {
    let words = ["first", "second", "third", "fourth", "fifth"];
    words.get(number - 1).map_or_else(|| format!("{number}th"), |word| word.to_string())
}

/// What there is to look at in an instance, and its value: of several things "(x, y)" and "(1, 2)".
fn looked_at(program: &Program, instance: &Instance, at: &Executed) -> (String, String) {
    let mut made: Vec<(String, String)> =
        instance.defines.iter().chain(&instance.wrote).map(|m| seen(program, m, at)).collect();
    if let InstanceKind::Return { value } = &instance.kind {
        made.push((format!("the result of {}", program.function(instance.site.function).name), judged(program, value)));
    }
    if let [(name, value)] = &made[..] {
        // The place is that of the call, where the name may mean something else.
        let called = (instance.kind == InstanceKind::Argument).then(|| &program.function(instance.site.function).name);
        let name = called.map_or_else(|| name.clone(), |function| format!("{function}'s parameter {name}"));
        return (name, value.clone());
    }
    if !made.is_empty() {
        let (names, values): (Vec<String>, Vec<String>) = made.into_iter().unzip();
        return (format!("({})", names.join(", ")), format!("({})", values.join(", ")));
    }
    let test = || tested(program.function(instance.site.function), instance.site.inst, at);
    match &instance.kind {
        InstanceKind::Decision { value } => (test(), (*value != 0).to_string()),
        InstanceKind::Choice { value } => (test(), case_text(program, &instance.uses, *value)),
        InstanceKind::Call { name } => (name.clone(), "called".into()),
        _ => ("what it does".into(), "done".into()),
    }
}

/// What a function returned.
fn judged(program: &Program, value: &Value) -> String {
    if value.ty.is_some() { whole_text(program, value) } else { number(value.word()) }
}

/// What something is called that a statement made, and its value.
fn seen(program: &Program, made: &Value, at: &Executed) -> (String, String) {
    let name = match made.name.as_str() {
        RESULT => format!("the result of {}", at.function),
        name if name.starts_with(RESULT) => {
            format!("{} of the result of {}", name[RESULT.len()..].trim_start_matches('.'), at.function)
        }
        "..." => "what is written".into(),
        // The compiler's own temporaries have no name in the source.
        name if made.ty.is_none() && name.contains('.') => "the value".into(),
        _ => made.label(),
    };
    (name, whole_text(program, made))
}
