//! `<wchar.h>` and the multibyte functions of `<stdlib.h>`: wide characters, their strings, and
//! their encoding as bytes in the current locale.

pub(super) mod character;
mod state;
pub(super) mod string;
pub(super) mod strings;
pub(super) mod wide;
