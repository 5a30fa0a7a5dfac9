//! A scratch copy of a subject: copied, patched and compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::manifest::{Case, Subject};

/// The compiler for which the corpus is written, the same that `whydunit cc` calls.
const COMPILER: &str = "clang-19";
const SANITIZE: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// A copy of a subject in a directory of its own, removed when it is dropped.
pub(crate) struct Workshop {
    room: tempfile::TempDir,
}

impl Workshop {
    /// A copy of all files of the subject's directory.
    pub(crate) fn copy(subject: &Subject) -> Result<Self, String> {
        let room = tempfile::tempdir().map_err(|e| format!("no directory to build in: {e}"))?;
        copy_files(&subject.directory, room.path()).map_err(|e| format!("copying {}: {e}", subject.name))?;
        Ok(Self { room })
    }

    /// Applies a patch of the subject; it must fit exactly.
    pub(crate) fn patch(&self, patch: &str) -> Result<(), String> {
        let output = Command::new("patch")
            .args(["-p1", "--fuzz=0", "--no-backup-if-mismatch", "--force", "--input", patch])
            .current_dir(self.room.path())
            .output()
            .map_err(|e| format!("patch: {e}"))?;
        let said = text(&output);
        if !output.status.success() || said.contains("offset") {
            return Err(format!("{patch} does not apply exactly: {said}"));
        }
        Ok(())
    }

    /// The number of lines of a file in the copy.
    pub(crate) fn line_count(&self, file: &str) -> Result<usize, String> {
        let text = fs::read_to_string(self.room.path().join(file)).map_err(|e| format!("{file}: {e}"))?;
        Ok(text.lines().count())
    }

    /// Compiles without optimisation, as for the machine.
    pub(crate) fn compile(&self, case: &Case, sources: &[String]) -> Result<PathBuf, String> {
        self.build(COMPILER, &["-O0"], case, sources, "native")
    }

    /// Compiles with warnings as errors.
    pub(crate) fn compile_strictly(&self, case: &Case, sources: &[String]) -> Result<PathBuf, String> {
        self.build(COMPILER, &["-O0", "-Wall", "-Wextra", "-Werror"], case, sources, "strict")
    }

    /// Compiles with the address and undefined-behaviour sanitizers.
    pub(crate) fn compile_sanitized(&self, with: &str, case: &Case, sources: &[String]) -> Result<PathBuf, String> {
        self.build(with, SANITIZE, case, sources, "sanitized")
    }

    fn build(
        &self,
        compiler: &str,
        how: &[&str],
        case: &Case,
        sources: &[String],
        name: &str,
    ) -> Result<PathBuf, String> {
        let program = self.room.path().join(name);
        let output = Command::new(compiler)
            .arg("-g")
            .args(how)
            .args(sources)
            .args(&case.flags)
            .arg("-o")
            .arg(&program)
            .current_dir(self.room.path())
            .output()
            .map_err(|e| format!("{compiler}: {e}"))?;
        if output.status.success() { Ok(program) } else { Err(format!("{name} build: {}", text(&output))) }
    }
}

/// The first compiler that can link the sanitizers: Debian packages clang's runtime separately.
pub(crate) fn sanitizing_compiler() -> Result<&'static str, String> {
    let room = tempfile::tempdir().map_err(|e| format!("no directory to build in: {e}"))?;
    let source = room.path().join("probe.c");
    fs::write(&source, "int main(void) { return 0; }\n").map_err(|e| format!("{}: {e}", source.display()))?;
    [COMPILER, "gcc"]
        .into_iter()
        .find(|compiler| {
            let built =
                Command::new(compiler).args(SANITIZE).arg(&source).arg("-o").arg(room.path().join("probe")).output();
            built.is_ok_and(|output| output.status.success())
        })
        .ok_or_else(|| "no compiler with sanitizers: install libclang-rt-19-dev or gcc".to_string())
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target)?;
            copy_files(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
