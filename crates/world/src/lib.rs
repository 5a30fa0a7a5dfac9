//! libc and POSIX for the program under test.
//!
//! Models are small functions in one table per C header (`headers/`), written against
//! [`whydunit_machine::Guest`]. The program reads the host's files through a copy-on-write
//! layer, and none of its writes reach the host. Clock, pids and random numbers are virtual.
#![forbid(unsafe_code)]

mod accounts;
mod calendar;
mod case;
mod charset;
mod clock;
mod constants;
mod cursor;
mod encoding;
mod error_text;
mod fs;
mod guest_ext;
mod headers;
mod local_time;
mod locale;
mod messages;
mod model;
#[cfg(test)]
mod native;
mod number;
mod posix;
mod print;
mod process;
mod quad;
mod random;
mod refusal;
mod regex;
mod runtime;
mod scan;
mod stdin;
mod streams;
mod surroundings;
mod syscall;
#[cfg(test)]
mod test_guest;
mod text_reader;
mod unicode;
mod variables;
mod wildcard;
mod words;
mod zone;

pub use case::Case;
pub use fs::{Change, Output, WrittenFile};
pub use posix::Posix;
pub use runtime::{RUNTIME, RUNTIME_SOURCES};
pub use stdin::{Listener, Stdin};
