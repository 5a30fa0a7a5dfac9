//! Renders values in C notation.

use whydunit_program::layout::{self, Code};
use whydunit_program::{Program, Type, TypeId};
use whydunit_trace::MemoryView;

/// Limits on the rendering of a value.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// Maximum number of elements or members.
    shown: usize,
    /// Maximum number of characters.
    text: u64,
    /// Maximum nesting of arrays and structures.
    depth: u32,
}

/// Limits that suffice to recognise a value.
pub(crate) const BRIEF: Extent = Extent { shown: 8, text: 40, depth: 2 };
/// Limits that suffice to judge whether a value is correct.
pub(crate) const WHOLE: Extent = Extent { shown: 64, text: 200, depth: 6 };

const LOOKED_AT: u64 = 64;
/// Maximum number of characters read from an array.
const CHARACTERS: u64 = 256;

/// Renders the value of type `ty` at `address`.
pub fn render_value(program: &Program, ty: TypeId, memory: &mut dyn MemoryView, address: u64) -> String {
    Renderer { program, memory, extent: BRIEF, numbers: false }.value(ty, address, 0)
}

/// A renderer with the limits of `extent`.
pub(crate) fn renderer<'a>(program: &'a Program, memory: &'a mut dyn MemoryView, extent: Extent) -> Renderer<'a> {
    Renderer { program, memory, extent, numbers: false }
}

const UNINITIALISED: &str = "<uninitialised>";

/// Renders values from memory.
pub(crate) struct Renderer<'a> {
    program: &'a Program,
    memory: &'a mut dyn MemoryView,
    extent: Extent,
    /// Whether characters in arrays are numbers rather than text.
    numbers: bool,
}

