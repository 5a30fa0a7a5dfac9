//! What the analyses know about functions that a program only declares.

/// How a call of an external ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It returns.
    Returns,
    /// It never returns.
    Never,
    /// It never returns when its first argument is not zero (`error`).
    UnlessStatus,
    /// It returns from another call (`longjmp`).
    Jumps,
    /// It may return a second time (`setjmp`).
    Twice,
}

/// How a call of the external `name` ends.
#[rustfmt::skip]
pub(super) fn way_of(name: &str) -> Way {
    match name {
        "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "pthread_exit" | "thrd_exit"
        | "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_rtn"
        | "err" | "errx" | "verr" | "verrx"
        | "__stack_chk_fail" | "__chk_fail" | "__fortify_fail" => Way::Never,
        "error" | "error_at_line" => Way::UnlessStatus,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Way::Jumps,
        "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp" | "vfork" | "getcontext" => Way::Twice,
        _ => Way::Returns,
    }
}
