//! Constant strings and tables of libc in the program's memory: messages, names, the tables of
//! `<ctype.h>`. Each is allocated on first use and never moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Guest, Run};

/// The addresses of the allocated constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    placed: Arc<BTreeMap<Vec<u8>, u64>>,
}

impl Constants {
    /// The address of a C string with these bytes.
    pub(crate) fn string(&mut self, guest: &mut dyn Guest, text: &[u8]) -> Run<u64> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.block(guest, bytes, 1)
    }

    /// The address of a block with these bytes.
    pub(crate) fn block(&mut self, guest: &mut dyn Guest, bytes: Vec<u8>, align: u64) -> Run<u64> {
        if let Some(&address) = self.placed.get(&bytes) {
            return Ok(address);
        }
        let address = guest.reserve(bytes.len() as u64, align);
        guest.write_bytes(address.into(), &bytes)?;
        Arc::make_mut(&mut self.placed).insert(bytes, address);
        Ok(address)
    }
}
