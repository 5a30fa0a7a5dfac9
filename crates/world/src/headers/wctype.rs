//! `<wctype.h>`: classes and cases of wide characters.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};
use crate::text::charset::Charset;
use crate::text::unicode::{CLASS_NAMES, classes, lower, upper};

pub(crate) const MODELS: &[Model] = &[
    model("iswupper", is::<0>),
    model("iswupper_l", is::<0>),
    model("iswlower", is::<1>),
    model("iswlower_l", is::<1>),
    model("iswalpha", is::<2>),
    model("iswalpha_l", is::<2>),
    model("iswdigit", is::<3>),
    model("iswdigit_l", is::<3>),
    model("iswxdigit", is::<4>),
    model("iswxdigit_l", is::<4>),
    model("iswspace", is::<5>),
    model("iswspace_l", is::<5>),
    model("iswprint", is::<6>),
    model("iswprint_l", is::<6>),
    model("iswgraph", is::<7>),
    model("iswgraph_l", is::<7>),
    model("iswblank", is::<8>),
    model("iswblank_l", is::<8>),
    model("iswcntrl", is::<9>),
    model("iswcntrl_l", is::<9>),
    model("iswpunct", is::<10>),
    model("iswpunct_l", is::<10>),
    model("iswalnum", is::<11>),
    model("iswalnum_l", is::<11>),
    model("towupper", towupper),
    model("towupper_l", towupper),
    model("towlower", towlower),
    model("towlower_l", towlower),
    model("wctype", wctype),
    model("wctype_l", wctype),
    model("iswctype", iswctype),
    model("iswctype_l", iswctype),
    model("wctrans", wctrans),
    model("wctrans_l", wctrans),
    model("towctrans", towctrans),
    model("towctrans_l", towctrans),
];

const WHY: &str = "a wide character";

/// Is the character in that class? The "C" locale has only ASCII.
fn belongs(charset: Charset, c: u32, class: u8) -> bool {
    (charset == Charset::Utf8 || c < 0x80) && classes(c).has(class)
}

/// The return value of glibc's functions for a character of the class: for ASCII the bit of their table.
fn yes(c: u32, class: u8) -> i32 {
    match class {
        _ if c >= 0x80 => 1,
        3 => 1,
        0..=7 => 1 << (class + 8),
        _ => 1 << (class - 8),
    }
}

fn is<const CLASS: u8>(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, WHY)? as u32;
    Ok(if belongs(world.charset, c, CLASS) { yes(c, CLASS) } else { 0 }.into())
}

/// The lower-case form in the current locale.
pub(crate) fn lower_case(charset: Charset, c: u32) -> u32 {
    if charset == Charset::Utf8 || c < 0x80 { lower(c) } else { c }
}

/// The upper-case form in the current locale.
fn upper_case(charset: Charset, c: u32) -> u32 {
    if charset == Charset::Utf8 || c < 0x80 { upper(c) } else { c }
}

fn towupper(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, WHY)? as u32;
    Ok(upper_case(world.charset, c).into())
}

fn towlower(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, WHY)? as u32;
    Ok(lower_case(world.charset, c).into())
}

/// A class by its name: its index plus one.
fn wctype(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let name = arg(guest, 0);
    let name = c_bytes(guest, name, "name of a class of characters")?;
    let index = CLASS_NAMES.iter().position(|known| known.as_bytes() == name);
    Ok(index.map_or(0, |index| index as u64 + 1).into())
}

fn iswctype(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (c, class) = (pinned(guest, 0, WHY)? as u32, pinned(guest, 1, "class of characters")?);
    let known = (1..=CLASS_NAMES.len() as u64).contains(&class);
    Ok(i32::from(known && belongs(world.charset, c, class as u8 - 1)).into())
}

fn wctrans(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let name = arg(guest, 0);
    Ok(match &c_bytes(guest, name, "name of a mapping of characters")?[..] {
        b"tolower" => 1u64,
        b"toupper" => 2,
        _ => 0,
    }
    .into())
}

fn towctrans(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, WHY)? as u32;
    Ok(match pinned(guest, 1, "mapping of characters")? {
        1 => lower_case(world.charset, c),
        2 => upper_case(world.charset, c),
        _ => c,
    }
    .into())
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, int};
    use crate::text::charset::Charset;
    use crate::{Case, Posix};

    fn asked(charset: Charset, name: &str, c: char) -> u64 {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        world.charset = charset;
        guest.call(&mut world, name, &[int(c.into())]).unwrap().slots[0].bits
    }

    #[test]
    fn the_locale_decides_beyond_ascii() {
        assert_eq!(asked(Charset::Ascii, "iswalpha", 'a'), 1024);
        assert_eq!(asked(Charset::Ascii, "iswdigit", '7'), 1);
        assert_eq!(asked(Charset::Ascii, "iswalpha", 'é'), 0);
        assert_eq!(asked(Charset::Utf8, "iswalpha", 'é'), 1);
        assert_eq!(asked(Charset::Utf8, "towupper", 'é'), u64::from('É'));
        assert_eq!(asked(Charset::Ascii, "towupper", 'é'), u64::from('é'));
        assert_eq!(asked(Charset::Utf8, "towlower", 'Σ'), u64::from('σ'));
    }

    #[test]
    fn classes_by_name() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let name = guest.string("space");
        let class = guest.call(&mut world, "wctype", &[int(name)]).unwrap().slots[0].bits;
        let is = |guest: &mut TestGuest, world: &mut Posix, c: char| {
            guest.call(world, "iswctype", &[int(c.into()), int(class)]).unwrap().slots[0].bits
        };
        assert_eq!((is(&mut guest, &mut world, ' '), is(&mut guest, &mut world, 'x')), (1, 0));
    }
}
