//! Access to files for models of other headers.

use crate::Posix;

impl Posix {
    /// The current contents of a file, as the program would see them.
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
