//! Streams on memory of the program: `fmemopen` and `open_memstream`.

use whydunit_machine::{Guest, Run, Word};

use super::open::Mode;
use crate::fs::Errno;

/// Memory as a file.
#[derive(Clone, Debug)]
pub(crate) enum Memory {
    /// `fmemopen`: a buffer of fixed size.
    Fixed(Fixed),
    /// `open_memstream`: a buffer that grows.
    Growing(Growing),
}

/// The buffer of `fmemopen`.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    start: u64,
    size: u64,
    position: u64,
    /// End of the written or readable data.
    end: u64,
    append: bool,
    /// Was the buffer allocated for this stream?
    owned: bool,
    pending: Vec<Word>,
}

/// The buffer of `open_memstream`, and the addresses where the program expects it.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    pointer: u64,
    length: u64,
    /// Bytes per character: 4 for `open_wmemstream`.
    unit: u8,
    contents: Vec<Word>,
    position: usize,
    buffer: u64,
    capacity: u64,
    changed: bool,
}

impl Fixed {
    pub(crate) fn new(guest: &mut dyn Guest, start: u64, size: u64, mode: Mode) -> Run<Self> {
        let owned = start == 0;
        let start = if owned { guest.allocate(size.max(1), 1)? } else { start };
        let mut fixed = Fixed { start, size, position: 0, end: size, append: mode.append, owned, pending: Vec::new() };
        if owned {
            guest.fill(start.into(), Word::new(0), size.max(1))?;
        }
        if mode.append {
            fixed.end = fixed.text_length(guest)?;
            fixed.position = fixed.end;
        } else if mode.truncates {
            fixed.end = 0;
            if size > 0 {
                guest.store(start.into(), 1, Word::new(0))?;
            }
        } else if owned {
            fixed.end = 0;
        }
        Ok(fixed)
    }

    fn text_length(&self, guest: &mut dyn Guest) -> Run<u64> {
        for index in 0..self.size {
            let byte = guest.load(Word::new(self.start + index), 1)?;
            if crate::model::guest_ext::is_nul(guest, byte)? {
                return Ok(index);
            }
        }
        Ok(self.size)
    }

    fn flush(&mut self, guest: &mut dyn Guest) -> Run<Result<(), Errno>> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return Ok(Ok(()));
        }
        if self.append {
            self.position = self.end;
        }
        let room = self.size.saturating_sub(self.position);
        if room == 0 {
            return Ok(Err(Errno::ENOSPC));
        }
        let count = (pending.len() as u64).min(room);
        for (index, &word) in pending.iter().take(count as usize).enumerate() {
            guest.store(Word::new(self.start + self.position + index as u64), 1, word)?;
        }
        self.position += count;
        if self.position > self.end {
            self.end = self.position;
            let ends_in_nul = pending[count as usize - 1].bits & 0xff == 0;
            if self.end < self.size && !ends_in_nul {
                guest.store(Word::new(self.start + self.end), 1, Word::new(0))?;
            }
        }
        Ok(if count < pending.len() as u64 { Err(Errno::ENOSPC) } else { Ok(()) })
    }
}

impl Growing {
    pub(crate) fn new(pointer: u64, length: u64, unit: u8) -> Self {
        Growing { pointer, length, unit, contents: Vec::new(), position: 0, buffer: 0, capacity: 0, changed: true }
    }

    fn put(&mut self, words: impl Iterator<Item = Word>) {
        for word in words {
            if self.position > self.contents.len() {
                self.contents.resize(self.position, Word::new(0));
            }
            match self.contents.get_mut(self.position) {
                Some(place) => *place = word,
                None => self.contents.push(word),
            }
            self.position += 1;
        }
        self.changed = true;
    }

