//! `<langinfo.h>`: words and formats of the locale. "C" and "C.UTF-8" differ only in the name of
//! their encoding.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::pinned;
use crate::model::{Model, model};
use crate::text::charset::Charset;

pub(crate) const MODELS: &[Model] = &[
    model("nl_langinfo", nl_langinfo),
    model("nl_langinfo_l", nl_langinfo_l),
    model("__nl_langinfo_l", nl_langinfo_l),
];

const CODESET: u64 = 14;
const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The text of an item that is the same in all our locales.
fn text(item: u64) -> &'static str {
    let index = |first: u64| (item - first) as usize;
    match item {
        0x1_0000 => ".",
        0x2_0000..=0x2_0006 => &DAYS[index(0x2_0000)][..3],
        0x2_0007..=0x2_000d => DAYS[index(0x2_0007)],
        0x2_000e..=0x2_0019 => &MONTHS[index(0x2_000e)][..3],
        0x2_001a..=0x2_0025 => MONTHS[index(0x2_001a)],
        0x2_0026 => "AM",
        0x2_0027 => "PM",
        0x2_0028 => "%a %b %e %H:%M:%S %Y",
        0x2_0029 => "%m/%d/%y",
        0x2_002a => "%H:%M:%S",
        0x2_002b => "%I:%M:%S %p",
        0x2_006c => "%a %b %e %H:%M:%S %Z %Y",
        0x2_006f..=0x2_007a => MONTHS[index(0x2_006f)],
        0x2_0087..=0x2_0092 => &MONTHS[index(0x2_0087)][..3],
        0x4_000f => "-",
        0x5_0000 => "^[yY]",
        0x5_0001 => "^[nN]",
        _ => "",
    }
}

fn information(world: &mut Posix, guest: &mut dyn Guest, charset: Charset) -> Run<Reply> {
    let item = pinned(guest, 0, "item of nl_langinfo")? & 0xffff_ffff;
    let text = match (item, charset) {
        (CODESET, Charset::Ascii) => "ANSI_X3.4-1968",
        (CODESET, Charset::Utf8) => "UTF-8",
        _ => text(item),
    };
    Ok(world.constants.string(guest, text.as_bytes())?.into())
}

fn nl_langinfo(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let charset = world.charset;
    information(world, guest, charset)
}

fn nl_langinfo_l(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let object = pinned(guest, 1, "locale of nl_langinfo_l")?;
    let charset = world.locales.objects.get(&object).unwrap_or(&world.locales.global).charset();
    information(world, guest, charset)
}

#[cfg(test)]
mod tests {
    use crate::native::answers;
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn items_are_glibcs() {
        let source = r#"
            #define _GNU_SOURCE
            #include <langinfo.h>
            #include <stdio.h>
            int items[] = {CODESET, RADIXCHAR, THOUSEP, CRNCYSTR, YESEXPR, NOEXPR, YESSTR, NOSTR, ERA, ERA_D_FMT,
                ERA_T_FMT, ERA_D_T_FMT, ALT_DIGITS, _DATE_FMT, ALTMON_1, ALTMON_12, _NL_ABALTMON_1, _NL_ABALTMON_12,
                INT_CURR_SYMBOL, GROUPING, 0x7fff0000};
            int main(void) {
                for (int i = 0; i < sizeof items / sizeof *items; i++)
                    printf("%d %s\n", items[i], nl_langinfo(items[i]));
                for (int i = ABDAY_1; i <= T_FMT_AMPM; i++)
                    printf("%d %s\n", i, nl_langinfo(i));
            }"#;
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        for line in answers(source, b"").iter().filter(|line| !line.is_empty()) {
            let (item, text) = line.split_once(' ').unwrap();
            let ours = guest.call(&mut world, "nl_langinfo", &[int(item.parse().unwrap())]).unwrap();
            assert_eq!(guest.text(ours.slots[0].bits), text, "{item}");
        }
    }
}
