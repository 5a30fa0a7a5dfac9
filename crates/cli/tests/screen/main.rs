//! `whydunit debug` at a terminal: keys go in, and screens are compared with those below `tests/screens`
//! (`BLESS=1 cargo test` writes them).
//!
//! A screen is compared when it has stopped changing.

mod session;
#[path = "../snapshot/mod.rs"]
mod snapshot;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::termios::tcgetattr;
use session::{SORT, Session, WHYDUNIT, program, start, terminal};

/// Compares a screen with the blessed one.
fn check(name: &str, screen: &str) {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/screens").join(format!("{name}.txt"));
    fs::create_dir_all(file.parent().expect("a directory")).expect("writable");
    snapshot::check(&file, screen).unwrap_or_else(|difference| panic!("{difference}"));
}

/// The golden example from the first breakpoint to the fault.
fn golden(columns: u16, rows: u16, name: &str) {
    let mut session = Session::new(columns, rows, &[]);
    check(&format!("{name}-first"), &session.wait_for("Is this right?"));
    session.press("w");
    let next = session.wait_for("are left");
    check(&format!("{name}-second"), &next);
    session.press("?");
    check(&format!("{name}-help"), &session.wait_for("any other key"));
    session.press("x");
    session.wait_for("Is this right?");
    session.press("q");
    let (status, report) = session.end();
    assert!(matches!(status, Some(0 | 4)), "{status:?}: {report}");
    assert!(report.contains("sort.c"), "the report follows: {report}");
}

#[test]
fn forty_columns() {
    golden(40, 24, "narrow");
}

#[test]
fn eighty_columns() {
    golden(80, 30, "usual");
}

#[test]
fn two_hundred_columns() {
    golden(200, 50, "wide");
}

#[test]
fn resizing_redraws() {
    let mut session = Session::new(120, 40, &[]);
    session.wait_for("Is this right?");
    session.resize(60, 20);
    let narrow = session.wait_for("Is this right?");
    assert!(narrow.lines().all(|l| l.chars().count() <= 60), "{narrow}");
    check("resized", &narrow);
    session.press("q");
    session.end();
}

#[test]
fn values_are_explained_and_the_run_is_walked_through() {
    let mut session = Session::new(100, 36, &[]);
    session.wait_for("Is this right?");
    session.press("e");
    check("causes", &session.wait_for("Why, step 1: "));
    session.press("\r");
    check("causes-deeper", &session.wait_for("Why, step 2: "));
    session.press("\x1b");
    session.wait_for("Is this right?");
    session.press("t");
    check("moment", &session.wait_for("Instant"));
    session.press("=size - 1\r");
    check("moment-evaluated", &session.wait_for("size - 1 ->"));
    session.press("pp");
    let back = session.wait_for("Instant");
    session.press("nn");
    session.wait_for("Instant");
    assert_ne!(back, session.text(), "stepping shows another instant");
    session.press("=size +\r");
    session.wait_for("something must follow");
    session.press("\x1b");
    session.wait_for("Is this right?");
    session.press("q");
    session.end();
}

/// On a small screen, too, all variables can be reached, and any execution of a line.
#[test]
fn the_run_is_walked_through_on_a_small_screen() {
    let mut session = Session::new(40, 14, &[]);
    let first = session.wait_for("Is this right?");
    assert!(first.contains("What remains"), "{first}");
    session.press("t");
    check("moment-narrow", &session.wait_for("Instant"));
    session.press(" ");
    check("moment-scrolled", &session.wait_for("calls: "));
    session.press("g12#2\r");
    let there = session.wait_for("before sort.c:12#2");
    session.press("gsort.c:12#1\r");
    assert_ne!(there, session.wait_for("before sort.c:12#1"));
    session.press("g12#9\r");
    session.wait_for("was executed");
    session.press("gnowhere\r");
    session.wait_for("wants FILE:LINE");
    session.press("\x1b");
    session.wait_for("Is this right?");
    session.press("q");
    session.end();
}

#[test]
fn variables_are_shown_before_the_end_of_their_function() {
    let mut session = Session::new(100, 36, &[]);
    session.wait_for("Is this right?");
    let line = SORT.lines().position(|line| line.contains("return 0;")).expect("the end") + 1;
    session.press("t");
    session.wait_for("Instant");
    session.press(&format!("g{line}\r"));
    session.wait_for(&format!("before sort.c:{line}"));
    session.press("=a == 0\r");
    session.wait_for("a == 0 -> 0");
    session.press("\x1b");
    session.wait_for("Is this right?");
    session.press("q");
    session.end();
}

