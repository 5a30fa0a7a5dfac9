//! `<libintl.h>`: messages in the user's language. Our locales have no catalogues, so each message is
//! its own translation; bindings are stored, because programs query them.

use std::sync::Arc;

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes};
use crate::model::words::equal;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("gettext", first::<0>),
    model("dgettext", first::<1>),
    model("__dgettext", first::<1>),
    model("dcgettext", first::<1>),
    model("__dcgettext", first::<1>),
    model("ngettext", plural::<0>),
    model("dngettext", plural::<1>),
    model("dcngettext", plural::<1>),
    model("textdomain", textdomain),
    model("bindtextdomain", bindtextdomain),
    model("bind_textdomain_codeset", bind_textdomain_codeset),
];

const WHY: &str = "domain of messages";

fn first<const INDEX: usize>(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(arg(guest, INDEX).into())
}

fn plural<const INDEX: usize>(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let count = arg(guest, INDEX + 2);
    let one = equal(guest, 64, count, Word::new(1))?;
    Ok(arg(guest, if one { INDEX } else { INDEX + 1 }).into())
}

fn textdomain(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let name = arg(guest, 0);
    if name.bits != 0 {
        let name = c_bytes(guest, name, WHY)?;
        world.locales.domain = if name.is_empty() { None } else { Some(name.into()) };
    }
    let domain = world.locales.domain.clone().unwrap_or_else(|| Arc::from(*b"messages"));
    Ok(world.constants.string(guest, &domain)?.into())
}

fn bindtextdomain(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (domain, directory) = (arg(guest, 0), arg(guest, 1));
    let domain = if domain.bits == 0 { Vec::new() } else { c_bytes(guest, domain, WHY)? };
    if domain.is_empty() {
        return Ok(0u64.into());
    }
    if directory.bits != 0 {
        let directory = c_bytes(guest, directory, "directory of messages")?;
        Arc::make_mut(&mut world.locales.bindings).insert(domain.clone(), directory);
    }
    let directory = world.locales.bindings.get(&domain).cloned().unwrap_or_else(|| b"/usr/share/locale".to_vec());
    Ok(world.constants.string(guest, &directory)?.into())
}

fn bind_textdomain_codeset(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    // The requested codeset; without a catalogue it has no effect.
    Ok(arg(guest, 1).into())
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn messages_stay_and_bindings_are_remembered() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (one, many, domain) = (guest.string("file"), guest.string("files"), guest.string("tar"));
        let mut call = |name: &str, args: &[u64]| {
            let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
            guest.call(&mut world, name, &args).unwrap().slots[0].bits
        };
        assert_eq!(call("gettext", &[one]), one);
        assert_eq!((call("ngettext", &[one, many, 1]), call("ngettext", &[one, many, 0])), (one, many));
        let (old, new) = (call("textdomain", &[0]), call("textdomain", &[domain]));
        let (unbound, bound) = (call("bindtextdomain", &[domain, 0]), call("bindtextdomain", &[domain, one]));
        assert_eq!((guest.text(old), guest.text(new)), ("messages".into(), "tar".into()));
        assert_eq!((guest.text(unbound), guest.text(bound)), ("/usr/share/locale".into(), "file".into()));
    }
}
