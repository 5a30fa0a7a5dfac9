//! Output to a reader that may disappear: a closed pipe, a closed terminal or a full disk ends our output, never the
//! run (the standard macros would panic).

use std::fs::File;
use std::io::{Error, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Prints a line to standard error.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr().lock(), $($text)*);
    }};
}

/// Prints text to standard error as it is.
macro_rules! tell_text {
    ($text:expr) => {{
        use std::io::Write as _;
        let _ = std::io::stderr().lock().write_all($text.as_bytes());
    }};
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorWhen {
    /// At a terminal, unless NO_COLOR is set; CLICOLOR_FORCE=1 asks for them everywhere.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The user's choice; without one, `Auto`.
static COLOR: OnceLock<ColorWhen> = OnceLock::new();

/// Sets the value of `--color` for the rest of the process.
pub(crate) fn choose_color(when: ColorWhen) {
    let _ = COLOR.set(when);
}

/// Are colours used on a stream?
pub(crate) fn is_colourful(is_terminal: bool) -> bool {
    match COLOR.get().unwrap_or(&ColorWhen::Auto) {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
            let asks_for_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            !asks_for_none && (is_set("CLICOLOR_FORCE") || is_terminal && !is_dumb)
        }
    }
}

/// Prints the result and returns the exit code: `code`, unless printing failed. A reader that has closed its pipe
/// (`| head`) or terminal is no error.
pub(crate) fn answer(text: &str, code: ExitCode) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && !is_hang_up(&stdout, &error) => {
            crate::complain(format_args!("cannot write to standard output: {error}"))
        }
        _ => code,
    }
}

/// Is this the error of a closed terminal? (`is_terminal` is false for it. A broken disk reports the same error, so
/// the type of the file is checked, too.)
fn is_hang_up(to: &impl AsFd, error: &Error) -> bool {
    let device = || File::from(to.as_fd().try_clone_to_owned()?).metadata();
    error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error())
        && device().is_ok_and(|device| device.file_type().is_char_device())
}