#[test]
fn answers_are_taken_back() {
    let mut session = Session::new(80, 30, &[]);
    let first = session.wait_for("Is this right?");
    session.press("w");
    session.wait_for("are left");
    session.press("u");
    assert_eq!(first, session.wait_for("nothing yet"));
    session.press("u");
    session.wait_for("no answer to take back");
    session.press("q");
    session.end();
}

#[test]
fn without_colour_no_colour_is_sent() {
    let coloured = |environment: &[(&str, &str)]| {
        let mut session = Session::new(80, 30, environment);
        session.wait_for("Is this right?");
        let seen = {
            let parser = session.screen.lock().expect("a screen");
            let screen = parser.screen();
            (0..30).any(|row| {
                (0..80).any(|column| screen.cell(row, column).is_some_and(|c| c.fgcolor() != vt100::Color::Default))
            })
        };
        session.press("q");
        session.end();
        seen
    };
    assert!(coloured(&[]), "colours otherwise");
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

/// Are the terminal's settings restored?
fn is_restored(session: &Session) -> bool {
    let modes = tcgetattr(&session.keyboard).expect("a terminal");
    modes.local_modes.contains(rustix::termios::LocalModes::ICANON | rustix::termios::LocalModes::ECHO)
        && !session.screen.lock().expect("a screen").screen().alternate_screen()
}

#[test]
fn the_terminal_is_restored() {
    for ending in ["q", "\x03"] {
        let mut session = Session::new(80, 30, &[]);
        session.wait_for("Is this right?");
        assert!(!is_restored(&session));
        session.press(ending);
        session.child.wait().expect("ends");
        std::thread::sleep(Duration::from_millis(200));
        assert!(is_restored(&session), "after {ending:?}");
    }
}

fn signal(session: &Session, name: &str) {
    // By now `setsid` has executed the program.
    let pid = session.child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
}

#[test]
fn a_signal_ends_it_in_good_order() {
    let mut session = Session::new(80, 30, &[]);
    session.wait_for("Is this right?");
    signal(&session, "-TERM");
    session.child.wait().expect("ends");
    std::thread::sleep(Duration::from_millis(200));
    assert!(is_restored(&session));
}

#[test]
fn while_it_is_stopped_the_shell_has_the_terminal() {
    let mut session = Session::new(80, 30, &[]);
    let before = session.wait_for("Is this right?");
    session.press("\x1a");
    let stopped = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", session.child.id())).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
    };
    let end = Instant::now() + Duration::from_secs(20);
    while !stopped() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(200));
    assert!(is_restored(&session));
    signal(&session, "-CONT");
    assert_eq!(session.wait_for("Is this right?"), before);
    session.press("q");
    session.end();
}

/// Every `return` jumps to the end of the function: there the variables are still in scope, and the call is shown.
#[test]
fn variables_are_shown_at_the_end_of_their_function() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "#include <stdio.h>
static int twice(int n) {
    if (!n)
        return 0;
    int l = n + 1;
    return l * 2;
}
int main(int argc, char **argv) {
    int made = twice(argc);
    printf(\"%d\\n\", made);
    return 0;
}
";
    fs::write(dir.path().join("sort.c"), text).expect("written");
    let compiled = Command::new(WHYDUNIT).args(["cc", "sort.c", "-o", "sort"]).current_dir(dir.path()).status();
    assert!(compiled.expect("it runs").success());
    let mut session = Session::in_dir((dir, "./sort".into()), (100, 36), &[], &[]);
    session.wait_for("Is this right?");
    session.press("t");
    session.wait_for("Instant");
    session.press("g7\r");
    session.wait_for("before sort.c:7");
    session.press("=l\r");
    let there = session.wait_for("l -> 4");
    assert!(there.contains("l = 4") && there.contains("calls: twice:7"), "{there}");
    session.press("g11\r");
    let end = session.wait_for("before sort.c:11");
    assert!(end.contains("made = 8") && end.contains("calls: main:11"), "{end}");
    session.press("\x1bq");
}