impl Renderer<'_> {
    /// Renders the value of type `ty` at `address`, nested in `depth` others.
    pub(crate) fn value(&mut self, ty: TypeId, address: u64, depth: u32) -> String {
        let types = &self.program.types;
        match types.get(types.bare(ty)) {
            Type::Int { size: 16, signed, .. } => self.wide(address, *signed),
            Type::Int { size, signed, character, name } => {
                self.int(address, *size, |raw| int_text(raw, *size, *signed, *character, name))
            }
            Type::Enum { size, enumerators, .. } => self.int(address, *size, |raw| {
                let value = signed(raw, *size);
                let name = enumerators.iter().find(|e| e.value == value || e.value == raw as i64);
                name.map_or_else(|| value.to_string(), |e| format!("{} ({value})", e.name))
            }),
            Type::Float { size, .. } => self.float(address, *size),
            Type::Pointer { to } => self.pointer(*to, address, depth),
            Type::Array { element, count } => self.array(*element, *count, address, depth),
            Type::Record { fields, .. } => self.record(fields, address, depth),
            _ => "?".into(),
        }
    }

    fn raw(&mut self, address: u64, size: u32) -> Result<u64, &'static str> {
        let bytes = self.memory.bytes(address, size as usize).ok_or("<not accessible>")?;
        let mut value = 0;
        for (i, byte) in bytes.iter().enumerate().take(8) {
            value |= u64::from(byte.ok_or(UNINITIALISED)?) << (8 * i);
        }
        Ok(value)
    }

    fn int(&mut self, address: u64, size: u32, show: impl Fn(u64) -> String) -> String {
        self.raw(address, size).map_or_else(str::to_string, show)
    }

    /// An integer of 128 bits.
    fn wide(&mut self, address: u64, signed: bool) -> String {
        let words = self.raw(address, 8).and_then(|low| Ok((low, self.raw(address + 8, 8)?)));
        let number = words.map(|(low, high)| u128::from(low) | u128::from(high) << 64);
        let show = |number: u128| if signed { (number as i128).to_string() } else { number.to_string() };
        number.map_or_else(str::to_string, show)
    }

    fn float(&mut self, address: u64, size: u32) -> String {
        let Ok(low) = self.raw(address, size.min(8)) else { return UNINITIALISED.into() };
        match size {
            4 => short(f64::from(f32::from_bits(low as u32)), f32::from_bits(low as u32).to_string()),
            8 => short(f64::from_bits(low), f64::from_bits(low).to_string()),
            _ => {
                let high = self.raw(address + 8, 2).unwrap_or(0);
                let double = whydunit_machine::float::cast(whydunit_program::CastOp::FpToFp, 80, 64, [low, high])[0];
                short(f64::from_bits(double), f64::from_bits(double).to_string())
            }
        }
    }

    fn pointer(&mut self, to: TypeId, address: u64, depth: u32) -> String {
        let value = match self.raw(address, 8) {
            Ok(0) => return "NULL".into(),
            Ok(value) => value,
            Err(why) => return why.into(),
        };
        let types = &self.program.types;
        let place = |memory: &mut dyn MemoryView| {
            let variable = memory.variable(value).map(|variable| format!("&{variable}"));
            variable.unwrap_or_else(|| format!("{value:#x}"))
        };
        match types.get(types.bare(to)) {
            Type::Int { character: true, .. } => match self.text(value, u64::MAX) {
                Some(text) if text.starts_with('"') => text,
                Some(other) => format!("{value:#x} -> {other}"),
                None => format!("{value:#x}"),
            },
            Type::Function { .. } => self.function(value),
            Type::Void => place(self.memory),
            _ if depth > 0 || self.memory.bytes(value, types.size(to).clamp(1, 4096) as usize).is_none() => {
                place(self.memory)
            }
            _ => format!("{value:#x} -> {}", self.value(to, value, depth + 1)),
        }
    }

    fn function(&self, address: u64) -> String {
        let name = match layout::code_at(address) {
            Some(Code::Function(id)) => self.program.functions.get(id.0 as usize).map(|f| &f.name),
            Some(Code::External(id)) => self.program.externals.get(id.0 as usize).map(|e| &e.name),
            None => None,
        };
        name.map_or_else(|| format!("{address:#x}"), |name| format!("&{name}"))
    }

    /// The string at an address, of at most `most` characters; none if the first one is unreadable.
    fn text(&mut self, address: u64, most: u64) -> Option<String> {
        let mut bytes = Vec::new();
        let quoted = |bytes: &[u8], then: &str| Some(format!("\"{}\"{then}", readable(bytes)));
        for i in 0..most.min(self.extent.text) {
            match self.memory.bytes(address.wrapping_add(i), 1).map(|b| b.first().copied().flatten()) {
                None if i == 0 => return None,
                None => return quoted(&bytes, ", then no memory"),
                Some(None) if i == 0 => return Some(UNINITIALISED.into()),
                Some(None) => return quoted(&bytes, ", then uninitialised"),
                Some(Some(0)) => return quoted(&bytes, ""),
                Some(Some(byte)) => bytes.push(byte),
            }
        }
        match most <= self.extent.text {
            true => quoted(&bytes, " without end"),
            false => quoted(whole_letters(&bytes), "..."),
        }
    }

    /// Whether an array of characters, possibly nested, holds numbers: bytes after a 0, and bytes that no text
    /// contains. Mere leftovers of an earlier, longer string do not count.
    fn holds_numbers(&mut self, element: TypeId, count: u64, address: u64) -> bool {
        let types = &self.program.types;
        match types.get(types.bare(element)) {
            Type::Int { character: true, .. } => {
                let bytes = self.initialised(address, count);
                let hidden = bytes.iter().skip_while(|&&byte| byte != 0).any(|&byte| byte != 0);
                let strange = |byte: u8| matches!(byte, 1..=6 | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f);
                hidden && (bytes.iter().any(|&byte| strange(byte)) || std::str::from_utf8(&bytes).is_err())
            }
            Type::Array { element, count: inner } if *inner > 0 => {
                let (element, inner, size) = (*element, *inner, types.size(*element) * inner);
                (0..count.min(LOOKED_AT)).any(|i| self.holds_numbers(element, inner, address + i * size))
            }
            _ => false,
        }
    }

    /// The first `count` bytes, up to the first that is uninitialised or unreadable.
    fn initialised(&mut self, address: u64, count: u64) -> Vec<u8> {
        let byte = |i| self.memory.bytes(address.wrapping_add(i), 1).and_then(|b| b.first().copied().flatten());
        (0..count.min(CHARACTERS)).map_while(byte).collect()
    }

    /// Renders `count` consecutive values of type `element` from `address` on.
    pub(crate) fn array(&mut self, element: TypeId, count: u64, address: u64, depth: u32) -> String {
        let numbers = self.numbers || count > 0 && self.holds_numbers(element, count, address);
        let before = std::mem::replace(&mut self.numbers, numbers);
        let text = self.elements(element, count, address, depth);
        self.numbers = before;
        text
    }

    /// As [Self::array], with characters as text unless `numbers` is set.
    fn elements(&mut self, element: TypeId, count: u64, address: u64, depth: u32) -> String {
        let types = &self.program.types;
        let is_text = !self.numbers && matches!(types.get(types.bare(element)), Type::Int { character: true, .. });
        // The length of a variable-length array is not part of its type.
        let most = if count == 0 { u64::MAX } else { count };
        if is_text && let Some(text) = self.text(address, most) {
            return text;
        }
        if depth >= self.extent.depth || count == 0 {
            return "{...}".into();
        }
        let size = types.size(element);
        let items: Vec<String> =
            (0..count.min(LOOKED_AT)).map(|i| self.value(element, address + i * size, depth + 1)).collect();
        let (mut shown, mut at) = (Vec::new(), 0);
        while at < items.len() && shown.len() < self.extent.shown {
            let same = items[at..].iter().take_while(|item| **item == items[at]).count();
            let same = if same < 4 { 1 } else { same };
            shown.push(if same == 1 { items[at].clone() } else { format!("{} ({same} times)", items[at]) });
            at += same;
        }
        if at < items.len() || count > LOOKED_AT {
            shown.push("...".into());
        }
        format!("{{{}}}", shown.join(", "))
    }

    fn record(&mut self, fields: &[whydunit_program::Field], address: u64, depth: u32) -> String {
        if depth >= self.extent.depth {
            return "{...}".into();
        }
        let mut items = Vec::new();
        for field in fields.iter().take(self.extent.shown) {
            let at = address + field.bit_offset / 8;
            let value = match field.bit_size {
                Some(bits) => self.bit_field(field, address, bits),
                None => self.value(field.ty, at, depth + 1),
            };
            // Members of an unnamed member belong to the enclosing struct.
            items.push(if field.name.is_empty() { value } else { format!("{} = {value}", field.name) });
        }
        if fields.len() > self.extent.shown {
            items.push("...".into());
        }
        format!("{{{}}}", items.join(", "))
    }

    fn bit_field(&mut self, field: &whydunit_program::Field, address: u64, bits: u32) -> String {
        let (at, shift) = (address + field.bit_offset / 8, field.bit_offset % 8);
        let (mut raw, mut undefined) = (0u128, 0u128);
        for i in 0..(shift + u64::from(bits)).div_ceil(8).min(9) {
            let Some((value, mask)) = self.memory.bits(at + i) else { return "<not accessible>".into() };
            raw |= u128::from(value) << (8 * i);
            undefined |= u128::from(mask) << (8 * i);
        }
        let spare = 64 - bits.clamp(1, 64);
        if (undefined >> shift) as u64 & (u64::MAX >> spare) != 0 {
            return UNINITIALISED.into();
        }
        let types = &self.program.types;
        let value = (raw >> shift) as u64;
        match types.get(types.bare(field.ty)) {
            Type::Int { signed: true, .. } => (((value << spare) as i64) >> spare).to_string(),
            Type::Int { size, name, .. } => int_text(value & (u64::MAX >> spare), *size, false, false, name),
            _ => (value & (u64::MAX >> spare)).to_string(),
        }
    }
}

