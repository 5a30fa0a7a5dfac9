//! The keys: their short labels and their explanations.

/// A key with a short label and a sentence.
pub(super) struct Key {
    pub(super) key: &'static str,
    pub(super) short: &'static str,
    pub(super) long: &'static str,
}

const fn key(key: &'static str, short: &'static str, long: &'static str) -> Key {
    Key { key, short, long }
}

/// Keys at a breakpoint, the most important first: little room shows only these.
pub(super) const JUDGING: [Key; 12] = [
    key("r", "right", "the chosen value is as it should be"),
    key("w", "wrong", "the chosen value is not as it should be"),
    key("d", "don't know", "you cannot tell; the search avoids it"),
    key("u", "undo", "take the last answer back"),
    key("e", "explain", "walk through the values that the chosen one was computed from"),
    key("t", "time", "look at the run at that moment, and step through it"),
    key("q", "quit", "leave, with the report so far"),
    key("?", "help", "this page"),
    key("s", "save", "save the answers to a file"),
    key("n", "next", "continue with the answers given so far"),
    key("↑↓", "choose", "choose a value (also k and j)"),
    key("h", "history", "all answers so far"),
];

/// Keys while walking through causes.
pub(super) const CAUSES: [Key; 5] = [
    key("enter", "deeper", "the values that the chosen cause was computed from"),
    key("←", "back", "to where you came from (also backspace; escape: all the way)"),
    key("t", "time", "look at the run at that moment"),
    key("?", "help", "this page"),
    key("↑↓", "choose", "choose a cause (also k and j)"),
];

/// Keys while looking at the run.
pub(super) const TIME: [Key; 11] = [
    key("→", "next", "the next line, into calls (also n)"),
    key("←", "previous", "the line before, into calls (also p)"),
    key("↓", "over", "the next line, past calls (also j)"),
    key("↑", "back over", "the line before, past calls (also k)"),
    key("=", "evaluate", "the value of a C expression, here and at every step; again: no more"),
    key("g", "go to", "an execution of a line: 12#3, list.c:12#3; without #K the last one"),
    key("esc", "back", "to where you came from"),
    key("?", "help", "this page"),
    key("page", "scroll", "page down and page up (or space): more variables"),
    key("b f", "jump", "b the breakpoint, f the failure"),
    key("home end", "ends", "the first line, the last line"),
];

/// Keys while reading a text that fills the screen.
pub(super) const READING: [Key; 3] = [
    key("↑↓", "scroll", "a line (also k and j)"),
    key("page home end", "scroll far", "a page (or space), to the beginning, to the end"),
    key("any other key", "goes back", "to where you came from"),
];
