//! The terminal while it shows the screen. It is restored at the end, on a panic, and while we are suspended.

use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use signal_hook::consts::SIGTSTP;

/// The terminal in raw mode with the alternate screen.
pub(super) struct Stage {
    /// Never dropped: its destructor prints errors, and panics if standard error is closed.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Stage {
    /// Takes over the terminal.
    pub(super) fn open() -> io::Result<Stage> {
        restore_on_panic();
        enter()?;
        match Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(terminal) => Ok(Stage { terminal: ManuallyDrop::new(terminal) }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// Draws a frame.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(paint).map(|_| ())
    }

    /// Suspends us until the user resumes the job.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        leave();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        enter()?;
        // The shell has overwritten the screen, so draw everything anew.
        self.terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All))
}

/// Restores the terminal. An error means that it is gone, so there is nothing to do.
fn leave() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), LeaveAlternateScreen, Show);
}

/// Restores the terminal on a panic, before the message: on the alternate screen it would be lost.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave();
            before(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io::Read;
    use std::process::Command;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::tcgetattr;

    use super::*;

    /// Environment variable that makes the test below panic while its screen is shown.
    const PANIC: &str = "WHYDUNIT_TEST_PANIC";

    #[test]
    fn a_panic_on_stage() {
        if std::env::var_os(PANIC).is_some() {
            let _stage = Stage::open().expect("a terminal");
            panic!("on purpose");
        }
    }

    #[test]
    fn the_terminal_is_restored_on_a_panic() {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("allowed");
        let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("readable");
        let theirs = OpenOptions::new().read(true).write(true).open(name).expect("its other end");
        let before = tcgetattr(&theirs).expect("its modes");
        let copy = || theirs.try_clone().expect("a copy");
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "screen::stage::tests::a_panic_on_stage", "--nocapture"])
            .envs([(PANIC, "1"), ("RUST_BACKTRACE", "0"), ("TERM", "xterm-256color")])
            .stdin(copy())
            .stdout(copy())
            .stderr(copy())
            .spawn()
            .expect("it runs");
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            // Reading a terminal whose other end is closed is an error.
            let _ = File::from(ours).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        assert!(!child.wait().expect("it ends").success());
        let after = tcgetattr(&theirs).expect("its modes");
        assert_eq!((before.local_modes, before.input_modes), (after.local_modes, after.input_modes));
        drop(theirs);
        let text = reader.join().expect("all of it");
        let (_, after) = text.split_once("\u{1b}[?1049h").expect("a screen was there");
        let (_, left) = after.split_once("\u{1b}[?1049l").expect("it went");
        assert!(left.contains("on purpose"), "the message stays: {text:?}");
    }
}
