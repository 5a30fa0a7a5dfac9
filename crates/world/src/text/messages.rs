//! Names of errors and signals, and glibc's English messages for signals.

/// A signal: its number, its name, its message.
type Signal = (i32, &'static str, &'static str);

/// Names of errors by number, from 1 on; some numbers are unused.
#[rustfmt::skip]
const ERROR_NAMES: &[&str] = &[
    "EPERM", "ENOENT", "ESRCH", "EINTR", "EIO", "ENXIO", "E2BIG", "ENOEXEC", "EBADF", "ECHILD", "EAGAIN", "ENOMEM",
    "EACCES", "EFAULT", "ENOTBLK", "EBUSY", "EEXIST", "EXDEV", "ENODEV", "ENOTDIR", "EISDIR", "EINVAL", "ENFILE",
    "EMFILE", "ENOTTY", "ETXTBSY", "EFBIG", "ENOSPC", "ESPIPE", "EROFS", "EMLINK", "EPIPE", "EDOM", "ERANGE",
    "EDEADLK", "ENAMETOOLONG", "ENOLCK", "ENOSYS", "ENOTEMPTY", "ELOOP", "", "ENOMSG", "EIDRM", "ECHRNG", "EL2NSYNC",
    "EL3HLT", "EL3RST", "ELNRNG", "EUNATCH", "ENOCSI", "EL2HLT", "EBADE", "EBADR", "EXFULL", "ENOANO", "EBADRQC",
    "EBADSLT", "", "EBFONT", "ENOSTR", "ENODATA", "ETIME", "ENOSR", "ENONET", "ENOPKG", "EREMOTE", "ENOLINK", "EADV",
    "ESRMNT", "ECOMM", "EPROTO", "EMULTIHOP", "EDOTDOT", "EBADMSG", "EOVERFLOW", "ENOTUNIQ", "EBADFD", "EREMCHG",
    "ELIBACC", "ELIBBAD", "ELIBSCN", "ELIBMAX", "ELIBEXEC", "EILSEQ", "ERESTART", "ESTRPIPE", "EUSERS", "ENOTSOCK",
    "EDESTADDRREQ", "EMSGSIZE", "EPROTOTYPE", "ENOPROTOOPT", "EPROTONOSUPPORT", "ESOCKTNOSUPPORT", "EOPNOTSUPP",
    "EPFNOSUPPORT", "EAFNOSUPPORT", "EADDRINUSE", "EADDRNOTAVAIL", "ENETDOWN", "ENETUNREACH", "ENETRESET",
    "ECONNABORTED", "ECONNRESET", "ENOBUFS", "EISCONN", "ENOTCONN", "ESHUTDOWN", "ETOOMANYREFS", "ETIMEDOUT",
    "ECONNREFUSED", "EHOSTDOWN", "EHOSTUNREACH", "EALREADY", "EINPROGRESS", "ESTALE", "EUCLEAN", "ENOTNAM", "ENAVAIL",
    "EISNAM", "EREMOTEIO", "EDQUOT", "ENOMEDIUM", "EMEDIUMTYPE", "ECANCELED", "ENOKEY", "EKEYEXPIRED", "EKEYREVOKED",
    "EKEYREJECTED", "EOWNERDEAD", "ENOTRECOVERABLE", "ERFKILL", "EHWPOISON",
];

/// Signals by number, without the real-time ones.
#[rustfmt::skip]
const SIGNALS: &[Signal] = &[
    (1, "HUP", "Hangup"),
    (2, "INT", "Interrupt"),
    (3, "QUIT", "Quit"),
    (4, "ILL", "Illegal instruction"),
    (5, "TRAP", "Trace/breakpoint trap"),
    (6, "ABRT", "Aborted"),
    (7, "BUS", "Bus error"),
    (8, "FPE", "Floating point exception"),
    (9, "KILL", "Killed"),
    (10, "USR1", "User defined signal 1"),
    (11, "SEGV", "Segmentation fault"),
    (12, "USR2", "User defined signal 2"),
    (13, "PIPE", "Broken pipe"),
    (14, "ALRM", "Alarm clock"),
    (15, "TERM", "Terminated"),
    (16, "STKFLT", "Stack fault"),
    (17, "CHLD", "Child exited"),
    (18, "CONT", "Continued"),
    (19, "STOP", "Stopped (signal)"),
    (20, "TSTP", "Stopped"),
    (21, "TTIN", "Stopped (tty input)"),
    (22, "TTOU", "Stopped (tty output)"),
    (23, "URG", "Urgent I/O condition"),
    (24, "XCPU", "CPU time limit exceeded"),
    (25, "XFSZ", "File size limit exceeded"),
    (26, "VTALRM", "Virtual timer expired"),
    (27, "PROF", "Profiling timer expired"),
    (28, "WINCH", "Window changed"),
    (29, "POLL", "I/O possible"),
    (30, "PWR", "Power failure"),
    (31, "SYS", "Bad system call"),
];

fn signal(number: i32) -> Option<&'static Signal> {
    SIGNALS.iter().find(|signal| signal.0 == number)
}

/// The name of an error ("ENOENT").
pub(crate) fn error_name(number: i32) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    ERROR_NAMES.get(index).copied().filter(|name| !name.is_empty())
}

/// The name of a signal without `SIG` ("HUP").
pub(crate) fn signal_name(number: i32) -> Option<&'static str> {
    signal(number).map(|entry| entry.1)
}

/// The message of a known signal ("Hangup").
pub(crate) fn known_signal(number: i32) -> Option<&'static str> {
    signal(number).map(|entry| entry.2)
}

/// The message of any signal, as returned by `strsignal`.
pub(crate) fn signal_text(number: i32) -> String {
    match known_signal(number) {
        Some(text) => text.to_owned(),
        None if (34..=64).contains(&number) => format!("Real-time signal {}", number - 34),
        None => format!("Unknown signal {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_messages_are_glibcs() {
        assert_eq!((error_name(34), error_name(41), error_name(0)), (Some("ERANGE"), None, None));
        assert_eq!((error_name(133), error_name(134)), (Some("EHWPOISON"), None));
        assert_eq!(signal_text(11), "Segmentation fault");
        assert_eq!(signal_text(35), "Real-time signal 1");
        assert_eq!(signal_name(15), Some("TERM"));
    }
}