/// Closing the terminal ends the session; the answers are saved, on the screen and line by line.
#[test]
fn it_ends_when_the_terminal_is_gone() {
    let on_screen = (&["--save", "kept"][..], "Is this right?", "w", "are left");
    let in_lines = (&["--save", "kept", "--plain"][..], "don't know?", "w\r", "Breakpoint 2");
    for (options, question, answer, next) in [on_screen, in_lines] {
        let (dir, exe) = program();
        let (mut ours, theirs) = terminal(80, 30);
        let mut child = start(dir.path(), &exe, theirs, &[], options);
        let mut screen = vt100::Parser::new(30, 80, 0);
        let mut wait_for = |text: &str, ours: &mut File| {
            while !screen.screen().contents().contains(text) {
                let mut bytes = [0; 4096];
                let count = ours.read(&mut bytes).expect("readable");
                screen.process(&bytes[..count]);
            }
        };
        wait_for(question, &mut ours);
        ours.write_all(answer.as_bytes()).expect("a keyboard");
        wait_for(next, &mut ours);
        drop(ours);
        let end = Instant::now() + Duration::from_secs(20);
        while child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < end, "it goes on without a terminal");
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(child.wait().expect("ends").code(), Some(4), "{options:?}");
        let kept = fs::read_to_string(dir.path().join("kept")).expect("saved");
        assert!(kept.contains("\"answer\": \"wrong\""), "{kept}");
    }
}

#[test]
fn answers_are_saved_and_taken_up_again() {
    let single = ["--strategy", "single-step"];
    let mut session = Session::in_dir(program(), (140, 30), &[], &single);
    session.wait_for("Is this right? 1 of 2");
    // The second item is wrong, the first is skipped.
    session.press("jw");
    session.wait_for("n goes on without the others");
    session.press("n");
    let left = session.wait_for("are left");
    session.press("s");
    session.wait_for("saved to whydunit.answers");
    session.press("q");
    session.child.wait().expect("ends");
    let dir = std::mem::replace(&mut session.dir, tempfile::tempdir().expect("a directory"));
    let saved = fs::read_to_string(dir.path().join("whydunit.answers")).expect("a file");
    assert!(saved.contains("\"answer\": \"wrong\""), "{saved}");
    let options = [&single[..], &["--answers", "whydunit.answers"]].concat();
    let mut again = Session::in_dir((dir, "./sort".into()), (140, 30), &[], &options);
    let taken_up = again.wait_for("Is this right?");
    let without_message = |screen: &str| {
        screen.lines().filter(|l| !l.contains("are left")).filter(|l| !l.is_empty()).map(str::to_string).collect()
    };
    let [before, after]: [Vec<String>; 2] = [without_message(&left), without_message(&taken_up)];
    assert_eq!(before, after);
    assert!(taken_up.contains("is true at sort.c:26#1: wrong") && !taken_up.contains("don't know\n"), "{taken_up}");
    again.press("q");
}

/// A small screen has no room for the history: a key shows it.
#[test]
fn the_history_is_shown_on_a_small_screen() {
    let mut session = Session::new(40, 24, &[]);
    session.wait_for("Is this right?");
    session.press("w");
    session.wait_for("are left");
    session.press("h");
    let past = session.wait_for("any other key");
    assert!(past.contains("Said so far") && past.contains("sort.c:11#2:\n   wrong\n"), "{past}");
    session.press("x");
    session.wait_for("Is this right?");
    session.press("q");
}

/// A history that is longer than the screen can be scrolled, and so can the keys.
#[test]
fn the_history_is_scrolled() {
    let mut session = Session::new(40, 14, &[]);
    session.wait_for("Is this right?");
    session.press("ddddddddd");
    session.wait_for("Is this right?");
    session.press("h");
    let end = session.wait_for("any other key");
    session.press("\x1b[H");
    let top = session.wait_for("Said so far 1-");
    assert!(top.contains("\n1. ") && !end.contains("\n1. "), "{top}\n{end}");
    check("past-top", &top);
    session.press("\x1b[6~");
    assert!(!session.wait_for("Said so far").contains("\n1. "));
    session.press("\x1b[F");
    let again = session.wait_for("Said so far");
    assert_eq!(again, end);
    session.press("x");
    session.wait_for("Is this right?");
    session.press("?");
    let keys = session.wait_for("Keys 1-");
    assert!(!keys.contains("all answers so far"), "{keys}");
    session.press("\x1b[F");
    session.wait_for("all answers so far");
    session.press("xq");
}

/// Line by line, too, the last answer can be taken back.
#[test]
fn the_last_answer_is_taken_back_line_by_line() {
    let mut session = Session::in_dir(program(), (100, 60), &[], &["--plain"]);
    session.wait_for("don't know?");
    session.press("w\rw\r");
    session.wait_for("enter for the report:");
    session.press("undo\r");
    session.wait_for("parameter size is 3: right, wrong, don't know?");
    session.press("d\rq\r");
    let (status, report) = session.end();
    assert!(status == Some(4) && report.contains("size is 3: don't know"), "{status:?}: {report}");
}
