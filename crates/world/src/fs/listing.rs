//! Directory listings.

use super::FileSystem;
use super::errno::Errno;
use super::node::NodeId;

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) name: Vec<u8>,
    pub(crate) ino: u64,
    /// `d_type`: the type bits of the mode, shifted down.
    pub(crate) kind: u8,
}

impl FileSystem {
    /// The entries of the open directory `fd`: `.`, `..`, then sorted by name.
    pub(crate) fn list(&mut self, fd: i32) -> Result<Vec<Listed>, Errno> {
        let dir = self.opened(fd)?.node;
        let parent = self.node(dir).directory().ok_or(Errno::ENOTDIR)?.parent;
        let Some(parent) = parent else {
            // A removed directory has no entries, not even itself.
            return Ok(Vec::new());
        };
        let mut list = vec![self.listed(b".".to_vec(), dir), self.listed(b"..".to_vec(), parent)];
        for name in self.names(dir)? {
            if let Some(node) = self.child(dir, &name)? {
                list.push(self.listed(name, node));
            }
        }
        Ok(list)
    }

    fn listed(&self, name: Vec<u8>, node: NodeId) -> Listed {
        let node = self.node(node);
        Listed { name, ino: node.meta.ino, kind: (self.type_bits(node) >> 12) as u8 }
    }

    /// Is this node a directory?
    pub(crate) fn is_directory(&self, node: NodeId) -> bool {
        self.node(node).directory().is_some()
    }
}