/// Text as C writes it, with visible letters of other languages. Invisible characters and invalid bytes are escaped
/// byte by byte.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match !letter.is_ascii() && is_visible(letter) {
                true => text.push(letter),
                false => text += &letter.encode_utf8(&mut [0; 4]).as_bytes().escape_ascii().to_string(),
            }
        }
        text += &chunk.invalid().escape_ascii().to_string();
    }
    text
}

/// Whether a character is visible, alone or combined with the one before it.
fn is_visible(letter: char) -> bool {
    let text: String = ['a', letter].iter().collect();
    text.escape_debug().eq(text.chars())
}

/// Removes an incomplete character at the end.
fn whole_letters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

fn signed(raw: u64, size: u32) -> i64 {
    let spare = 64 - 8 * size.clamp(1, 8);
    ((raw << spare) as i64) >> spare
}

fn int_text(raw: u64, size: u32, is_signed: bool, character: bool, name: &str) -> String {
    let number = if is_signed { signed(raw, size).to_string() } else { raw.to_string() };
    match raw {
        _ if name == "_Bool" || name == "bool" => if raw != 0 { "true" } else { "false" }.into(),
        0x20..0x7f if character => format!("{number} '{}'", (raw as u8).escape_ascii()),
        _ => number,
    }
}

/// A number with its `digits` if they are short enough to read, otherwise with an exponent as `%g` writes it.
fn short(number: f64, digits: String) -> String {
    if number == 0.0 || (1e-5..1e16).contains(&number.abs()) { digits } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn many_zeros_become_an_exponent() {
        let shown = |number: f64| short(number, number.to_string());
        assert_eq!([0.0, 0.1, -2.5, 12_345_678.0].map(shown), ["0", "0.1", "-2.5", "12345678"]);
        assert_eq!([2e-323, -1e300, f64::INFINITY].map(shown), ["2e-323", "-1e300", "inf"]);
    }
}
