//! A text that has the screen to itself, and may be longer than that.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// How far it is scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scrolled {
    /// The first line that is seen.
    pub(super) from: usize,
    /// How many lines are seen.
    room: usize,
    /// How many there are.
    lines: usize,
}

impl Scrolled {
    /// The beginning is seen.
    pub(super) const TOP: Scrolled = Scrolled { from: 0, room: 1, lines: 0 };
    /// The end is seen.
    pub(super) const END: Scrolled = Scrolled { from: usize::MAX, ..Scrolled::TOP };

    /// So much room is there for so many lines: whoever scrolls sees as many as possible.
    pub(super) fn fit(&mut self, room: usize, lines: usize) {
        (self.room, self.lines) = (room.max(1), lines);
        self.from = self.from.min(self.last());
    }

    /// Scrolls, if the key is one for that.
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

    /// Which lines are seen, when not all are.
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
        // A larger terminal, on which all is seen.
        scrolled.fit(30, 25);
        assert_eq!((scrolled.from, scrolled.part()), (0, None));
    }
}
