//! What models of other headers ask of environment and files.

use whydunit_machine::{Guest, Run};

use crate::Posix;

impl Posix {
    /// The value of an environment variable now.
    pub(crate) fn variable(&self, _guest: &mut dyn Guest, name: &[u8]) -> Run<Option<Vec<u8>>> {
        let found = self.case.env.iter().find(|(key, _)| key == name);
        Ok(found.map(|(_, value)| value.clone()))
    }

    /// The contents of a file as the program would see it now.
    pub(crate) fn seen_file(&mut self, path: &[u8]) -> Option<Vec<u8>> {
        let fd = self.fs.open(path, 0, 0).ok()?;
        let mut contents = Vec::new();
        let whole = loop {
            match self.fs.read(fd, 1 << 16) {
                Ok(chunk) if chunk.bytes.is_empty() => break true,
                Ok(chunk) => contents.extend(chunk.bytes),
                Err(_) => break false,
            }
        };
        self.fs.close(fd).ok()?;
        whole.then_some(contents)
    }
}
