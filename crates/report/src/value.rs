//! C values in words a C programmer uses.

use whydunit_program::{Type, TypeId, Types};

/// Whoever can show memory: each byte, or that it is uninitialised; none when it may not be read.
pub trait MemoryView {
    /// The bytes at an address.
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>>;
}

impl<W> MemoryView for whydunit_machine::Machine<W> {
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>> {
        self.inspect(address, len)
    }
}

/// How many elements, members or characters are shown.
const SHOWN: usize = 8;
const TEXT: usize = 40;
const DEPTH: u32 = 2;

/// The value of type `ty` at `address`.
pub fn render_value(types: &Types, ty: TypeId, memory: &mut dyn MemoryView, address: u64) -> String {
    Renderer { types, memory }.value(ty, address, 0)
}

struct Renderer<'a> {
    types: &'a Types,
    memory: &'a mut dyn MemoryView,
}

impl Renderer<'_> {
    fn value(&mut self, ty: TypeId, address: u64, depth: u32) -> String {
        let types = self.types;
        match types.get(types.bare(ty)) {
            Type::Int { size, signed, character, name } => {
                self.int(address, *size, |raw| int_text(raw, *size, *signed, *character, name))
            }
            Type::Enum { size, enumerators, .. } => self.int(address, *size, |raw| {
                let value = signed(raw, *size);
                let name = enumerators.iter().find(|e| e.value == value || e.value == raw as i64);
                name.map_or_else(|| value.to_string(), |e| format!("{} ({value})", e.name))
            }),
            Type::Float { size, .. } => self.float(address, *size),
            Type::Pointer { to } => self.pointer(*to, address),
            Type::Array { element, count } => self.array(*element, *count, address, depth),
            Type::Record { fields, .. } => self.record(fields, address, depth),
            _ => "?".into(),
        }
    }

    fn raw(&mut self, address: u64, size: u32) -> Result<u64, &'static str> {
        let bytes = self.memory.bytes(address, size as usize).ok_or("<not accessible>")?;
        let mut value = 0;
        for (i, byte) in bytes.iter().enumerate().take(8) {
            value |= u64::from(byte.ok_or("<uninitialised>")?) << (8 * i);
        }
        Ok(value)
    }

    fn int(&mut self, address: u64, size: u32, show: impl Fn(u64) -> String) -> String {
        self.raw(address, size).map_or_else(str::to_string, show)
    }

    fn float(&mut self, address: u64, size: u32) -> String {
        let Ok(low) = self.raw(address, size.min(8)) else { return "<uninitialised>".into() };
        match size {
            4 => f32::from_bits(low as u32).to_string(),
            8 => f64::from_bits(low).to_string(),
            _ => {
                let high = self.raw(address + 8, 2).unwrap_or(0);
                let double = whydunit_machine::float::cast(whydunit_program::CastOp::FpToFp, 80, 64, [low, high])[0];
                f64::from_bits(double).to_string()
            }
        }
    }

    fn pointer(&mut self, to: TypeId, address: u64) -> String {
        let value = match self.raw(address, 8) {
            Ok(0) => return "NULL".into(),
            Ok(value) => value,
            Err(why) => return why.into(),
        };
        let is_text = matches!(self.types.get(self.types.bare(to)), Type::Int { character: true, .. });
        match is_text.then(|| self.text(value)).flatten() {
            Some(text) => text,
            None => format!("{value:#x}"),
        }
    }

    /// The C string at an address, when it looks like one.
    fn text(&mut self, address: u64) -> Option<String> {
        let mut text = String::from("\"");
        for i in 0..TEXT as u64 {
            match self.memory.bytes(address.wrapping_add(i), 1)?.first().copied().flatten()? {
                0 => return Some(text + "\""),
                byte => text.push_str(&byte.escape_ascii().to_string()),
            }
        }
        Some(text + "\"...")
    }

    fn array(&mut self, element: TypeId, count: u64, address: u64, depth: u32) -> String {
        if matches!(self.types.get(self.types.bare(element)), Type::Int { character: true, .. })
            && let Some(text) = self.text(address)
        {
            return text;
        }
        if depth >= DEPTH {
            return "{...}".into();
        }
        let size = self.types.size(element);
        let mut items: Vec<String> =
            (0..count.min(SHOWN as u64)).map(|i| self.value(element, address + i * size, depth + 1)).collect();
        if count > SHOWN as u64 {
            items.push("...".into());
        }
        format!("{{{}}}", items.join(", "))
    }

    fn record(&mut self, fields: &[whydunit_program::Field], address: u64, depth: u32) -> String {
        if depth >= DEPTH {
            return "{...}".into();
        }
        let mut items = Vec::new();
        for field in fields.iter().take(SHOWN) {
            let at = address + field.bit_offset / 8;
            let value = match field.bit_size {
                Some(bits) => self.bit_field(field, address, bits),
                None => self.value(field.ty, at, depth + 1),
            };
            items.push(format!("{} = {value}", field.name));
        }
        if fields.len() > SHOWN {
            items.push("...".into());
        }
        format!("{{{}}}", items.join(", "))
    }

    fn bit_field(&mut self, field: &whydunit_program::Field, address: u64, bits: u32) -> String {
        let (at, shift) = (address + field.bit_offset / 8, field.bit_offset % 8);
        let bytes = (shift + u64::from(bits)).div_ceil(8) as u32;
        let is_signed = matches!(self.types.get(self.types.bare(field.ty)), Type::Int { signed: true, .. });
        self.int(at, bytes.min(8), |raw| {
            let value = (raw >> shift) & (u64::MAX >> (64 - bits.clamp(1, 64)));
            let spare = 64 - bits.clamp(1, 64);
            if is_signed { (((value << spare) as i64) >> spare).to_string() } else { value.to_string() }
        })
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
