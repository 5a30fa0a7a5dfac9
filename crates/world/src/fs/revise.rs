//! Replacing the input of a run that has not begun: exploration runs the same program on many inputs.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use whydunit_machine::Channel;

use super::FileSystem;
use super::contents::Contents;
use super::node::{Kind, NodeId};
use super::tree::Last;
use crate::Case;

impl FileSystem {
    /// Replaces the case. After the start only its standard input is used.
    pub(crate) fn set_case(&mut self, case: Arc<Case>) {
        self.case = case;
    }

    /// The files of the host read so far, with their bytes, by path.
    pub(crate) fn host_files(&self) -> Vec<(PathBuf, Arc<Vec<u8>>)> {
        self.host.files_read()
    }

    /// The channel of a file of the case.
    pub(crate) fn channel_of(&mut self, path: &Path) -> Option<Channel> {
        self.file_at(path).map(Channel::File)
    }

    /// Replaces the contents of a file of the case in its initial state.
    pub(crate) fn set_contents(&mut self, path: &Path, bytes: Arc<Vec<u8>>) {
        if let Some(node) = self.file_at(path) {
            self.node_mut(node).kind = Kind::File(Contents::given(bytes));
        }
    }

    fn file_at(&mut self, path: &Path) -> Option<NodeId> {
        let place = self.resolve(self.state.root, path.as_os_str().as_bytes(), Last::Follow).ok()?;
        place.node.filter(|&node| self.node(node).is_file())
    }
}
