//! `<unistd.h>`, grouped by subject.

pub(crate) mod descriptors;
pub(crate) mod limits;
pub(crate) mod names;
#[cfg(test)]
mod native_tests;
pub(crate) mod process;
pub(crate) mod temporary;
pub(crate) mod users;
