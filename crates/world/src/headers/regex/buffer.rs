//! `struct re_pattern_buffer`, as glibc lays it out on x86-64.

use std::sync::Arc;

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::model::guest_ext::at;
use crate::regex::{Alphabet, Fault, Regex, Syntax};

const BUFFER: u64 = 0;
const ALLOCATED: u64 = 8;
const USED: u64 = 16;
const SYNTAX: u64 = 24;
const FASTMAP: u64 = 32;
const TRANSLATE: u64 = 40;
const NSUB: u64 = 48;
const BITS: u64 = 56;

pub(super) const CAN_BE_NULL: u8 = 1;
/// Two bits: the owner of the registers.
pub(super) const REGS_SHIFT: u8 = 1;
pub(super) const REGS_MASK: u8 = 6;
pub(super) const FASTMAP_ACCURATE: u8 = 1 << 3;
pub(super) const NO_SUB: u8 = 1 << 4;
pub(super) const NOT_BOL: u8 = 1 << 5;
pub(super) const NOT_EOL: u8 = 1 << 6;
pub(super) const NEWLINE_ANCHOR: u8 = 1 << 7;

/// Size of the block behind `buffer`, in glibc.
const AUTOMATON: u64 = 232;

/// A pattern buffer in the program's memory.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    pub(super) address: Word,
}

impl Buffer {
    fn load(self, guest: &mut dyn Guest, offset: u64) -> Run<u64> {
        let here = at(guest, self.address, offset);
        let word = guest.load(here, 8)?;
        guest.pin(word, "a member of a pattern buffer")
    }

    fn store(self, guest: &mut dyn Guest, offset: u64, value: u64) -> Run<()> {
        let here = at(guest, self.address, offset);
        guest.store(here, 8, value.into())
    }

    /// The bit-fields.
    pub(super) fn bits(self, guest: &mut dyn Guest) -> Run<u8> {
        let here = at(guest, self.address, BITS);
        let word = guest.load(here, 1)?;
        Ok(guest.pin(word, "a member of a pattern buffer")? as u8)
    }

    /// Sets the bit-fields.
    pub(super) fn set_bits(self, guest: &mut dyn Guest, bits: u8) -> Run<()> {
        let here = at(guest, self.address, BITS);
        guest.store(here, 1, bits.into())
    }

    /// Resets the buffer without reading it: `regcomp` starts from uninitialised memory.
    pub(super) fn clear(self, guest: &mut dyn Guest) -> Run<()> {
        for offset in [BUFFER, ALLOCATED, USED, TRANSLATE] {
            self.store(guest, offset, 0)?;
        }
        Ok(())
    }

    pub(super) fn set_fastmap(self, guest: &mut dyn Guest, fastmap: u64) -> Run<()> {
        self.store(guest, FASTMAP, fastmap)
    }

    /// The number of groups in the pattern.
    pub(super) fn groups(self, guest: &mut dyn Guest) -> Run<u64> {
        self.load(guest, NSUB)
    }

    /// The compiled pattern, if there is one.
    pub(super) fn regex(self, world: &Posix, guest: &mut dyn Guest) -> Run<Option<Arc<Regex>>> {
        let automaton = self.load(guest, BUFFER)?;
        if automaton == 0 {
            return Ok(None);
        }
        let number = guest.load(automaton.into(), 8)?;
        let number = guest.pin(number, "a compiled pattern")?;
        Ok(world.regexes.get(number))
    }

