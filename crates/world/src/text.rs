//! Text: encodings, locales, messages, and patterns of the shell.

pub(crate) mod charset;
pub(crate) mod encoding;
pub(crate) mod error_text;
pub(crate) mod locale;
pub(crate) mod messages;
pub(crate) mod text_reader;
pub(crate) mod unicode;
pub(crate) mod wildcard;
