//! `<ctype.h>`: character classes, as functions and as the tables that its macros read. All our
//! locales agree on bytes: ASCII has classes, the rest has none.

use whydunit_machine::{FailureKind, Guest, Reply, Run, Word};
use whydunit_program::BinOp;

use crate::Posix;
use crate::model::guest_ext::arg;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("__ctype_b_loc", b_loc),
    model("__ctype_tolower_loc", tolower_loc),
    model("__ctype_toupper_loc", toupper_loc),
    model("isupper", is::<0>),
    model("isupper_l", is::<0>),
    model("islower", is::<1>),
    model("islower_l", is::<1>),
    model("isalpha", is::<2>),
    model("isalpha_l", is::<2>),
    model("isdigit", is::<3>),
    model("isdigit_l", is::<3>),
    model("isxdigit", is::<4>),
    model("isxdigit_l", is::<4>),
    model("isspace", is::<5>),
    model("isspace_l", is::<5>),
    model("isprint", is::<6>),
    model("isprint_l", is::<6>),
    model("isgraph", is::<7>),
    model("isgraph_l", is::<7>),
    model("isblank", is::<8>),
    model("isblank_l", is::<8>),
    model("iscntrl", is::<9>),
    model("iscntrl_l", is::<9>),
    model("ispunct", is::<10>),
    model("ispunct_l", is::<10>),
    model("isalnum", is::<11>),
    model("isalnum_l", is::<11>),
    model("toupper", toupper),
    model("toupper_l", toupper),
    model("__toupper_l", toupper),
    model("_toupper", toupper),
    model("tolower", tolower),
    model("tolower_l", tolower),
    model("__tolower_l", tolower),
    model("_tolower", tolower),
    model("isascii", isascii),
    model("toascii", toascii),
];

/// Ranges of ASCII by class, in the order of glibc's bits.
const RANGES: [&[(u8, u8)]; 12] = [
    &[(b'A', b'Z')],
    &[(b'a', b'z')],
    &[(b'A', b'Z'), (b'a', b'z')],
    &[(b'0', b'9')],
    &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
    &[(9, 13), (b' ', b' ')],
    &[(b' ', b'~')],
    &[(b'!', b'~')],
    &[(9, 9), (b' ', b' ')],
    &[(0, 31), (127, 127)],
    &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
    &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
];

/// The bit of a class in glibc's tables, which are big-endian in spirit.
const fn mask(class: usize) -> u16 {
    if class < 8 { 1 << (class + 8) } else { 1 << (class - 8) }
}

/// All bits of a byte.
fn bits(byte: u8) -> u16 {
    let of_class = |class: usize| RANGES[class].iter().any(|&(low, high)| (low..=high).contains(&byte));
    (0..RANGES.len()).filter(|&class| of_class(class)).map(mask).sum()
}

/// Addresses of the tables: of the cells that point to them, and of the entries for 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables {
    cells: [u64; 3],
    /// For classes, lower case, upper case.
    pub(crate) entries: [u64; 3],
}

/// Tables range from -128 to 255, so that signed characters are valid indices; -1 is `EOF`.
fn place_table(guest: &mut dyn Guest, size: usize, entry: impl Fn(i32) -> u32) -> Run<u64> {
    let bytes: Vec<u8> = (-128..256).flat_map(|index| entry(index).to_le_bytes().into_iter().take(size)).collect();
    let address = guest.reserve(bytes.len() as u64, 8);
    guest.write_bytes(address.into(), &bytes)?;
    Ok(address + 128 * size as u64)
}

fn place_all(guest: &mut dyn Guest) -> Run<Tables> {
    let case = |change: fn(&u8) -> u8| move |i: i32| if i == -1 { u32::MAX } else { change(&(i as u8)).into() };
    let entries = [
        place_table(guest, 2, |i| if i == -1 { 0 } else { bits(i as u8).into() })?,
        place_table(guest, 4, case(u8::to_ascii_lowercase))?,
        place_table(guest, 4, case(u8::to_ascii_uppercase))?,
    ];
    let mut cells = [0; 3];
    for (cell, entry) in cells.iter_mut().zip(entries) {
        *cell = guest.reserve(8, 8);
        guest.store((*cell).into(), 8, entry.into())?;
    }
    Ok(Tables { cells, entries })
}

