//! `<arpa/inet.h>`: addresses as text, without a network.

use std::net::{Ipv4Addr, Ipv6Addr};

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::refusal::{EAFNOSUPPORT, ENOSPC, minus_one, null};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("inet_addr", inet_addr),
    model("inet_aton", inet_aton),
    model("inet_ntoa", inet_ntoa),
    model("inet_ntop", inet_ntop),
    model("inet_pton", inet_pton),
];

const AF_INET: u64 = 2;
const AF_INET6: u64 = 10;

/// One to four numbers, decimal, octal or hexadecimal; the last one covers the remaining bytes.
fn loose(text: &[u8]) -> Option<u32> {
    let end = text.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(text.len());
    let parts: Vec<u64> = text[..end].split(|&b| b == b'.').map(number).collect::<Option<_>>()?;
    let (&last, leading) = parts.split_last()?;
    if parts.len() > 4 || leading.iter().any(|&p| p > 255) || last > u64::from(u32::MAX) >> (8 * leading.len()) {
        return None;
    }
    let high = leading.iter().enumerate().fold(0, |all, (i, &p)| all | p << (24 - 8 * i));
    Some((high | last) as u32)
}

fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    };
    if digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, radix).ok().filter(|&n| n <= u64::from(u32::MAX))
}

/// The text an argument points to.
fn text(guest: &mut dyn Guest, index: usize) -> Run<Vec<u8>> {
    let address = arg(guest, index);
    c_bytes(guest, address, "an internet address")
}

fn inet_addr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = text(guest, 0)?;
    Ok(loose(&text).map_or(u32::MAX, u32::to_be).into())
}

fn inet_aton(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = text(guest, 0)?;
    let Some(address) = loose(&text) else { return Ok(0.into()) };
    let out = arg(guest, 1);
    if guest.pin(out, "where to store an address")? != 0 {
        guest.write_bytes(out, &address.to_be_bytes())?;
    }
    Ok(1.into())
}

fn inet_ntoa(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let address = pinned(guest, 0, "an internet address")? as u32;
    let text = format!("{}\0", Ipv4Addr::from(address.to_le_bytes()));
    let out = *world.inet_text.get_or_insert_with(|| guest.reserve(18, 1));
    guest.write_bytes(out.into(), text.as_bytes())?;
    Ok(out.into())
}

fn inet_pton(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let family = pinned(guest, 0, "an address family")? & 0xffff_ffff;
    let (text, out) = (text(guest, 1)?, arg(guest, 2));
    let text = String::from_utf8_lossy(&text);
    let bytes = match family {
        AF_INET => text.parse::<Ipv4Addr>().ok().map(|a| a.octets().to_vec()),
        AF_INET6 => text.parse::<Ipv6Addr>().ok().map(|a| a.octets().to_vec()),
        _ => return minus_one(world, guest, EAFNOSUPPORT),
    };
    let Some(bytes) = bytes else { return Ok(0.into()) };
    guest.write_bytes(out, &bytes)?;
    Ok(1.into())
}

fn inet_ntop(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let family = pinned(guest, 0, "an address family")? & 0xffff_ffff;
    let (from, out) = (arg(guest, 1), arg(guest, 2));
    let size = pinned(guest, 3, "the size of a buffer")? & 0xffff_ffff;
    let text = match family {
        AF_INET => {
            let mut bytes = [0; 4];
            guest.read_bytes(from, &mut bytes, false)?;
            Ipv4Addr::from(bytes).to_string()
        }
        AF_INET6 => {
            let mut bytes = [0; 16];
            guest.read_bytes(from, &mut bytes, false)?;
            six(bytes)
        }
        _ => return null(world, guest, EAFNOSUPPORT),
    };
    if text.len() as u64 >= size {
        return null(world, guest, ENOSPC);
    }
    guest.write_bytes(out, format!("{text}\0").as_bytes())?;
    Ok(out.into())
}

/// An IPv6 address; the deprecated form with an embedded IPv4 address ends in that.
fn six(bytes: [u8; 16]) -> String {
    let address = Ipv6Addr::from(bytes);
    let compatible = bytes[..12].iter().all(|&b| b == 0) && bytes[12..14] != [0, 0];
    if compatible {
        let [.., a, b, c, d] = bytes;
        return format!("::{}", Ipv4Addr::new(a, b, c, d));
    }
    address.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_be_written_loosely() {
        assert_eq!(loose(b"127.0.0.1"), Some(0x7f00_0001));
        assert_eq!(loose(b"1.2.3"), Some(0x0102_0003));
        assert_eq!(loose(b"0x7f.1"), Some(0x7f00_0001));
        assert_eq!(loose(b"010.0.0.0 rest"), Some(0x0800_0000));
        assert_eq!((loose(b"256.0.0.1"), loose(b"1.2.3.4.5"), loose(b""), loose(b"a")), (None, None, None, None));
        assert_eq!(six(*b"\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04"), "::1.2.3.4");
        assert_eq!(six(*b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01"), "::1");
    }
}