    /// Updates the program's buffer, pointer and length.
    fn flush(&mut self, guest: &mut dyn Guest) -> Run<Result<(), Errno>> {
        let unit = u64::from(self.unit);
        if self.changed {
            let needed = (self.contents.len() as u64 + 1) * unit;
            if needed > self.capacity {
                // Reserve room to grow, so that flushing after every write does not copy every time.
                let capacity = needed.max(self.capacity * 2);
                let new = guest.allocate(capacity, 16)?;
                if new == 0 {
                    return Ok(Err(Errno::ENOMEM));
                }
                if self.buffer != 0 {
                    guest.release(self.buffer)?;
                }
                (self.buffer, self.capacity) = (new, capacity);
            }
            let end = [Word::new(0)];
            for (index, &word) in self.contents.iter().chain(&end).enumerate() {
                guest.store(Word::new(self.buffer + index as u64 * unit), self.unit, word)?;
            }
            self.changed = false;
        }
        guest.store(self.pointer.into(), 8, self.buffer.into())?;
        guest.store(self.length.into(), 8, Word::new(self.position.min(self.contents.len()) as u64))?;
        Ok(Ok(()))
    }
}

impl Memory {
    /// The number of bytes to flush.
    pub(super) fn pending(&self) -> usize {
        match self {
            Memory::Fixed(fixed) => fixed.pending.len(),
            Memory::Growing(_) => 0,
        }
    }

    /// Does the stream store wide characters unconverted?
    pub(super) fn is_wide(&self) -> bool {
        matches!(self, Memory::Growing(growing) if growing.unit == 4)
    }

    pub(super) fn put(&mut self, words: impl Iterator<Item = Word>) {
        match self {
            Memory::Fixed(fixed) => fixed.pending.extend(words),
            Memory::Growing(growing) => growing.put(words),
        }
    }

    pub(super) fn flush(&mut self, guest: &mut dyn Guest) -> Run<Result<(), Errno>> {
        match self {
            Memory::Fixed(fixed) => fixed.flush(guest),
            Memory::Growing(growing) => growing.flush(guest),
        }
    }

    pub(super) fn discard(&mut self) {
        if let Memory::Fixed(fixed) = self {
            fixed.pending.clear();
        }
    }

    pub(super) fn get(&mut self, guest: &mut dyn Guest) -> Run<Option<Word>> {
        match self {
            Memory::Fixed(fixed) if fixed.position < fixed.end => {
                fixed.position += 1;
                guest.load(Word::new(fixed.start + fixed.position - 1), 1).map(Some)
            }
            _ => Ok(None),
        }
    }

    pub(super) fn step_back(&mut self) {
        if let Memory::Fixed(fixed) = self {
            fixed.position -= 1;
        }
    }

    /// Moves to an offset relative to the start (0), the position (1) or the end (2).
    pub(super) fn seek(&mut self, offset: i64, whence: i32) -> Result<u64, Errno> {
        let (position, end, most) = match self {
            Memory::Fixed(fixed) => (fixed.position, fixed.end, fixed.size),
            Memory::Growing(growing) => (growing.position as u64, growing.contents.len() as u64, 1 << 31),
        };
        let base = match whence {
            0 => 0,
            1 => position,
            2 => end,
            _ => return Err(Errno::EINVAL),
        };
        let target = base.checked_add_signed(offset).filter(|&t| t <= most).ok_or(Errno::EINVAL)?;
        match self {
            Memory::Fixed(fixed) => fixed.position = target,
            Memory::Growing(growing) => growing.position = target as usize,
        }
        Ok(target)
    }

    /// Closes the stream and frees its own memory.
    pub(super) fn close(&mut self, guest: &mut dyn Guest) -> Run<()> {
        match self {
            Memory::Fixed(fixed) if fixed.owned => guest.release(fixed.start),
            // The buffer that the program now owns ends at the position of the stream.
            Memory::Growing(growing) => {
                let end = growing.position.min(growing.contents.len()) as u64;
                guest.store(Word::new(growing.buffer + end * u64::from(growing.unit)), growing.unit, Word::new(0))
            }
            _ => Ok(()),
        }
    }
}
