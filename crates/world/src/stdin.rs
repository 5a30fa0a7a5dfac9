//! Standard input of a case: given bytes, or the host's, read when the program first asks for it.

use std::io::Read;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The bytes of standard input. Clones share them, so every re-execution sees the same input.
#[derive(Clone, Debug, Default)]
pub struct Stdin {
    bytes: Arc<OnceLock<Vec<u8>>>,
    host: bool,
}

impl Stdin {
    /// The host's standard input: read to its end when the program reads its first byte, so that a
    /// program which reads nothing does not wait for a terminal.
    pub fn host() -> Self {
        Stdin { bytes: Arc::default(), host: true }
    }
}

impl Stdin {
    /// Is it a regular file, in which the program can move about? Given bytes are, as with `< file`.
    pub fn is_file(&self) -> bool {
        !self.host || std::fs::metadata("/dev/stdin").is_ok_and(|m| m.is_file())
    }
}

impl From<Vec<u8>> for Stdin {
    fn from(bytes: Vec<u8>) -> Self {
        Stdin { bytes: Arc::new(OnceLock::from(bytes)), host: false }
    }
}

impl Deref for Stdin {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let mut bytes = Vec::new();
            if self.host {
                // What could be read before an error is the input; the program sees its end.
                let _ = std::io::stdin().lock().read_to_end(&mut bytes);
            }
            bytes
        })
    }
}
