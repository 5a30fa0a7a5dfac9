//! libc and POSIX for the program under test.
//!
//! Models are small functions in one table per C header (`headers/`), written against
//! [`whydunit_machine::Guest`]. The program reads the host's files through a copy-on-write
//! layer, and none of its writes reach the host. Clock, pids and random numbers are virtual.
#![forbid(unsafe_code)]

mod case;
mod fs;
mod headers;
mod model;
#[cfg(test)]
mod native;
mod number;
mod posix;
mod print;
mod process;
mod quad;
mod random;
mod regex;
mod runtime;
mod scan;
mod stdin;
mod streams;
#[cfg(test)]
mod test_guest;
mod text;
mod time;

pub use case::Case;
pub use fs::{Change, Output, WrittenFile};
pub use posix::Posix;
pub use runtime::{RUNTIME, RUNTIME_SOURCES};
pub use stdin::{Listener, Stdin};
