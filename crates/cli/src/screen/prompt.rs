//! One line of text that the user types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prompt {
    /// The text so far.
    pub(super) text: String,
}

/// The effect of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The input continues.
    More,
    /// The line is finished.
    Done(String),
    /// The input was cancelled.
    Cancelled,
}

impl Prompt {
    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => Typed::Cancelled,
            KeyCode::Char('c' | 'g') if control => Typed::Cancelled,
            KeyCode::Char('u') if control => {
                self.text.clear();
                Typed::More
            }
            KeyCode::Enter => Typed::Done(std::mem::take(&mut self.text)),
            KeyCode::Backspace => {
                self.text.pop();
                Typed::More
            }
            KeyCode::Char(c) if !control => {
                self.text.push(c);
                Typed::More
            }
            _ => Typed::More,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_corrected() {
        let mut prompt = Prompt::default();
        let mut press = |code| prompt.key(KeyEvent::new(code, KeyModifiers::NONE));
        for code in [KeyCode::Char('i'), KeyCode::Char('x'), KeyCode::Backspace, KeyCode::Char('+')] {
            assert_eq!(press(code), Typed::More);
        }
        assert_eq!(press(KeyCode::Enter), Typed::Done("i+".into()));
        assert_eq!(press(KeyCode::Esc), Typed::Cancelled);
    }
}
