//! The machine code that was compiled from the same source, as its line table describes it: what is known about an
//! executable without running it.

/// The functions of an executable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeCode {
    /// Those that have a line table, by address.
    pub functions: Vec<NativeFunction>,
    /// All their code.
    pub text: Text,
}

/// A range of machine code, to be recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Where it begins.
    pub start: u64,
    /// How many bytes it has.
    pub len: u64,
    /// Their Adler-32 checksum.
    pub sum: u32,
}

impl Text {
    /// The code that begins there.
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
    /// The file that its first line is in, without its directory.
    pub file: String,
    /// Where it begins in the executable.
    pub start: u64,
    /// Its code in order, in stretches that are executed from the beginning to the end.
    pub stretches: Vec<Stretch>,
}

/// Code of one source position that nothing jumps into or out of, calls aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins.
    pub address: u64,
    /// The line it was compiled from.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl NativeCode {
    /// The machine code of a function of that name; of several the one that is written there.
    pub fn function(&self, name: &str, file: &str, line: u32) -> Option<&NativeFunction> {
        let named = || self.functions.iter().filter(|f| f.name == name);
        let begins = |f: &&NativeFunction| f.stretches.first().is_some_and(|s| s.line == line);
        named().filter(|f| f.file == file).find(begins).or_else(|| named().next().filter(|_| named().count() == 1))
    }
}
