//! The variables that libc shares with programs.

use whydunit_machine::{Guest, Run};

/// Variables that the models of their headers set and read.
const MODELLED: &[&str] = &[
    // <stdio.h>
    "stdin",
    "stdout",
    "stderr",
    // <unistd.h>
    "environ",
    "__environ",
    "_environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    // <errno.h>
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "__progname_full",
    // <time.h>
    "tzname",
    "__tzname",
    "timezone",
    "__timezone",
    "daylight",
    "__daylight",
    // <math.h>, <regex.h>
    "signgam",
    "re_syntax_options",
];

/// Constant variables, with their bytes.
const FIXED: &[(&str, &[u8])] = &[
    // <sys/single_threaded.h>
    ("__libc_single_threaded", &[1]),
    // <libintl.h>: counts changes of catalogues.
    ("_nl_msg_cat_cntr", &[0; 4]),
    // <netinet/in.h>
    ("in6addr_any", &[0; 16]),
    ("in6addr_loopback", &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
];

/// Does libc have this variable?
pub(crate) fn is_known(name: &str) -> bool {
    MODELLED.contains(&name) || FIXED.iter().any(|(fixed, _)| *fixed == name)
}

/// Initialises the constant variables that the program uses.
pub(crate) fn place(guest: &mut dyn Guest) -> Run<()> {
    for (name, bytes) in FIXED {
        if let Some((address, size)) = guest.global(name)
            && size >= bytes.len() as u64
        {
            guest.write_bytes(address.into(), bytes)?;
        }
    }
    Ok(())
}
