//! Colours; without them only bold and reversed text, which every terminal has.

use ratatui::style::{Color, Modifier, Style};

/// Text styles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    colour: bool,
}

impl Theme {
    /// The theme for this environment.
    pub(super) fn new() -> Self {
        Theme { colour: crate::terminal::is_colourful(true) }
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Headlines.
    pub(super) fn title(self) -> Style {
        self.coloured(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// The selection, and the line where the run is paused.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Keys and important values.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Line numbers and remarks.
    pub(super) fn faint(self) -> Style {
        self.coloured(Color::DarkGray)
    }

    /// Judged right.
    pub(super) fn right(self) -> Style {
        self.coloured(Color::Green)
    }

    /// Judged wrong, and the failure.
    pub(super) fn wrong(self) -> Style {
        self.coloured(Color::Red)
    }

    /// Not judged.
    pub(super) fn open(self) -> Style {
        self.coloured(Color::Yellow)
    }
}
