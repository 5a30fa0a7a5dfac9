//! Colours for a terminal, or none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The style of terminal output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// Whether to use colours.
    pub colour: bool,
}

/// Columns of a line of text.
pub(crate) const WIDTH: usize = 80;

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    /// A headline, or the most important text.
    pub(crate) fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// Remarks and figures.
    pub(crate) fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// A place in the source.
    pub(crate) fn place(self, text: &str) -> String {
        self.wrap("36", text)
    }

    /// A value of the program.
    pub(crate) fn value(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// An error.
    pub(crate) fn alarm(self, text: &str) -> String {
        self.wrap("1;31", text)
    }
}

/// Cuts the text to a number of columns and marks the cut. Tabs and other control characters become spaces.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.width() <= columns {
        return text;
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Breaks words into lines of at most `columns`, each indented by `indent` spaces.
pub(crate) fn fill(text: &str, indent: usize, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |l| l.width());
        if last > 0 && indent + last + 1 + word.width() > columns {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    let pad = " ".repeat(indent);
    lines.iter().map(|l| format!("{pad}{l}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_filled_by_characters() {
        assert_eq!(fit("größer\tals", 20), "größer als");
        assert_eq!(fit("größer", 4), "grö…");
        // Some characters are two columns wide, some none.
        assert_eq!(fit("日本語", 6), "日本語");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("e\u{301}te\u{301}", 3), "e\u{301}te\u{301}");
        assert_eq!(fill("日本 語日", 0, 8), "日本\n語日\n");
        assert_eq!(fill("one two three", 2, 9), "  one two\n  three\n");
    }

    #[test]
    fn no_colour_means_no_escapes() {
        assert_eq!(Paint { colour: false }.alarm("x"), "x");
        assert_eq!(Paint { colour: true }.alarm(""), "");
    }
}
