//! What one instruction did to memory and channels when that is more than the program text says:
//! calls of libc models, copies, fills.

use whydunit_machine::Channel;

use crate::numbers::Time;
use crate::record::writers::{COPIES, Writer};

/// One thing that happened during a call of a model or a bulk instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Bytes were read; `writer` is the time of their last writer plus one, 0 for none.
    Read {
        /// First address.
        addr: u64,
        /// How many bytes.
        len: u32,
        /// Their writer.
        writer: Writer,
        /// The argument they are the text of, `u16::MAX` if they are not only for one.
        arg: u16,
    },
    /// Bytes were written.
    Write {
        /// First address.
        addr: u64,
        /// How many.
        len: u64,
    },
    /// Bytes were copied to `dst`; this run of them came from `writer`.
    Copy {
        /// First address written.
        dst: u64,
        /// How many bytes.
        len: u32,
        /// Who had written the source.
        writer: Writer,
    },
    /// Bytes of a value were stored, by themselves: members of a struct that was passed in a register, an argument for
    /// `...`.
    Piece {
        /// First address written.
        dst: u64,
        /// How many bytes.
        len: u32,
        /// The first of them, counted from that of the value; of a call, whose arguments have
        /// [`ARGUMENT_BYTES`] each, from that of its first argument.
        from: u32,
    },
    /// A call of the library might have written these bytes, but left them as they were.
    Left {
        /// First address.
        addr: u64,
        /// How many bytes.
        len: u32,
        /// Who had written them.
        writer: Writer,
        /// As a writer, the item that had left them alone before, since they were written; 0 for none.
        before: Writer,
    },
    /// Output bytes.
    Emit {
        /// Where to.
        channel: Channel,
        /// Offset of the first.
        offset: u64,
        /// How many.
        len: u32,
        /// The argument they show, `u16::MAX` for literal text.
        arg: u16,
    },
    /// Output bytes that show the argument `arg` are laid out as another one says, the width or precision of `printf`.
    Layout {
        /// The argument shown.
        arg: u16,
        /// The one that says how.
        by: u16,
    },
    /// Input bytes.
    Consume {
        /// Where from.
        channel: Channel,
        /// Offset of the first.
        offset: u64,
        /// How many.
        len: u32,
    },
    /// A heap object was given out.
    Allocate {
        /// Its address.
        addr: u64,
        /// Its size.
        size: u64,
    },
    /// A heap object was taken back.
    Release {
        /// Its address.
        addr: u64,
    },
}

/// So many bytes are counted for an argument of a call: two slots.
pub(crate) const ARGUMENT_BYTES: u32 = 16;

/// All that one instruction did.
#[derive(Clone, Copy, Debug)]
pub struct Effect<'a> {
    /// The instruction.
    pub time: Time,
    /// What it did, in order.
    pub items: &'a [Item],
}

/// All effects of a run, by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    heads: Vec<(Time, u32)>,
    pub(crate) items: Vec<Item>,
}

impl Effects {
    /// Adds an item to the instruction at `time`, joined with the one before if it continues it.
    pub(crate) fn add(&mut self, time: Time, item: Item) {
        if self.heads.last().is_none_or(|h| h.0 != time) {
            self.heads.push((time, self.items.len() as u32));
        } else if self.items.last_mut().is_some_and(|last| join(last, &item)) {
            return;
        }
        self.items.push(item);
    }

    /// The item that is added next, as the writer of what it copies or stores; none when there are too many items to tell them
    /// apart.
    pub(crate) fn next_copy(&self) -> Option<Writer> {
        // The last numbers are kept free: distances from there to a time must not look small.
        let number = u32::try_from(self.items.len()).ok().filter(|&n| n < u32::MAX - COPIES - (1 << 17))?;
        Some(COPIES + number + 1)
    }

    /// When the last writer of some bytes is an item that left them as they were: when that was, who wrote them, and what
    /// had left them alone before.
    pub(crate) fn left(&self, writer: Writer) -> Option<(Time, Writer, Writer)> {
        match self.item(writer.checked_sub(COPIES + 1)?)? {
            (time, Item::Left { writer, before, .. }) => Some((time, writer, before)),
            _ => None,
        }
    }

    /// The instruction to which the item with that number belongs, and the item.
    pub(crate) fn item(&self, number: u32) -> Option<(Time, Item)> {
        let item = *self.items.get(number as usize)?;
        let head = self.heads.partition_point(|h| h.1 <= number).checked_sub(1)?;
        Some((self.heads[head].0, item))
    }

    /// What is added to the items next was done by the instruction at `time`.
    pub(crate) fn begin(&mut self, time: Time) {
        self.heads.push((time, self.items.len() as u32));
    }

    /// Is everything in order, and before `end`; and is whoever wrote what was read or copied known?
    pub(crate) fn are_in_order(&self, end: Time) -> bool {
        let known = |item: &Item| match *item {
            Item::Read { writer, .. } | Item::Copy { writer, .. } => self.knows(writer, end),
            Item::Left { writer, before, .. } => self.knows(writer, end) && self.knows(before, end),
            _ => true,
        };
        self.heads.is_sorted_by_key(|h| h.0)
            && self.heads.last().is_none_or(|h| h.0 < end)
            && self.items.iter().all(known)
    }

    /// Can that be a writer before `time`?
    pub(crate) fn knows(&self, writer: Writer, time: Time) -> bool {
        match writer.checked_sub(COPIES + 1) {
            None => writer <= time.0,
            Some(number) => self.item(number).is_some_and(|(at, item)| {
                at <= time && matches!(item, Item::Copy { .. } | Item::Piece { .. } | Item::Left { .. })
            }),
        }
    }

    /// The number of the first item of the instruction at `time`, if it has any.
    pub(crate) fn first_of(&self, time: Time) -> Option<u32> {
        self.heads.binary_search_by_key(&time, |h| h.0).ok().map(|head| self.heads[head].1)
    }

    /// The effect of the instruction at `time`, empty if it had none.
    pub(crate) fn at(&self, time: Time) -> Effect<'_> {
        match self.heads.binary_search_by_key(&time, |h| h.0) {
            Ok(index) => self.nth(index),
            Err(_) => Effect { time, items: &[] },
        }
    }

    /// All effects in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Effect<'_>> {
        (0..self.heads.len()).map(|i| self.nth(i))
    }

    fn nth(&self, index: usize) -> Effect<'_> {
        let (time, first) = self.heads[index];
        let end = self.heads.get(index + 1).map_or(self.items.len(), |h| h.1 as usize);
        Effect { time, items: &self.items[first as usize..end] }
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.heads.len() * 8 + self.items.len() * size_of::<Item>()
    }
}

fn join(last: &mut Item, item: &Item) -> bool {
    match (last, item) {
        (Item::Read { addr, len, writer, arg }, Item::Read { addr: a, len: l, writer: w, arg: g })
            if *addr + u64::from(*len) == *a && writer == w && arg == g =>
        {
            *len += l;
            true
        }
        (Item::Write { addr, len }, Item::Write { addr: a, len: l }) if *addr + *len == *a => {
            *len += l;
            true
        }
        (Item::Emit { channel, offset, len, arg }, Item::Emit { channel: c, offset: o, len: l, arg: g })
            if channel == c && arg == g && *offset + u64::from(*len) == *o =>
        {
            *len += l;
            true
        }
        (Item::Consume { channel, offset, len }, Item::Consume { channel: c, offset: o, len: l })
            if channel == c && *offset + u64::from(*len) == *o =>
        {
            *len += l;
            true
        }
        _ => false,
    }
}
