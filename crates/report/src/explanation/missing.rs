//! Describes where code may be missing, and for which value.

use whydunit_locate::OmittedCode;

/// The sentence about a value for which a definition may be missing.
pub(super) fn omitted(omitted: &OmittedCode) -> String {
    match omitted {
        OmittedCode::Uninitialised { name, reader } => {
            format!("code may be missing: nothing sets `{name}`, and line {reader} reads it")
        }
        OmittedCode::DeadStore(name) => format!("code may be missing: `{name}` is set here and never used"),
        OmittedCode::NeverSet { name, user } => {
            format!("an assignment may be missing before it: at line {user} `{name}` still has the 0 it starts with")
        }
        OmittedCode::NeverChanged { name, definition } => {
            format!("an assignment may be missing: only line {definition} ever sets `{name}`")
        }
        OmittedCode::Stale { name, user, definition } => format!(
            "an assignment may be missing before it: at line {user} `{name}` still has the value from line {definition}"
        ),
    }
}
