//! The machine code compiled from the same source, as its line table describes it: the static facts
//! about an executable.

/// The functions of an executable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeCode {
    /// The functions that have a line table, by address.
    pub functions: Vec<NativeFunction>,
    /// The whole code section.
    pub text: Text,
}

/// Identifies a range of machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Address of its first byte.
    pub start: u64,
    /// Number of bytes.
    pub len: u64,
    /// The Adler-32 checksum of the bytes.
    pub sum: u32,
}

impl Text {
    /// The code that begins at this address.
    pub fn new(start: u64, bytes: &[u8]) -> Text {
        let (a, b) = bytes.iter().fold((1, 0), |(a, b), &byte| {
            let a = (a + u32::from(byte)) % 65521;
            (a, (b + a) % 65521)
        });
        Text { start, len: bytes.len() as u64, sum: b << 16 | a }
    }
}

/// The machine code of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFunction {
    /// Its symbol.
    pub name: String,
    /// The name of the file that contains its first line, without directory.
    pub file: String,
    /// Its address in the executable.
    pub start: u64,
    /// Its code in order, divided into straight-line stretches.
    pub stretches: Vec<Stretch>,
}

/// Code of one source position without jumps into or out of it, except calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Address of its first instruction.
    pub address: u64,
    /// The source line.
    pub line: u32,
    /// The source column.
    pub column: u32,
}

impl NativeCode {
    /// The machine code of a function with this name. If there are several, the one defined at this
    /// place.
    pub fn function(&self, name: &str, file: &str, line: u32) -> Option<&NativeFunction> {
        let named = || self.functions.iter().filter(|f| f.name == name);
        let begins = |f: &&NativeFunction| f.stretches.first().is_some_and(|s| s.line == line);
        named().filter(|f| f.file == file).find(begins).or_else(|| named().next().filter(|_| named().count() == 1))
    }
}
