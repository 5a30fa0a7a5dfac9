//! Output files that are written at the end of long work. Whether they can be written is checked before it begins.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::complain;

/// Checks that these files, each named by an option, can be written; if not, prints the message and returns the exit
/// code. Existing contents stay, and no new file is left behind.
pub(crate) fn check_writable(files: &[(&str, Option<&Path>)]) -> Result<(), ExitCode> {
    for (option, file) in files {
        let Some(file) = file else { continue };
        let new = file.symlink_metadata().is_err();
        if let Err(error) = OpenOptions::new().append(true).create(true).open(file) {
            return Err(complain(format_args!("{option} {}: it cannot be written: {error}", file.display())));
        }
        if new {
            // Do not leave an empty file behind. If this fails it is overwritten later.
            let _ = std::fs::remove_file(file);
        }
    }
    Ok(())
}

/// The results of writing output files. An error (a full disk) must not keep the report from being shown.
#[derive(Default)]
pub(crate) struct Written {
    wrong: Vec<String>,
}

impl Written {
    /// Records the result of writing a file that was named by an option.
    pub(crate) fn note(&mut self, option: &str, file: &Path, written: io::Result<()>) {
        self.wrong.extend(written.err().map(|error| format!("{option} {}: {error}", file.display())));
    }

    /// Prints the errors; returns the exit code if there were any.
    pub(crate) fn complain(&self) -> Option<ExitCode> {
        let codes: Vec<ExitCode> = self.wrong.iter().map(complain).collect();
        codes.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_made_and_nothing_is_lost() {
        let dir = tempfile::tempdir().expect("a directory");
        let (old, new, nowhere) = (dir.path().join("old"), dir.path().join("new"), dir.path().join("no/such"));
        std::fs::write(&old, "text").expect("writable");
        assert!(check_writable(&[("--old", Some(&old)), ("--new", Some(&new)), ("--none", None)]).is_ok());
        assert_eq!((std::fs::read_to_string(&old).ok(), new.exists()), (Some("text".into()), false));
        assert!(check_writable(&[("--nowhere", Some(&nowhere))]).is_err());
        assert!(check_writable(&[("--directory", Some(dir.path()))]).is_err());
    }
}
