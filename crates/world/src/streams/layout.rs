//! The layout of glibc's `struct _IO_FILE`, which gnulib and old macros access.

use whydunit_machine::{Guest, Run, Word};

/// Size of a `FILE`.
pub(super) const SIZE: u64 = 216;

/// Offsets of the fields in use.
pub(super) const FLAGS: u64 = 0;
pub(super) const READ_POINTER: u64 = 8;
pub(super) const READ_END: u64 = 16;
pub(super) const READ_BASE: u64 = 24;
pub(super) const WRITE_BASE: u64 = 32;
pub(super) const WRITE_POINTER: u64 = 40;
pub(super) const WRITE_END: u64 = 48;
pub(super) const DESCRIPTOR: u64 = 112;
pub(super) const ORIENTATION: u64 = 192;

/// Upper half of the flags word.
pub(super) const MAGIC: u32 = 0xfbad_0000;

/// Bits of the flags word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag(pub(super) u32);

impl Flag {
    /// `_IO_UNBUFFERED`
    pub(crate) const UNBUFFERED: Flag = Flag(0x2);
    /// `_IO_NO_READS`
    pub(crate) const NO_READS: Flag = Flag(0x4);
    /// `_IO_NO_WRITES`
    pub(crate) const NO_WRITES: Flag = Flag(0x8);
    /// `_IO_EOF_SEEN`
    pub(crate) const END: Flag = Flag(0x10);
    /// `_IO_ERR_SEEN`
    pub(crate) const ERROR: Flag = Flag(0x20);
    /// `_IO_LINKED`
    pub(crate) const LINKED: Flag = Flag(0x80);
    /// `_IO_LINE_BUF`
    pub(crate) const LINE_BUFFERED: Flag = Flag(0x200);
    /// `_IO_CURRENTLY_PUTTING`
    pub(crate) const PUTTING: Flag = Flag(0x800);
    /// `_IO_IS_APPENDING`
    pub(crate) const APPENDING: Flag = Flag(0x1000);
    /// `_IO_IS_FILEBUF`
    pub(crate) const FILEBUF: Flag = Flag(0x2000);
}

/// Reads an eight-byte field.
pub(super) fn pointer(guest: &mut dyn Guest, file: u64, field: u64) -> Run<u64> {
    let word = guest.load(Word::new(file + field), 8)?;
    guest.pin(word, "field of a FILE")
}

/// Writes an eight-byte field.
pub(super) fn set_pointer(guest: &mut dyn Guest, file: u64, field: u64, value: u64) -> Run<()> {
    guest.store(Word::new(file + field), 8, Word::new(value))
}

/// Reads the flags word.
pub(super) fn flags(guest: &mut dyn Guest, file: u64) -> Run<u32> {
    let word = guest.load(Word::new(file + FLAGS), 4)?;
    Ok(guest.pin(word, "flags of a FILE")? as u32)
}

/// Sets or clears bits of the flags word.
pub(super) fn set_flag(guest: &mut dyn Guest, file: u64, flag: Flag, on: bool) -> Run<()> {
    let old = flags(guest, file)?;
    let new = if on { old | flag.0 } else { old & !flag.0 };
    if new != old {
        guest.store(Word::new(file + FLAGS), 4, Word::from(new))?;
    }
    Ok(())
}
