//! Detects the format of a file from its contents and finds the modules in it.

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};

use crate::bitstream;
use crate::error::LoadError;
use crate::llvm::Form;

/// The section that clang puts bitcode into.
const SECTION: &str = ".llvmbc";
/// Number of bytes inspected to distinguish text from data.
const TEXT_PROBE: usize = 64 * 1024;

/// A module in a file.
pub(crate) struct Source<'a> {
    /// The file, with the number of the module when it is one of several.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: &'a [u8],
    /// Bitcode or text.
    pub(crate) form: Form,
}

/// The modules in the file `name` with contents `bytes`.
pub(crate) fn open<'a>(name: &str, bytes: &'a [u8]) -> Result<Vec<Source<'a>>, LoadError> {
    if bytes.starts_with(b"\x7fELF") {
        elf(name, bytes)
    } else if bitstream::is_bitcode(bytes) {
        split(name, bytes)
    } else if looks_like_text(bytes) {
        Ok(vec![Source { name: name.into(), bytes, form: Form::Text }])
    } else {
        Err(LoadError::NotAProgram { name: name.into() })
    }
}

fn elf<'a>(name: &str, bytes: &'a [u8]) -> Result<Vec<Source<'a>>, LoadError> {
    let bad = |what: String| LoadError::BadElf { name: name.into(), what };
    let file = ElfFile64::<Endianness>::parse(bytes).map_err(|e| bad(e.to_string()))?;
    let mut sources = Vec::new();
    for section in file.sections() {
        if section.name_bytes() != Ok(SECTION.as_bytes()) {
            continue;
        }
        let data = section.data().map_err(|e| bad(e.to_string()))?;
        sources.extend(split(name, data)?);
    }
    if sources.is_empty() { Err(LoadError::NoBitcode { name: name.into() }) } else { Ok(sources) }
}

fn split<'a>(name: &str, bytes: &'a [u8]) -> Result<Vec<Source<'a>>, LoadError> {
    let ranges = bitstream::modules(bytes).map_err(|what| LoadError::Truncated { name: name.into(), what })?;
    let several = ranges.len() > 1;
    let label = |i: usize| if several { format!("{name} (module {})", i + 1) } else { name.to_owned() };
    let source = |(i, range)| Source { name: label(i), bytes: &bytes[range], form: Form::Binary };
    Ok(ranges.into_iter().enumerate().map(source).collect())
}

/// LLVM's text form has no magic number: looks for a line that occurs only in this form.
fn looks_like_text(bytes: &[u8]) -> bool {
    let probe = &bytes[..bytes.len().min(TEXT_PROBE)];
    let starts: [&[u8]; 6] = [b"; ModuleID", b"source_filename", b"target ", b"define ", b"declare ", b"@"];
    !probe.contains(&0) && probe.split(|&b| b == b'\n').any(|line| starts.iter().any(|s| line.starts_with(s)))
}
