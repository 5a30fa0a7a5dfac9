//! Colours, or none for those who want none: then only what every terminal has, bold and reversed.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    colour: bool,
}

impl Theme {
    /// As the environment asks.
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

    /// What is chosen, and the line where the run is stopped.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Keys, values that matter.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Line numbers and remarks.
    pub(super) fn faint(self) -> Style {
        self.coloured(Color::DarkGray)
    }

    /// What was judged right.
    pub(super) fn right(self) -> Style {
        self.coloured(Color::Green)
    }

    /// What was judged wrong, and the failure.
    pub(super) fn wrong(self) -> Style {
        self.coloured(Color::Red)
    }

    /// What nobody knows.
    pub(super) fn open(self) -> Style {
        self.coloured(Color::Yellow)
    }
}
