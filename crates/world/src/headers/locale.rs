//! `<locale.h>`: selecting locales, and their conventions for numbers.

use std::sync::Arc;

use whydunit_machine::{Guest, Reply, Run, Word};

use super::ctype;
use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};
use crate::text::locale::{ALL, CATEGORIES, Locale};

pub(crate) const MODELS: &[Model] = &[
    model("setlocale", setlocale),
    model("localeconv", localeconv),
    model("newlocale", newlocale),
    model("__newlocale", newlocale),
    model("duplocale", duplocale),
    model("__duplocale", duplocale),
    model("freelocale", freelocale),
    model("__freelocale", freelocale),
    model("uselocale", uselocale),
    model("__uselocale", uselocale),
    model("__ctype_get_mb_cur_max", mb_cur_max),
];

const ENOENT: i32 = 2;
const EINVAL: i32 = 22;
const WHY: &str = "name of a locale";
/// `LC_GLOBAL_LOCALE`.
const GLOBAL: u64 = u64::MAX;
/// Size of glibc's `struct __locale_struct`, and the offsets of its character tables.
const OBJECT_SIZE: u64 = 232;
const OBJECT_TABLES: u64 = 104;

/// The locale that the environment selects for a category.
fn from_environment(world: &Posix, guest: &mut dyn Guest, category: usize) -> Run<String> {
    for name in ["LC_ALL", CATEGORIES[category], "LANG"] {
        let value = world.variable(guest, name.as_bytes())?.unwrap_or_default();
        if !value.is_empty() {
            return Ok(String::from_utf8_lossy(&value).into_owned());
        }
    }
    Ok("C".into())
}

/// Changes the requested categories; false if a locale is not installed.
fn change(
    world: &Posix,
    guest: &mut dyn Guest,
    locale: &mut Locale,
    wanted: &dyn Fn(usize) -> bool,
    name: &[u8],
) -> Run<bool> {
    if !name.is_empty() {
        return Ok(locale.set(wanted, &String::from_utf8_lossy(name)));
    }
    let mut new = locale.clone();
    for category in (0..CATEGORIES.len()).filter(|&c| c != ALL && wanted(c)) {
        let name = from_environment(world, guest, category)?;
        if !new.set(|c| c == category, &name) {
            return Ok(false);
        }
    }
    *locale = new;
    Ok(true)
}

fn setlocale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (category, name) = (pinned(guest, 0, WHY)? as usize, arg(guest, 1));
    if category >= CATEGORIES.len() {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    }
    if name.bits != 0 {
        let name = c_bytes(guest, name, WHY)?;
        let mut global = world.locales.global.clone();
        if !change(world, guest, &mut global, &|c| category == ALL || c == category, &name)? {
            return Ok(0u64.into());
        }
        world.locales.global = global;
        world.charset = world.locales.current().charset();
    }
    let name = world.locales.global.name(category);
    Ok(world.constants.string(guest, name.as_bytes())?.into())
}

/// Writes `struct lconv`: ten strings, then fourteen characters that mean "not available".
fn localeconv(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if let Some(address) = world.locales.conventions {
        return Ok(address.into());
    }
    let address = guest.reserve(96, 8);
    for index in 0..10 {
        let text: &[u8] = if index == 0 { b"." } else { b"" };
        let text = world.constants.string(guest, text)?;
        guest.store((address + 8 * index).into(), 8, text.into())?;
    }
    guest.fill((address + 80).into(), Word::from(i8::MAX as u8), 14)?;
    world.locales.conventions = Some(address);
    Ok(address.into())
}

/// A new locale object, with the tables that macros of `<ctype.h>` read.
fn make_object(world: &mut Posix, guest: &mut dyn Guest, locale: Locale) -> Run<u64> {
    let address = guest.reserve(OBJECT_SIZE, 8);
    for (index, table) in ctype::tables(world, guest)?.entries.into_iter().enumerate() {
        guest.store((address + OBJECT_TABLES + 8 * index as u64).into(), 8, table.into())?;
    }
    Arc::make_mut(&mut world.locales.objects).insert(address, locale);
    Ok(address)
}

