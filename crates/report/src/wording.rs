//! Describes the effect of an executed statement: "m = 1 with y = 1", "true with i = 10, count = 10".

use whydunit_locate::inquiry::Event;
use whydunit_program::{Inst, Program};
use whydunit_trace::{Instance, InstanceKind, RESULT, Value};

use crate::frozen::value_text;
use crate::paint::fit;

/// Maximum number of columns of one value.
const VALUE: usize = 48;

/// The effect of a statement: the values it defined, or its outcome.
pub(crate) fn outcome(program: &Program, event: &Event) -> String {
    let instance = &event.instance;
    if let Some(defined) = &instance.defines {
        let value = fit(&value_text(program, defined), VALUE);
        return match defined.name.as_str() {
            RESULT => format!("returns {value}"),
            "..." => format!("writes {value}"),
            // The compiler's variable for the destination after leaving a scope early.
            name if defined.ty.is_none() && name.starts_with("cleanup.") => String::new(),
            // Temporaries of the compiler have no name in the source.
            name if is_compilers(defined) && !name.starts_with(RESULT) => value,
            _ => format!("{} = {value}", defined.label()),
        };
    }
    match &instance.kind {
        InstanceKind::Decision { value } => (*value != 0).to_string(),
        InstanceKind::Choice { value } => chosen(program, instance, *value),
        InstanceKind::Return { value } => format!("returns {}", returned(program, value)),
        InstanceKind::Call { name } if event.wrote.is_empty() => format!("calls {}", callee(name)),
        InstanceKind::Call { name } => format!("{} gives {}", callee(name), list(program, &event.wrote)),
        _ => String::new(),
    }
}

/// The case that a `switch` chose. It is unknown whether there is a `default` for the rest.
pub(crate) fn chosen(program: &Program, instance: &Instance, value: u64) -> String {
    let function = program.function(instance.site.function);
    match function.insts[instance.site.inst as usize] {
        Inst::Switch { table, .. } => {
            let text = case_name(program, instance, value);
            match function.switches[table as usize].cases.iter().any(|c| c.0 == value) {
                true => format!("takes case {text}"),
                false => format!("has no case {text}"),
            }
        }
        _ => format!("takes {}", number(value)),
    }
}

/// The source's name of a function: glibc's headers rename some.
fn callee(name: &str) -> &str {
    name.trim_start_matches("__isoc99_")
}

/// Text for the margin of the source: the values that a statement defined, its outcome, or the arguments of a call.
pub(crate) fn remark(program: &Program, event: &Event) -> String {
    match event.instance.kind {
        InstanceKind::Call { .. } if event.wrote.is_empty() => used(program, event),
        InstanceKind::Call { .. } => list(program, &event.wrote),
        _ => outcome(program, event),
    }
}

/// The values that a statement used: "y = 1, z = 3".
pub(crate) fn used(program: &Program, event: &Event) -> String {
    list(program, &event.instance.uses)
}

/// Outcome and used values.
pub(crate) fn sentence(program: &Program, event: &Event) -> String {
    let (outcome, used) = (outcome(program, event), used(program, event));
    match (outcome.is_empty(), used.is_empty()) {
        (_, true) => outcome,
        (true, false) => format!("with {used}"),
        (false, false) => format!("{outcome} with {used}"),
    }
}

/// "name = value" of each value that has a name.
pub(crate) fn list(program: &Program, values: &[Value]) -> String {
    // Values that could not be read back, and those of the compiler.
    let nameless = |v: &&Value| without_calls(&v.name).contains("...") || v.bytes.is_empty() || is_compilers(v);
    let named = values.iter().filter(|v| !nameless(v));
    let shown: Vec<String> =
        named.map(|v| format!("{} = {}", v.label(), fit(&value_text(program, v), VALUE))).take(12).collect();
    shown.join(", ")
}

/// Whether it is a variable of the compiler, such as for a result or for the constant that initialises a variable.
pub(crate) fn is_compilers(value: &Value) -> bool {
    value.name.starts_with(RESULT) || value.ty.is_none() && without_calls(&value.name).contains('.')
}

/// A name without the arguments of calls in it, which are never shown.
fn without_calls(name: &str) -> String {
    name.replace("(...)", "()")
}

/// The return value of a function, as text.
pub(crate) fn returned(program: &Program, value: &Value) -> String {
    match value.ty {
        Some(_) => fit(&value_text(program, value), VALUE),
        None => number(value.word()),
    }
}

/// A word of unknown type: small numbers in decimal, others as addresses.
pub(crate) fn number(bits: u64) -> String {
    match bits {
        n if n as i64 == i64::from(n as i32) => (n as i32).to_string(),
        n if n >> 32 == 0 => (n as u32 as i32).to_string(),
        n => format!("{n:#x}"),
    }
}

/// "1 line", "3 lines".
pub(crate) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Whether a pointer only leads to another value that is shown, as `p` beside `p->next`. Such a pointer adds nothing,
/// unless it is null.
pub(crate) fn leads(instance: &Instance, value: &Value) -> bool {
    let name = value.name.as_str();
    let behind = |other: &Value| {
        let member = other.name.strip_prefix(name).is_some_and(|rest| rest.starts_with("->") || rest.starts_with('['));
        member || other.name.strip_prefix('*') == Some(name)
    };
    !value.pointee.is_empty() && instance.uses.iter().chain(&instance.defines).any(behind)
}

/// The value of a case as the source writes it: as a character if the `int` is compared with characters.
pub(crate) fn case_name(program: &Program, instance: &Instance, case: u64) -> String {
    let text = case_text(program, &instance.uses, case);
    let function = program.function(instance.site.function);
    let Inst::Switch { table, .. } = function.insts[instance.site.inst as usize] else { return text };
    let visible = |case: u64| u8::try_from(case).is_ok_and(|byte| byte.is_ascii_graphic());
    // The end of the input, of a string, of a line.
    let common = |case: u64| case as u32 as i32 == -1 || [0, 9, 10, 13, 32].contains(&case);
    let cases = &function.switches[table as usize].cases;
    let of_characters = cases.iter().any(|c| visible(c.0)) && cases.iter().all(|c| visible(c.0) || common(c.0));
    match text.parse::<i64>() {
        Ok(_) if of_characters && visible(case) => format!("{text} '{}'", char::from(case as u8)),
        _ => text,
    }
}

/// The value of a case in the notation of the switched variable, if there is one.
pub(crate) fn case_text(program: &Program, uses: &[Value], case: u64) -> String {
    let [used] = uses else { return (case as i32).to_string() };
    let bytes = case.to_le_bytes().iter().map(|b| Some(*b)).take(used.bytes.len()).collect();
    value_text(program, &Value { bytes, pointee: Default::default(), ..used.clone() })
}
