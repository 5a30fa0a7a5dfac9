//! The byte encoding of effects.

use std::io::{self, Read, Write};

use whydunit_machine::Channel;

use crate::record::effect::Item;
use crate::record::format::Summed;

/// Writes one item: a letter for its kind, then its numbers.
pub(crate) fn pack_item<W: Write>(out: &mut Summed<W>, item: &Item) -> io::Result<()> {
    let mut put = |letter: u8, numbers: &[u64]| {
        out.put(&[letter])?;
        numbers.iter().try_for_each(|&n| out.put_number(n))
    };
    match *item {
        Item::Read { addr, len, writer, arg } => put(b'r', &[addr, len.into(), writer.into(), arg.into()]),
        Item::Write { addr, len } => put(b'w', &[addr, len]),
        Item::Copy { dst, len, writer } => put(b'c', &[dst, len.into(), writer.into()]),
        Item::Piece { dst, len, from } => put(b'p', &[dst, len.into(), from.into()]),
        Item::Left { addr, len, writer, before } => put(b'l', &[addr, len.into(), writer.into(), before.into()]),
        Item::Emit { channel, offset, len, arg } => {
            let (kind, which) = pack_channel(channel);
            put(b'e', &[kind, which, offset, len.into(), arg.into()])
        }
        Item::Layout { arg, by } => put(b'y', &[arg.into(), by.into()]),
        Item::Consume { channel, offset, len } => {
            let (kind, which) = pack_channel(channel);
            put(b'i', &[kind, which, offset, len.into()])
        }
        Item::Allocate { addr, size } => put(b'a', &[addr, size]),
        Item::Release { addr } => put(b'f', &[addr]),
    }
}

/// Reads one item.
pub(crate) fn unpack_item<R: Read>(from: &mut Summed<R>) -> io::Result<Item> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let [letter] = from.take()?;
    Ok(match letter {
        b'r' => {
            let (addr, len, writer) = (from.number()?, from.small()?, from.small()?);
            Item::Read { addr, len, writer, arg: unpack_argument(from)? }
        }
        b'w' => Item::Write { addr: from.number()?, len: from.number()? },
        b'c' => Item::Copy { dst: from.number()?, len: from.small()?, writer: from.small()? },
        b'p' => Item::Piece { dst: from.number()?, len: from.small()?, from: from.small()? },
        b'l' => Item::Left { addr: from.number()?, len: from.small()?, writer: from.small()?, before: from.small()? },
        b'e' => {
            let channel = unpack_channel(from.number()?, from.number()?).ok_or_else(damaged)?;
            Item::Emit { channel, offset: from.number()?, len: from.small()?, arg: unpack_argument(from)? }
        }
        b'y' => Item::Layout { arg: unpack_argument(from)?, by: unpack_argument(from)? },
        b'i' => {
            let channel = unpack_channel(from.number()?, from.number()?).ok_or_else(damaged)?;
            Item::Consume { channel, offset: from.number()?, len: from.small()? }
        }
        b'a' => Item::Allocate { addr: from.number()?, size: from.number()? },
        b'f' => Item::Release { addr: from.number()? },
        _ => return Err(damaged()),
    })
}

fn unpack_argument<R: Read>(from: &mut Summed<R>) -> io::Result<u16> {
    u16::try_from(from.number()?).map_err(|_| io::ErrorKind::InvalidData.into())
}

fn pack_channel(channel: Channel) -> (u64, u64) {
    match channel {
        Channel::Stdin => (0, 0),
        Channel::Stdout => (1, 0),
        Channel::Stderr => (2, 0),
        Channel::File(number) => (3, number),
        Channel::Argument(number) => (4, number.into()),
        Channel::Environment => (5, 0),
        Channel::Surroundings => (6, 0),
    }
}

fn unpack_channel(kind: u64, which: u64) -> Option<Channel> {
    Some(match kind {
        0 => Channel::Stdin,
        1 => Channel::Stdout,
        2 => Channel::Stderr,
        3 => Channel::File(which),
        4 => Channel::Argument(u32::try_from(which).ok()?),
        5 => Channel::Environment,
        6 => Channel::Surroundings,
        _ => return None,
    })
}