fn newlocale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (mask, name, base) = (pinned(guest, 0, WHY)?, arg(guest, 1), pinned(guest, 2, WHY)?);
    if name.bits == 0 {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    }
    let name = c_bytes(guest, name, WHY)?;
    let mut locale = world.locales.objects.get(&base).cloned().unwrap_or_default();
    if !change(world, guest, &mut locale, &|c| mask >> c & 1 != 0, &name)? {
        world.set_errno(guest, ENOENT)?;
        return Ok(0u64.into());
    }
    if base != 0 {
        Arc::make_mut(&mut world.locales.objects).insert(base, locale);
        return Ok(base.into());
    }
    Ok(make_object(world, guest, locale)?.into())
}

fn duplocale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let object = pinned(guest, 0, WHY)?;
    let locale = world.locales.objects.get(&object).unwrap_or(&world.locales.global).clone();
    Ok(make_object(world, guest, locale)?.into())
}

fn freelocale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let object = pinned(guest, 0, WHY)?;
    Arc::make_mut(&mut world.locales.objects).remove(&object);
    Ok(().into())
}

fn uselocale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let object = pinned(guest, 0, WHY)?;
    let old = world.locales.used.unwrap_or(GLOBAL);
    if object == GLOBAL {
        world.locales.used = None;
    } else if object != 0 {
        world.locales.used = Some(object);
    }
    world.charset = world.locales.current().charset();
    Ok(old.into())
}

fn mb_cur_max(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok((world.charset.max_bytes() as u64).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::text::charset::Charset;
    use crate::{Case, Posix};

    fn world(env: &[(&str, &str)]) -> Posix {
        let env = env.iter().map(|(k, v)| (k.as_bytes().to_vec(), v.as_bytes().to_vec())).collect();
        Posix::new(Case { env, ..Case::default() })
    }

    fn set(world: &mut Posix, category: u64, name: &str) -> Option<String> {
        let mut guest = TestGuest::default();
        let name = guest.string(name);
        let reply = guest.call(world, "setlocale", &[int(category), int(name)]).unwrap().slots[0].bits;
        (reply != 0).then(|| guest.text(reply))
    }

    #[test]
    fn the_environment_decides_in_order() {
        assert_eq!(set(&mut world(&[]), 6, ""), Some("C".into()));
        assert_eq!(set(&mut world(&[("LANG", "C.UTF-8")]), 6, ""), Some("C.UTF-8".into()));
        assert_eq!(set(&mut world(&[("LANG", "C.UTF-8"), ("LC_ALL", "C")]), 6, ""), Some("C".into()));
        assert_eq!(set(&mut world(&[("LANG", "en_US.UTF-8")]), 6, ""), None);
        let mut mixed = world(&[("LC_CTYPE", "C.UTF-8"), ("LC_ALL", "")]);
        assert!(set(&mut mixed, 6, "").unwrap().starts_with("LC_CTYPE=C.UTF-8;LC_NUMERIC=C;"));
        assert_eq!(mixed.charset, Charset::Utf8);
    }

    #[test]
    fn objects_are_used_and_left() {
        let (mut world, mut guest) = (world(&[]), TestGuest::default());
        let name = guest.string("C.UTF-8");
        let object = guest.call(&mut world, "newlocale", &[int(1), int(name), int(0)]).unwrap().slots[0].bits;
        let old = guest.call(&mut world, "uselocale", &[int(object)]).unwrap().slots[0].bits;
        assert_eq!((old, world.charset), (u64::MAX, Charset::Utf8));
        guest.call(&mut world, "uselocale", &[int(old)]).unwrap();
        assert_eq!(world.charset, Charset::Ascii);
        let table = guest.load((object + 104).into(), 8).unwrap().bits;
        assert_eq!(guest.load((table + 2 * u64::from(b'a')).into(), 2).unwrap().bits, 54792);
    }

    #[test]
    fn conventions() {
        let (mut world, mut guest) = (world(&[]), TestGuest::default());
        let address = guest.call(&mut world, "localeconv", &[]).unwrap().slots[0].bits;
        let point = guest.load(address.into(), 8).unwrap().bits;
        assert_eq!(guest.text(point), ".");
        assert_eq!(guest.load((address + 93).into(), 1).unwrap().bits, 127);
    }
}
