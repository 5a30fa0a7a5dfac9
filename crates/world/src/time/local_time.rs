//! State of libc for local time: the zone of `TZ`, and the buffers for results.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::time::calendar::{self, broken_down, field};
use crate::time::zone::{LocalType, Zone};

/// Directory of compiled zones.
const ZONES: &[u8] = b"/usr/share/zoneinfo/";

/// The zone in use, and the buffers that functions of `<time.h>` return.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalTime {
    zone: Option<(Option<Vec<u8>>, Arc<Zone>)>,
    names: Arc<BTreeMap<Arc<[u8]>, u64>>,
    tm: Option<u64>,
    text: Option<u64>,
    /// The names last stored in `tzname`.
    told: [u64; 2],
    /// The difference between local and universal time last found by `mktime`: its next first guess.
    pub(crate) guess: i64,
}

impl LocalTime {
    /// The address of a zone's name in the program's memory. It stays valid forever.
    fn name(&mut self, guest: &mut dyn Guest, name: &Arc<[u8]>) -> Run<u64> {
        if let Some(&address) = self.names.get(name) {
            return Ok(address);
        }
        let address = guest.reserve(name.len() as u64 + 1, 1);
        guest.write_bytes(address.into(), name)?;
        Arc::make_mut(&mut self.names).insert(name.clone(), address);
        Ok(address)
    }

    /// The `struct tm` that `gmtime` and `localtime` share.
    pub(crate) fn shared_tm(&mut self, guest: &mut dyn Guest) -> u64 {
        *self.tm.get_or_insert_with(|| guest.reserve(field::SIZE, 8))
    }

    /// The text that `asctime` and `ctime` share.
    pub(crate) fn shared_text(&mut self, guest: &mut dyn Guest) -> u64 {
        *self.text.get_or_insert_with(|| guest.reserve(114, 1))
    }
}

impl Posix {
    /// `tzset`: reads the zone from `TZ` and stores it in `tzname`, `timezone`, `daylight`.
    pub(crate) fn take_zone(&mut self, guest: &mut dyn Guest) -> Run<Arc<Zone>> {
        let setting = self.variable(guest, b"TZ")?;
        if let Some((known, zone)) = &self.local.zone
            && *known == setting
        {
            return Ok(zone.clone());
        }
        let zone = Arc::new(self.find_zone(setting.as_deref()));
        self.local.zone = Some((setting, zone.clone()));
        self.publish(guest, &zone)?;
        Ok(zone)
    }

    /// The zone in use, for functions that need not reread `TZ`.
    pub(crate) fn current_zone(&mut self, guest: &mut dyn Guest) -> Run<Arc<Zone>> {
        match &self.local.zone {
            Some((_, zone)) => Ok(zone.clone()),
            None => self.take_zone(guest),
        }
    }

    fn find_zone(&mut self, setting: Option<&[u8]>) -> Zone {
        let Some(text) = setting else {
            let file = self.seen_file(b"/etc/localtime");
            return file.and_then(|f| Zone::compiled(&f)).unwrap_or_else(Zone::utc);
        };
        let text = text.strip_prefix(b":").unwrap_or(text);
        if text.is_empty() {
            return Zone::utc();
        }
        let path = if text.starts_with(b"/") { text.to_vec() } else { [ZONES, text].concat() };
        let compiled = self.seen_file(&path).and_then(|f| Zone::compiled(&f));
        compiled.unwrap_or_else(|| Zone::parse(text))
    }

    fn publish(&mut self, guest: &mut dyn Guest, zone: &Zone) -> Run<()> {
        let told = zone.published();
        for (index, name) in told.names.iter().enumerate() {
            let address = self.local.name(guest, name)?;
            self.tell_name(guest, index, address)?;
        }
        store_variable(guest, &["timezone", "__timezone"], 0, 8, told.west.into())?;
        store_variable(guest, &["daylight", "__daylight"], 0, 4, i32::from(told.daylight).into())
    }

    /// Stores a name in `tzname`, if it has changed.
    fn tell_name(&mut self, guest: &mut dyn Guest, index: usize, address: u64) -> Run<()> {
        if std::mem::replace(&mut self.local.told[index], address) == address {
            return Ok(());
        }
        store_variable(guest, &["tzname", "__tzname"], 8 * index as u64, 8, address.into())
    }

    /// Stores `time` as local time at `tm`; `false` if its year does not fit.
    pub(crate) fn store_local(&mut self, guest: &mut dyn Guest, zone: &Zone, time: i64, tm: Word) -> Run<bool> {
        let kind = zone.at(time);
        let Some(mut broken) = broken_down(time, kind.offset) else { return Ok(false) };
        broken.isdst = i32::from(kind.dst);
        calendar::put(guest, tm, &broken)?;
        let name = self.local.name(guest, &kind.name)?;
        calendar::put_zone(guest, tm, kind.offset, name)?;
        self.tell_name(guest, usize::from(kind.dst), name)?;
        Ok(true)
    }

    /// Stores `time` as universal time at `tm`; `false` if its year does not fit.
    pub(crate) fn store_universal(&mut self, guest: &mut dyn Guest, time: i64, tm: Word) -> Run<bool> {
        let kind = LocalType { offset: 0, dst: false, name: b"GMT".as_slice().into() };
        let Some(broken) = broken_down(time, 0) else { return Ok(false) };
        calendar::put(guest, tm, &broken)?;
        let name = self.local.name(guest, &kind.name)?;
        calendar::put_zone(guest, tm, 0, name)?;
        Ok(true)
    }
}

/// Stores a value in those of the named variables that the program defines.
fn store_variable(guest: &mut dyn Guest, names: &[&str], offset: u64, bytes: u8, value: Word) -> Run<()> {
    for name in names {
        if let Some((address, size)) = guest.global(name)
            && offset + u64::from(bytes) <= size
        {
            guest.store((address + offset).into(), bytes, value)?;
        }
    }
    Ok(())
}
