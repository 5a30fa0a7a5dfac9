//! `<stdlib.h>` without environment, files and processes: heap, numbers, random numbers.

pub(super) mod arithmetic;
pub(super) mod heap;
pub(super) mod integer;
pub(super) mod options;
pub(super) mod rand48;
pub(super) mod random;
pub(super) mod real;