    /// Compiles a pattern into the buffer. `bits` are the bit-fields to keep.
    pub(super) fn compile(
        self,
        world: &mut Posix,
        guest: &mut dyn Guest,
        pattern: &[u8],
        syntax: Syntax,
        bits: u8,
    ) -> Run<Result<(), Fault>> {
        let translate = self.translate(guest)?;
        self.store(guest, SYNTAX, syntax.0)?;
        self.store(guest, USED, 0)?;
        self.store(guest, NSUB, 0)?;
        self.set_bits(guest, bits)?;
        let alphabet = Alphabet { charset: world.charset, translate, icase: syntax.has(Syntax::ICASE) };
        let regex = match Regex::new(pattern, syntax, alphabet) {
            Ok(regex) => regex,
            Err(fault) => {
                self.drop_automaton(world, guest)?;
                return Ok(Err(fault));
            }
        };
        let automaton = self.automaton(world, guest)?;
        if automaton == 0 {
            return Ok(Err(Fault::Space));
        }
        self.store(guest, USED, AUTOMATON)?;
        self.store(guest, NSUB, u64::from(regex.groups()))?;
        let number = world.regexes.keep(regex);
        guest.store(automaton.into(), 8, number.into())?;
        Ok(Ok(()))
    }

    fn translate(self, guest: &mut dyn Guest) -> Run<Option<Box<[u8; 256]>>> {
        let address = self.load(guest, TRANSLATE)?;
        if address == 0 {
            return Ok(None);
        }
        let mut table = Box::new([0; 256]);
        guest.read_bytes(address.into(), &mut table[..], false)?;
        Ok(Some(table))
    }

    /// Memory in place of the automaton: a heap object, which the program may free itself.
    fn automaton(self, world: &mut Posix, guest: &mut dyn Guest) -> Run<u64> {
        if self.load(guest, ALLOCATED)? >= AUTOMATON {
            let old = self.load(guest, BUFFER)?;
            let number = guest.load(old.into(), 8)?;
            world.regexes.forget(number.bits);
            return Ok(old);
        }
        let old = self.load(guest, BUFFER)?;
        if old != 0 {
            guest.release(old)?;
        }
        let automaton = guest.allocate(AUTOMATON, 16)?;
        self.store(guest, BUFFER, automaton)?;
        self.store(guest, ALLOCATED, if automaton == 0 { 0 } else { AUTOMATON })?;
        Ok(automaton)
    }

    fn drop_automaton(self, world: &mut Posix, guest: &mut dyn Guest) -> Run<()> {
        let automaton = self.load(guest, BUFFER)?;
        if automaton != 0 {
            if self.load(guest, ALLOCATED)? >= AUTOMATON {
                let number = guest.load(automaton.into(), 8)?;
                world.regexes.forget(number.bits);
            }
            guest.release(automaton)?;
        }
        self.store(guest, BUFFER, 0)?;
        self.store(guest, ALLOCATED, 0)
    }

    /// `regfree`.
    pub(super) fn free(self, world: &mut Posix, guest: &mut dyn Guest) -> Run<()> {
        self.drop_automaton(world, guest)?;
        for offset in [FASTMAP, TRANSLATE] {
            let owned = self.load(guest, offset)?;
            if owned != 0 {
                guest.release(owned)?;
            }
            self.store(guest, offset, 0)?;
        }
        Ok(())
    }

    /// Fills the fastmap, if there is one: the bytes with which a match can start.
    pub(super) fn fill_fastmap(self, world: &Posix, guest: &mut dyn Guest) -> Run<()> {
        let fastmap = self.load(guest, FASTMAP)?;
        let Some(regex) = self.regex(world, guest)? else { return Ok(()) };
        if fastmap != 0 {
            guest.write_bytes(fastmap.into(), &regex.fastmap().map(u8::from))?;
        }
        let null = if regex.nullable() { CAN_BE_NULL } else { 0 };
        let bits = self.bits(guest)?;
        self.set_bits(guest, bits | FASTMAP_ACCURATE | null)
    }

    /// Did the program pass a fastmap that is not filled yet?
    pub(super) fn wants_fastmap(self, guest: &mut dyn Guest) -> Run<bool> {
        Ok(self.load(guest, FASTMAP)? != 0 && self.bits(guest)? & FASTMAP_ACCURATE == 0)
    }
}
