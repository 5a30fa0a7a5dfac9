//! Interactive programs: prompts appear before the program waits, input is taken as it arrives, and the run that
//! explains a failure replays typed input instead of asking again.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

const QUESTIONS: &str = r#"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char name[50]; int age;
    printf("%d%d name? ", isatty(0), isatty(1));
    FLUSH;
    if (!fgets(name, sizeof name, stdin)) return 1;
    printf("hello %s", name);
    printf("age? ");
    FLUSH;
    if (scanf("%d", &age) != 1) return 2;
    printf("%d next year\n", age + 1);
    return 3;
}
"#;

fn program(dir: &Path, text: &str, flush: &str) -> PathBuf {
    let (source, exe) = (dir.join("prog.c"), dir.join("prog"));
    std::fs::write(&source, text).expect("written");
    let mut command = Command::new(WHYDUNIT);
    command.args(["cc", "-w", &format!("-DFLUSH={flush}")]).arg(&source).arg("-o").arg(&exe);
    assert!(command.status().expect("runs").success());
    exe
}

/// Reads until `text` has arrived; fails at the end of the stream.
fn wait_for(from: &mut impl Read, text: &str) -> String {
    let mut seen = Vec::new();
    while !seen.ends_with(text.as_bytes()) {
        let mut byte = [0];
        let count = from.read(&mut byte).expect("readable");
        assert!(count > 0, "{text:?} never came after {:?}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

fn spawn(exe: &Path, stdin: Stdio, stdout: Stdio) -> Child {
    Command::new(WHYDUNIT).arg("run").arg(exe).stdin(stdin).stdout(stdout).stderr(Stdio::piped()).spawn().expect("runs")
}

#[test]
fn through_pipes_that_stay_open() {
    let dir = tempfile::tempdir().expect("a directory");
    let exe = program(dir.path(), QUESTIONS, "fflush(stdout)");
    let mut child = spawn(&exe, Stdio::piped(), Stdio::piped());
    let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    assert_eq!(wait_for(&mut stdout, "name? "), "00 name? ");
    stdin.write_all(b"Ada ").expect("writable");
    std::thread::sleep(Duration::from_millis(100));
    stdin.write_all(b"L\n").expect("writable");
    assert_eq!(wait_for(&mut stdout, "age? "), "hello Ada L\nage? ");
    stdin.write_all(b"36\n").expect("writable");
    assert_eq!(wait_for(&mut stdout, "\n"), "37 next year\n");
    assert_eq!(child.wait().expect("ends").code(), Some(3));
    drop(stdin);
}

/// Both ends of a new terminal.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("allowed");
    let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("readable");
    (File::from(ours), OpenOptions::new().read(true).write(true).open(name).expect("its other end"))
}

#[test]
fn at_a_terminal_prompts_need_no_flush() {
    let dir = tempfile::tempdir().expect("a directory");
    let exe = program(dir.path(), QUESTIONS, "");
    let (mut ours, theirs) = terminal();
    let mut child = spawn(&exe, theirs.try_clone().expect("a copy").into(), theirs.into());
    assert_eq!(wait_for(&mut ours, "name? "), "11 name? ");
    ours.write_all(b"Ada\n").expect("writable");
    assert_eq!(wait_for(&mut ours, "age? "), "Ada\r\nhello Ada\r\nage? ");
    ours.write_all(b"36\n").expect("writable");
    assert_eq!(wait_for(&mut ours, "year"), "36\r\n37 next year");
    assert_eq!(child.wait().expect("ends").code(), Some(3));
}

#[test]
fn a_failure_does_not_ask_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = r#"
        #include <stdlib.h>
        #include <unistd.h>
        int main(void) {
            char text[100];
            int got = 0, reads = 0;
            while (got < 6 && reads < 9) { got += read(0, text + got, sizeof text - got); reads++; write(1, ".", 1); }
            char *copy = malloc(reads);
            copy[reads] = text[0];
            return copy[0];
        }"#;
    let exe = program(dir.path(), text, "");
    let mut child = spawn(&exe, Stdio::piped(), Stdio::piped());
    let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    for piece in ["ab", "cd", "ef"] {
        stdin.write_all(piece.as_bytes()).expect("writable");
        if piece != "ef" {
            wait_for(&mut stdout, ".");
        }
    }
    let output = child.wait_with_output().expect("ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(139), "{stderr}");
    // The input arrived in pieces; the run that finds the allocation must replay the same pieces.
    for words in ["heap object of 3 bytes", "allocated by", "prog.c:8"] {
        assert!(stderr.contains(words), "{stderr}");
    }
    drop(stdin);
}

fn run(exe: &Path, input: &[u8]) -> Output {
    let mut child = spawn(exe, Stdio::piped(), Stdio::piped());
    child.stdin.take().expect("a pipe").write_all(input).expect("writable");
    child.wait_with_output().expect("ends")
}

#[test]
fn a_read_of_a_pipe_gets_all_it_wants() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = r#"
        #include <stdio.h>
        #include <unistd.h>
        char text[1000000];
        int main(void) {
            long first = read(0, text, 10), second = read(0, text, 900000), third = read(0, text, 900000);
            printf("%ld %ld %ld %ld\n", first, second, third, read(0, text, 1));
            return 0;
        }"#;
    let exe = program(dir.path(), text, "");
    let output = run(&exe, &vec![b'x'; 950_000]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "10 900000 49990 0\n");
}

#[test]
fn buffered_output_of_a_stopped_run_is_shown() {
    let dir = tempfile::tempdir().expect("a directory");
    let shown = |text: &str| {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ printf(\"before\\n\"); {text} return 0; }}"
        );
        String::from_utf8_lossy(&run(&program(dir.path(), &text, ""), b"").stdout).into_owned()
    };
    // Natively these continue, and print.
    assert_eq!(shown("int x; if (x) return 5;"), "before\n");
    assert_eq!(shown("if (system(\"true\")) return 5;"), "before\n");
    // Natively these are lost.
    assert_eq!(shown("abort();"), "");
    assert_eq!(shown("*(volatile int *)0 = 1;"), "");
}

/// A signal during the questions of `debug` leads to the report, and the answers are saved.
#[test]
fn a_session_that_is_interrupted_ends_with_its_report() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "int main(int argc, char **argv) { int a = argc * 3; int b = argc * 5; return a + b; }";
    let exe = program(dir.path(), text, "");
    for signal in ["-INT", "-TERM", "-HUP"] {
        let (kept, page) = (format!("kept{signal}"), format!("page{signal}"));
        let (mut ours, theirs) = terminal();
        let mut command = Command::new(WHYDUNIT);
        command.args(["debug", "--plain", "--expect-exit", "0", "--save", &kept, "--html", &page, "--"]).arg(&exe);
        let child = command.current_dir(dir.path()).stdin(theirs.try_clone().expect("a copy")).stdout(theirs).spawn();
        let mut child = child.expect("it runs");
        drop(command);
        wait_for(&mut ours, "right, wrong, don't know? ");
        ours.write_all(b"right\n").expect("writable");
        wait_for(&mut ours, "right, wrong, don't know? ");
        let told = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(told.expect("it runs").success());
        wait_for(&mut ours, "not finished.");
        assert_eq!(child.wait().expect("ends").code(), Some(4), "{signal}");
        let saved = std::fs::read_to_string(dir.path().join(kept)).expect("saved");
        assert!(saved.contains("\"answer\": \"right\"") && dir.path().join(page).is_file(), "{saved}");
    }
}

/// Ctrl-C during a slice: the output and the exit code say that it is partial.
#[test]
fn an_interrupted_slice_is_reported_as_partial() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "int main(void) { int s = 0; for (int i = 0; i < 4000000; i++) s += i & 3; return s & 1 ? 2 : 1; }";
    let exe = program(dir.path(), text, "");
    let (mut ours, theirs) = terminal();
    let mut command = Command::new(WHYDUNIT);
    command.args(["slice", "--expect-exit", "0", "--"]).arg(&exe).current_dir(dir.path());
    let child = command.stdin(Stdio::null()).stderr(theirs.try_clone().expect("a copy")).stdout(theirs).spawn();
    let mut child = child.expect("it runs");
    drop(command);
    wait_for(&mut ours, "following dependences");
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.expect("it runs").success());
    wait_for(&mut ours, "Interrupted; this is only a part of it.");
    assert_eq!(child.wait().expect("ends").code(), Some(4));
}
