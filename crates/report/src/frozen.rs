//! Renders recorded values as text.

use whydunit_program::{Program, Type, TypeId, Types};
use whydunit_trace::{MemoryView, RESULT, Value};

use crate::paint::fit;
use crate::value::{BRIEF, Extent, WHOLE, renderer};

/// Number of bytes shown of a value without a type.
const BYTES: usize = 16;

/// A memory view of the bytes of a value and of its pointee.
struct Frozen<'a> {
    value: &'a Value,
    /// The target address of a pointer.
    target: Option<u64>,
}

impl MemoryView for Frozen<'_> {
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>> {
        let part = |bytes: &[Option<u8>], from: u64| {
            let start = address.checked_sub(from)? as usize;
            bytes.get(start..start.checked_add(len)?).map(<[_]>::to_vec)
        };
        let inside = || self.value.targets.iter().find_map(|target| part(&target.text, target.address));
        part(&self.value.bytes, self.value.address).or_else(|| part(&self.value.pointee, self.target?)).or_else(inside)
    }

    fn variable(&mut self, address: u64) -> Option<String> {
        self.value.targets.iter().find(|target| target.address == address)?.name.clone()
    }

    fn bits(&mut self, address: u64) -> Option<(u8, u8)> {
        let known = |p: &&(u64, u8, u8)| p.0 == address;
        match self.bytes(address, 1)?.first().copied().flatten() {
            Some(byte) => Some((byte, 0)),
            None => Some(self.value.partly.iter().find(known).map_or((0, u8::MAX), |p| (p.1, p.2))),
        }
    }
}

/// Number of characters shown of a value that a person has to judge.
const JUDGED: usize = 200;

/// The value as a C programmer would write it.
pub(crate) fn value_text(program: &Program, value: &Value) -> String {
    shown(program, value, BRIEF)
}

/// The value with all its elements, as far as they fit: nobody can judge `{...}`.
pub(crate) fn whole_text(program: &Program, value: &Value) -> String {
    fit(&shown(program, value, WHOLE), JUDGED)
}

fn shown(program: &Program, value: &Value, extent: Extent) -> String {
    let types = &program.types;
    let number =
        value.bytes.iter().take(8).enumerate().try_fold(0u64, |n, (i, b)| Some(n | u64::from((*b)?) << (8 * i)));
    match value.ty {
        _ if value.rest && value.bytes.iter().all(|byte| *byte == Some(0)) => "0".into(),
        // The content of a stream is internal to libc, but a null pointer is not.
        _ if is_stream(program, value) && number.is_some_and(|n| n != 0) => STREAM.into(),
        Some(ty) if value.elements.is_some() => {
            let count = value.elements.unwrap_or_default();
            renderer(program, &mut Frozen { value, target: None }, extent).array(ty, count, value.address, 0)
        }
        Some(ty) => {
            let pointer = matches!(types.get(types.bare(ty)), Type::Pointer { .. });
            let target = number.filter(|_| pointer && !value.pointee.is_empty());
            let text = renderer(program, &mut Frozen { value, target }, extent).value(ty, value.address, 0);
            let address = number.filter(|_| pointer).map(|n| format!("{n:#x}")).unwrap_or_default();
            match (text.strip_prefix(&address), &value.points) {
                (Some(rest), Some(variable)) => format!("&{variable}{rest}"),
                _ => text,
            }
        }
        None if value.bytes.len() > 8 => bytes_text(&value.bytes),
        None if value.bytes.len() > 4 => number.map_or_else(|| "<uninitialised>".into(), |n| (n as i64).to_string()),
        None => number.map_or_else(|| "<uninitialised>".into(), |n| (n as i32).to_string()),
    }
}

/// Untyped bytes: "01 00 ff ...".
fn bytes_text(bytes: &[Option<u8>]) -> String {
    let shown = bytes.iter().take(BYTES).map(|byte| byte.map_or_else(|| "??".into(), |b| format!("{b:02x}")));
    let more = if bytes.len() > BYTES { " ..." } else { "" };
    format!("the bytes {}{more}", shown.collect::<Vec<String>>().join(" "))
}

/// "name = value".
pub(crate) fn assigned(program: &Program, value: &Value) -> String {
    match value.name.as_str() {
        RESULT => value_text(program, value),
        _ => format!("{} = {}", value.label(), value_text(program, value)),
    }
}

/// The text shown for a `FILE *`.
pub(crate) const STREAM: &str = "a stream";

/// Whether the value is a `FILE *`, whose content is internal to libc.
pub(crate) fn is_stream(program: &Program, value: &Value) -> bool {
    let types = &program.types;
    // The three standard streams may have a name but no type.
    let Some(ty) = value.ty else { return ["stdin", "stdout", "stderr"].contains(&value.name.as_str()) };
    points_to_stream(types, ty)
}

/// Whether a type is `FILE *`.
pub(crate) fn points_to_stream(types: &Types, ty: TypeId) -> bool {
    let Type::Pointer { to } = types.get(types.bare(ty)) else { return false };
    matches!(types.get(types.bare(*to)), Type::Record { name, .. } if name == "_IO_FILE")
}
