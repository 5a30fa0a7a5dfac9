//! `whydunit debug` on a pseudo-terminal whose other end feeds a terminal emulator.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

pub(crate) const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// The golden example of the method: the sort gets one element too many.
pub(crate) const SORT: &str = r#"#include <stdio.h>
#include <stdlib.h>

static void shell_sort(int a[], int size) {
    int h = 1;
    do {
        h = h * 3 + 1;
    } while (h <= size);
    do {
        h /= 3;
        for (int i = h; i < size; i++) {
            int v = a[i], j;
            for (j = i; j >= h && a[j - h] > v; j -= h)
                a[j] = a[j - h];
            if (i != j)
                a[j] = v;
        }
    } while (h != 1);
}

int main(int argc, char *argv[]) {
    int *a = calloc(argc, sizeof *a);
    for (int i = 0; i < argc - 1; i++)
        a[i] = atoi(argv[i + 1]);
    shell_sort(a, argc);
    for (int i = 0; i < argc - 1; i++)
        printf("%d ", a[i]);
    printf("\n");
    free(a);
    return 0;
}
"#;

/// `whydunit debug` at a terminal.
pub(crate) struct Session {
    pub(crate) child: Child,
    pub(crate) keyboard: File,
    pub(crate) screen: Arc<Mutex<vt100::Parser>>,
    pub(crate) dir: tempfile::TempDir,
}

impl Session {
    pub(crate) fn new(columns: u16, rows: u16, environment: &[(&str, &str)]) -> Session {
        Session::in_dir(program(), (columns, rows), environment, &[])
    }

    /// Starts a session for an existing program, with more options.
    pub(crate) fn in_dir(
        (dir, exe): (tempfile::TempDir, String),
        (columns, rows): (u16, u16),
        environment: &[(&str, &str)],
        options: &[&str],
    ) -> Session {
        let (ours, theirs) = terminal(columns, rows);
        let child = start(dir.path(), &exe, theirs, environment, options);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (shown, mut from) = (screen.clone(), ours.try_clone().expect("a copy"));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = from.read(&mut bytes).map_err(drop).and_then(|n| if n > 0 { Ok(n) } else { Err(()) })
            {
                shown.lock().expect("a screen").process(&bytes[..count]);
            }
        });
        Session { child, keyboard: ours, screen, dir }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a keyboard");
    }

    /// The screen's text, without spaces at the ends of lines.
    pub(crate) fn text(&self) -> String {
        let contents = self.screen.lock().expect("a screen").screen().contents();
        contents.lines().map(|l| format!("{}\n", l.trim_end())).collect()
    }

    /// Waits until the screen contains a text and no longer changes.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        let mut before = String::new();
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(120));
            let now = self.text();
            if now.contains(text) && now == before {
                return now;
            }
            before = now;
        }
        panic!("{text:?} never came; the screen is\n{before}");
    }

    /// Waits for the end; returns the status and the screen.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("ends").code();
        std::thread::sleep(Duration::from_millis(200));
        (status, self.text())
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.lock().expect("a screen").screen_mut().set_size(rows, columns);
        tcsetwinsize(&self.keyboard, size(columns, rows)).expect("resizable");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program in a directory of its own.
pub(crate) fn program() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("sort.c"), SORT).expect("written");
    let compiled = Command::new(WHYDUNIT).args(["cc", "sort.c", "-o", "sort"]).current_dir(dir.path()).status();
    assert!(compiled.expect("runs").success());
    (dir, "./sort".into())
}

/// Debugs a program in a session of its own, so that the terminal can send signals.
pub(crate) fn start(dir: &Path, exe: &str, terminal: File, environment: &[(&str, &str)], options: &[&str]) -> Child {
    let mut command = Command::new("setsid");
    command.args(["--ctty", WHYDUNIT, "debug", "-e", "11 14 \\n"]).args(options).args(["--", exe, "14", "11"]);
    command.current_dir(dir).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command.envs(environment.iter().copied());
    let copy = || terminal.try_clone().expect("a copy");
    command.stdin(copy()).stdout(copy()).stderr(copy()).spawn().expect("setsid is installed")
}

pub(crate) fn size(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

/// Both ends of a new terminal.
pub(crate) fn terminal(columns: u16, rows: u16) -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("allowed");
    tcsetwinsize(&ours, size(columns, rows)).expect("resizable");
    let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("readable");
    (File::from(ours), OpenOptions::new().read(true).write(true).open(name).expect("its other end"))
}
