//! Colours for a terminal, or none.

/// How text is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// Colours?
    pub colour: bool,
}

/// Columns of text for people.
pub(crate) const WIDTH: usize = 80;

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    /// A headline, or the one thing to look at.
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

    /// What went wrong.
    pub(crate) fn alarm(self, text: &str) -> String {
        self.wrap("1;31", text)
    }
}

/// The text cut to so many columns, with a mark where something is missing. Tabs and other control
/// characters become spaces.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() <= columns {
        return text;
    }
    text.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

/// Words in lines of at most `columns`, each line after `indent` spaces.
pub(crate) fn fill(text: &str, indent: usize, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |l| l.chars().count());
        if last > 0 && indent + last + 1 + word.chars().count() > columns {
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
        assert_eq!(fill("one two three", 2, 9), "  one two\n  three\n");
    }

    #[test]
    fn no_colour_means_no_escapes() {
        assert_eq!(Paint { colour: false }.alarm("x"), "x");
        assert_eq!(Paint { colour: true }.alarm(""), "");
    }
}
