//! The effects of single instructions on memory and channels that the program text does not determine: calls of libc
//! models, copies, fills.

use whydunit_machine::Channel;

use crate::numbers::Time;
use crate::record::writers::{COPIES, Writer};

/// One effect of a model call or a bulk instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Bytes were read; `writer` is the time of their last writer plus one, 0 for none.
    Read {
        /// First address.
        addr: u64,
        /// Number of bytes.
        len: u32,
        /// Their last writer.
        writer: Writer,
        /// The argument whose text they are, `u16::MAX` if they belong to no single argument.
        arg: u16,
    },
    /// Bytes were written.
    Write {
        /// First address.
        addr: u64,
        /// Number of bytes.
        len: u64,
    },
    /// Bytes were copied to `dst`; this run of them had one `writer`.
    Copy {
        /// First address written.
        dst: u64,
        /// Number of bytes.
        len: u32,
        /// Last writer of the source.
        writer: Writer,
    },
    /// A part of a value was stored on its own: a member of a struct passed in a register, or an argument for `...`.
    Piece {
        /// First address written.
        dst: u64,
        /// Number of bytes.
        len: u32,
        /// Index of the first byte in the value. For a call it is an index into all of its arguments, which take
        /// [`ARGUMENT_BYTES`] each.
        from: u32,
    },
    /// A library call could have written these bytes but left them unchanged.
    Left {
        /// First address.
        addr: u64,
        /// Number of bytes.
        len: u32,
        /// Their last writer.
        writer: Writer,
        /// The previous item that left them unchanged since they were written, as a writer; 0 for none.
        before: Writer,
    },
    /// Bytes were written to a channel.
    Emit {
        /// The channel.
        channel: Channel,
        /// Offset of the first.
        offset: u64,
        /// Number of bytes.
        len: u32,
        /// The argument they show, `u16::MAX` for literal text.
        arg: u16,
    },
    /// The argument `by` gives the width or precision with which `printf` shows the argument `arg`.
    Layout {
        /// The argument that is shown.
        arg: u16,
        /// The argument that determines the layout.
        by: u16,
    },
    /// Bytes were read from a channel.
    Consume {
        /// The channel.
        channel: Channel,
        /// Offset of the first.
        offset: u64,
        /// Number of bytes.
        len: u32,
    },
    /// A heap object was allocated.
    Allocate {
        /// Its address.
        addr: u64,
        /// Its size.
        size: u64,
    },
    /// A heap object was freed.
    Release {
        /// Its address.
        addr: u64,
    },
}

/// Bytes counted for each argument of a call: two slots.
pub(crate) const ARGUMENT_BYTES: u32 = 16;

/// All effects of one executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Effect<'a> {
    /// The instruction.
    pub time: Time,
    /// The effects, in order.
    pub items: &'a [Item],
}

/// All effects of a run, by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    heads: Vec<(Time, u32)>,
    pub(crate) items: Vec<Item>,
}

impl Effects {
    /// Adds an item to the instruction at `time`; an item that continues the one before is joined with it.
    pub(crate) fn add(&mut self, time: Time, item: Item) {
        if self.heads.last().is_none_or(|h| h.0 != time) {
            self.heads.push((time, self.items.len() as u32));
        } else if self.items.last_mut().is_some_and(|last| join(last, &item)) {
            return;
        }
        self.items.push(item);
    }

    /// The next item, as the writer of the bytes that it copies or stores. None when items outnumber the available
    /// writer numbers.
    pub(crate) fn next_copy(&self) -> Option<Writer> {
        // The last numbers stay free: their distance from a time must not look small.
        let number = u32::try_from(self.items.len()).ok().filter(|&n| n < u32::MAX - COPIES - (1 << 17))?;
        Some(COPIES + number + 1)
    }

    /// For a writer that is an [`Item::Left`]: its time, the real writer of the bytes, and the item that left them
    /// unchanged before.
    pub(crate) fn left(&self, writer: Writer) -> Option<(Time, Writer, Writer)> {
        match self.item(writer.checked_sub(COPIES + 1)?)? {
            (time, Item::Left { writer, before, .. }) => Some((time, writer, before)),
            _ => None,
        }
    }

    /// The time of the instruction to which an item belongs, and the item.
    pub(crate) fn item(&self, number: u32) -> Option<(Time, Item)> {
        let item = *self.items.get(number as usize)?;
        let head = self.heads.partition_point(|h| h.1 <= number).checked_sub(1)?;
        Some((self.heads[head].0, item))
    }

    /// Starts the items of the instruction at `time`.
    pub(crate) fn begin(&mut self, time: Time) {
        self.heads.push((time, self.items.len() as u32));
    }

    /// Are all effects in order and before `end`, with writers that exist?
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

    /// Is `writer` possible at or before `time`?
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

    /// Bytes of memory in use.
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
