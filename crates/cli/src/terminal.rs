//! Messages to a reader who may be gone: a closed pipe or a full disk ends what we print, never the run
//! (the standard macros would panic).

/// A line on standard error.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr().lock(), $($text)*);
    }};
}

/// Text on standard error as it is.
macro_rules! tell_text {
    ($text:expr) => {{
        use std::io::Write as _;
        let _ = std::io::stderr().lock().write_all($text.as_bytes());
    }};
}

/// A line on standard output.
macro_rules! answer {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout().lock(), $($text)*);
    }};
}
