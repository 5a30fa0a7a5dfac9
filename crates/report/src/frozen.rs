//! Values that were read earlier, as text.

use whydunit_program::{Program, Type};
use whydunit_trace::Value;

use crate::value::{MemoryView, render_row, render_value};

/// So many bytes of what has no type are shown.
const BYTES: usize = 16;

/// The bytes of a value and of what it points to, as memory.
struct Frozen<'a> {
    value: &'a Value,
    /// Where a pointer points to.
    target: Option<u64>,
}

impl MemoryView for Frozen<'_> {
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>> {
        let part = |bytes: &[Option<u8>], from: u64| {
            let start = address.checked_sub(from)? as usize;
            bytes.get(start..start.checked_add(len)?).map(<[_]>::to_vec)
        };
        part(&self.value.bytes, self.value.address).or_else(|| part(&self.value.pointee, self.target?))
    }
}

/// The value, as a C programmer would write it.
pub(crate) fn value_text(program: &Program, value: &Value) -> String {
    let types = &program.types;
    let number =
        value.bytes.iter().take(8).enumerate().try_fold(0u64, |n, (i, b)| Some(n | u64::from((*b)?) << (8 * i)));
    match value.ty {
        _ if is_stream(program, value) => "a stream".into(),
        Some(ty) if value.elements.is_some() => {
            let count = value.elements.unwrap_or_default();
            render_row(program, ty, count, &mut Frozen { value, target: None }, value.address)
        }
        Some(ty) => {
            let pointer = matches!(types.get(types.bare(ty)), Type::Pointer { .. });
            let target = number.filter(|_| pointer && !value.pointee.is_empty());
            let text = render_value(program, ty, &mut Frozen { value, target }, value.address);
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

/// Bytes of whatever type: "01 00 ff ...".
fn bytes_text(bytes: &[Option<u8>]) -> String {
    let shown = bytes.iter().take(BYTES).map(|byte| byte.map_or_else(|| "??".into(), |b| format!("{b:02x}")));
    let more = if bytes.len() > BYTES { " ..." } else { "" };
    format!("the bytes {}{more}", shown.collect::<Vec<String>>().join(" "))
}

/// "name = value".
pub(crate) fn assigned(program: &Program, value: &Value) -> String {
    format!("{} = {}", value.label(), value_text(program, value))
}

/// A `FILE *`: what is in it is libc's business.
pub(crate) fn is_stream(program: &Program, value: &Value) -> bool {
    let types = &program.types;
    // The three that everybody has may be known by name only.
    let Some(ty) = value.ty else { return ["stdin", "stdout", "stderr"].contains(&value.name.as_str()) };
    let Type::Pointer { to } = types.get(types.bare(ty)) else { return false };
    matches!(types.get(types.bare(*to)), Type::Record { name, .. } if name == "_IO_FILE")
}