/// The tables, allocated on first use.
pub(crate) fn tables(world: &mut Posix, guest: &mut dyn Guest) -> Run<Tables> {
    if let Some(tables) = world.ctype {
        return Ok(tables);
    }
    let tables = place_all(guest)?;
    world.ctype = Some(tables);
    Ok(tables)
}

fn b_loc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(tables(world, guest)?.cells[0].into())
}

fn tolower_loc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(tables(world, guest)?.cells[1].into())
}

fn toupper_loc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(tables(world, guest)?.cells[2].into())
}

fn is<const CLASS: usize>(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = arg(guest, 0);
    let yes = if c.is_plain() {
        let value = c.bits as i32;
        if !(-128..256).contains(&value) {
            let what = format!("{}({value}): neither an unsigned char nor EOF", guest.callee());
            return Err(guest.fail(FailureKind::Misuse(what)));
        }
        value != -1 && bits(value as u8) & mask(CLASS) != 0
    } else {
        is_among(guest, c, RANGES[CLASS])?
    };
    Ok(if yes { i32::from(mask(CLASS)) } else { 0 }.into())
}

/// Tests range by range, so that a symbolic character gets one constraint per range.
fn is_among(guest: &mut dyn Guest, c: Word, ranges: &[(u8, u8)]) -> Run<bool> {
    for &(low, high) in ranges {
        let shifted = guest.bin(BinOp::Sub, 32, c, Word::from(low));
        let inside = guest.bin(BinOp::ULe, 32, shifted, Word::from(high - low));
        if guest.decide(inside)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn changed(guest: &mut dyn Guest, range: (u8, u8), difference: i32) -> Run<Reply> {
    let c = arg(guest, 0);
    if is_among(guest, c, &[range])? {
        return Ok(guest.bin(BinOp::Add, 32, c, difference.into()).into());
    }
    // As in the table, signed characters become unsigned; EOF stays.
    let shifted = guest.bin(BinOp::Add, 32, c, Word::new(128));
    let negative = guest.bin(BinOp::ULt, 32, shifted, Word::new(127));
    Ok(if guest.decide(negative)? { guest.bin(BinOp::And, 32, c, Word::new(0xff)) } else { c }.into())
}

fn toupper(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    changed(guest, (b'a', b'z'), -32)
}

fn tolower(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    changed(guest, (b'A', b'Z'), 32)
}

fn isascii(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = arg(guest, 0);
    Ok(i32::from(is_among(guest, c, &[(0, 127)])?).into())
}

fn toascii(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = arg(guest, 0);
    Ok(guest.bin(BinOp::And, 32, c, Word::new(0x7f)).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::{FailureKind, Guest, Halt};

    use crate::native::answers;
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn tables_and_functions_are_glibcs() {
        let source = r#"
            #include <ctype.h>
            #include <stdio.h>
            int main(void) {
                for (int c = -128; c < 256; c++)
                    printf("%d %d %d %d %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c],
                           (*__ctype_toupper_loc())[c], (isalnum)(c), (ispunct)(c), (tolower)(c));
            }"#;
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let native = answers(source, b"");
        for (c, line) in (-128i64..256).zip(native) {
            let mut entry = |name: &str, size: i64| {
                let cell = guest.call(&mut world, name, &[]).unwrap().slots[0];
                let table = guest.load(cell, 8).unwrap().bits;
                guest.load(((table as i64 + c * size) as u64).into(), size as u8).unwrap().bits as i32
            };
            let tables = (entry("__ctype_b_loc", 2), entry("__ctype_tolower_loc", 4), entry("__ctype_toupper_loc", 4));
            let mut value =
                |name: &str| guest.call(&mut world, name, &[int(u64::from(c as u32))]).unwrap().slots[0].bits as i32;
            let functions = (value("isalnum"), value("ispunct"), value("tolower"));
            let ours =
                format!("{} {} {} {} {} {}", tables.0, tables.1, tables.2, functions.0, functions.1, functions.2);
            assert_eq!(ours, line, "{c}");
        }
    }

    #[test]
    fn values_outside_characters_are_misuse() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let end = guest.call(&mut world, "isalpha", &[int(300)]);
        assert!(matches!(end, Err(Halt::Failed(FailureKind::Misuse(_)))));
    }
}
