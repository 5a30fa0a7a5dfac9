//! The terminal while a screen is on it. It is given back whatever happens: at the end, when we panic, while we are
//! stopped.

use std::io::{self, Stdout, stdout};
use std::sync::Once;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use signal_hook::consts::SIGTSTP;

/// A terminal that is ours.
pub(super) struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Stage {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Stage> {
        give_back_on_panic();
        enter()?;
        match Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(terminal) => Ok(Stage { terminal }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// Draws all of it.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(paint).map(|_| ())
    }

    /// Gives the terminal to the shell until the user brings us back.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        leave();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        enter()?;
        // Nothing of what was drawn is there any more.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
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

/// Nothing can be done if this fails: the terminal is gone.
fn leave() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), LeaveAlternateScreen, Show);
}

/// A message on the alternate screen would vanish with it.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave();
            before(info);
        }));
    });
}
