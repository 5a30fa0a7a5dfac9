//! Says where code may be missing, and for which value.

use whydunit_locate::OmittedCode;

/// The sentence about a value for which a definition may be missing.
pub(super) fn omitted(omitted: &OmittedCode) -> String {
    match omitted {
        OmittedCode::Uninitialised { name, reader } => {
            format!("code may be missing: nothing gives `{name}` a value, and line {reader} reads it")
        }
        OmittedCode::DeadStore(name) => format!("code may be missing: `{name}` is set here, and nothing ever uses it"),
        OmittedCode::NeverSet { name, user } => format!(
            "something may be missing before it: at line {user} nothing has given `{name}` any other value than the 0 of \
             the start"
        ),
        OmittedCode::NeverChanged { name, definition } => format!(
            "something may be missing: `{name}` always has the value from line {definition}; nothing else assigns it"
        ),
        OmittedCode::Stale { name, user, definition } => format!(
            "something may be missing before it: at line {user} `{name}` still has the value from line {definition}; \
             nothing assigned it since"
        ),
    }
}
