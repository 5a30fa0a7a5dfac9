//! Scrolling of a text that fills the screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// A scroll position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scrolled {
    /// The first visible line.
    pub(super) from: usize,
    /// Visible lines.
    room: usize,
    /// Lines of the text.
    lines: usize,
}

impl Scrolled {
    /// Scrolled to the beginning.
    pub(super) const TOP: Scrolled = Scrolled { from: 0, room: 1, lines: 0 };
    /// Scrolled to the end.
    pub(super) const END: Scrolled = Scrolled { from: usize::MAX, ..Scrolled::TOP };

    /// Adapts to the size of screen and text: no room stays empty while lines are hidden.
    pub(super) fn fit(&mut self, room: usize, lines: usize) {
        (self.room, self.lines) = (room.max(1), lines);
        self.from = self.from.min(self.last());
    }

    /// Handles a scroll key; false for other keys.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        let page = (self.room - 1).max(1);
        let to = match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.from + 1,
            KeyCode::PageUp => self.from.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.from + page,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => return false,
        };
        self.from = to.min(self.last());
        true
    }

    /// The range of visible lines, if some are hidden.
    pub(super) fn part(&self) -> Option<String> {
        let (first, last) = (self.from + 1, self.from + self.room);
        (self.lines > self.room).then(|| format!("{first}-{last} of {}", self.lines))
    }

    fn last(&self) -> usize {
        self.lines.saturating_sub(self.room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_text_is_seen() {
        let mut scrolled = Scrolled::END;
        scrolled.fit(10, 25);
        assert_eq!((scrolled.from, scrolled.part().as_deref()), (15, Some("16-25 of 25")));
        let press = |scrolled: &mut Scrolled, code| scrolled.key(KeyEvent::from(code));
        assert!(press(&mut scrolled, KeyCode::PageUp) && scrolled.from == 6);
        assert!(press(&mut scrolled, KeyCode::Home) && scrolled.from == 0);
        assert!(press(&mut scrolled, KeyCode::Up) && scrolled.from == 0);
        assert!(press(&mut scrolled, KeyCode::End) && scrolled.from == 15);
        assert!(press(&mut scrolled, KeyCode::Char('j')) && scrolled.from == 15);
        assert!(!press(&mut scrolled, KeyCode::Char('x')));
        // A larger terminal shows everything.
        scrolled.fit(30, 25);
        assert_eq!((scrolled.from, scrolled.part()), (0, None));
    }
}
