//! `<unistd.h>`, by what its functions are about.

pub(crate) mod descriptors;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod process;
pub(crate) mod users;
