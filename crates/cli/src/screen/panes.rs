//! Content of the screen as titled lines of text, independent of the layout.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use whydunit_locate::interactive::{Answer, Doubt, Judged};
use whydunit_report::Asked;

use super::causes::{Causes, reason};
use super::help::Key;
use super::moment::{CALLS, Moment};
use super::state::Screen;
use super::theme::Theme;

/// A part of the screen.
pub(super) struct Pane {
    pub(super) title: String,
    pub(super) lines: Vec<Line<'static>>,
    /// The range of lines that must be visible.
    pub(super) focus: (usize, usize),
    /// Can the user scroll it? Then its border shows how many lines are below.
    pub(super) scrolls: bool,
}

impl Pane {
    pub(super) fn new(title: impl Into<String>) -> Pane {
        Pane { title: title.into(), lines: Vec::new(), focus: (0, 0), scrolls: false }
    }

    fn say(&mut self, text: &str, style: Style, width: usize, indent: usize) {
        self.say_below("", text, style, width, indent);
    }

    /// As `say`, with `first` at the beginning of the first line.
    fn say_below(&mut self, first: &str, text: &str, style: Style, width: usize, indent: usize) {
        for (at, line) in wrapped(text, width.saturating_sub(indent)).into_iter().enumerate() {
            let before = if at == 0 { first } else { "" };
            self.lines.push(Line::styled(format!("{before:<indent$}{line}"), style));
        }
    }

    /// A list entry: a mark, a headline, and remarks below it.
    fn entry(&mut self, chosen: bool, mark: (&str, Style), head: &str, below: &[&str], look: (Theme, usize)) {
        let (theme, width) = look;
        let from = self.lines.len();
        let style = if chosen { theme.chosen() } else { Style::new() };
        let pointer = if chosen { "> " } else { "  " };
        let room = width.saturating_sub(2 + mark.0.chars().count() + 1).max(8);
        for (i, line) in wrapped(head, room).into_iter().enumerate() {
            let mark_text = if i == 0 { format!("{} ", mark.0) } else { " ".repeat(mark.0.chars().count() + 1) };
            let pointer = if i == 0 { pointer } else { "  " };
            let spans = vec![Span::raw(pointer), Span::styled(mark_text, mark.1), Span::styled(line, style)];
            self.lines.push(Line::from(spans));
        }
        for text in below.iter().filter(|t| !t.is_empty()) {
            self.say(text, theme.faint(), width, 4);
        }
        if chosen {
            self.focus = (from, self.lines.len());
        }
    }
}

/// Text broken at spaces into lines of at most `width` columns; longer words are cut.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(char::is_whitespace) {
        let mut rest = word;
        // Two texts may differ only in consecutive blanks, so keep them.
        if let Some(line) = lines.last_mut().filter(|line| word.is_empty() && (1..width).contains(&columns(line))) {
            line.push(' ');
        }
        while !rest.is_empty() {
            let used = lines.last().map_or(0, |l| columns(l));
            let space = usize::from(used > 0);
            let taken = &rest[..fitting(rest, width)];
            if used > 0 && used + space + columns(taken) > width {
                lines.push(String::new());
                continue;
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(if space == 1 { " " } else { "" });
                line.push_str(taken);
            }
            rest = &rest[taken.len()..];
        }
    }
    lines
}

/// The columns a text takes: letters of some scripts take two, combining marks none.
fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// The bytes of the longest prefix that fits into `width` columns, at least one letter.
fn fitting(text: &str, width: usize) -> usize {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.take_while(|&end| columns(&text[..end]) <= width)
        .last()
        .unwrap_or_else(|| text.chars().next().map_or(0, char::len_utf8))
}

fn mark(answer: Option<Answer>, theme: Theme) -> (&'static str, Style) {
    match answer {
        None => ("[ ]", theme.strong()),
        Some(Answer::Right) => ("[right]", theme.right()),
        Some(Answer::Wrong) => ("[wrong]", theme.wrong()),
        Some(Answer::DontKnow) => ("[?]", theme.open()),
    }
}

/// The items to judge; at the end, the suspects.
pub(super) fn judging(screen: &Screen<'_>, width: usize) -> Pane {
    let theme = screen.theme;
    let Some(stop) = &screen.stop else { return suspects(screen, width) };
    let mut pane = Pane::new(match stop.items.len() {
        1 => "Is this right?".to_string(),
        count => format!("Is this right? {} of {count}", screen.chosen + 1),
    });
    for (index, (item, answer)) in stop.items.iter().zip(screen.debugger.answers()).enumerate() {
        let below = [item.at.text.as_str(), &made_from(item), item.meaning().unwrap_or_default()];
        pane.entry(index == screen.chosen, mark(*answer, theme), &headline(item), &below, (theme, width));
    }
    pane
}

/// "m is 1 at mid.c:12#2".
fn headline(item: &Asked) -> String {
    format!("{} at {}", item.what(), item.place())
}

fn made_from(item: &Asked) -> String {
    if item.with.is_empty() { String::new() } else { format!("made with {}", item.with) }
}

fn suspects(screen: &Screen<'_>, width: usize) -> Pane {
    let theme = screen.theme;
    let mut pane = Pane::new("Nothing is left to ask");
    for (index, suspect) in screen.debugged.suspects.iter().enumerate() {
        let style = if suspect.doubt <= Doubt::Failure { theme.wrong() } else { theme.open() };
        let (number, head) = (format!("{}.", index + 1), format!("{} {}", suspect.place, suspect.at.text));
        pane.entry(index == screen.chosen, (&number, style), &head, &[&suspect.sentence], (theme, width));
    }
    pane
}

/// The number of remaining candidates, and the quality of the breakpoint.
pub(super) fn remains(screen: &Screen<'_>, width: usize) -> Pane {
    let (theme, debugger) = (screen.theme, &screen.debugger);
    let mut pane = Pane::new("What remains");
    let (all, left) = screen.debugged.domain;
    pane.say(&format!("{left} of {all} executed statements may hold the fault"), Style::new(), width, 0);
    if let Some(whole) = screen.debugged.whole {
        pane.say(&format!("these are the nearest of {whole} in the whole run"), theme.faint(), width, 0);
    }
    if let Some(breakpoint) = debugger.breakpoint() {
        if let Some(onward) = screen.stop.as_ref().and_then(|s| s.onward.as_ref()) {
            pane.say(onward, Style::new(), width, 0);
        }
        let (right, wrong) = breakpoint.quality.left;
        // In a row the candidates are executions of one statement.
        let of = breakpoint
            .bisection
            .as_ref()
            .map_or_else(String::new, |_| format!("of {} executions of this statement ", breakpoint.domain));
        let again = if wrong > breakpoint.domain { " (then earlier answers are asked again)" } else { "" };
        let text = format!("{of}left if all is right: {right}; if wrong: {wrong}{again}");
        pane.say(&text, theme.faint(), width, 0);
        for array in screen.stop.iter().flat_map(|s| &s.arrays) {
            pane.say(&format!("here {array}"), theme.faint(), width, 0);
        }
        if let Some(led_to) = screen.stop.as_ref().and_then(|s| s.led_to.as_ref()) {
            pane.say(&format!("used at {}: {}", led_to.place(), led_to.sentence()), theme.faint(), width, 0);
        }
    }
    pane
}

/// As [`remains`], in one line.
pub(super) fn remains_shortly(screen: &Screen<'_>) -> Pane {
    let (all, left) = screen.debugged.domain;
    let mut pane = Pane::new("What remains");
    pane.lines.push(Line::raw(format!("{left} of {all} may hold the fault")));
    pane
}

/// The answers so far, the latest last.
pub(super) fn history(screen: &Screen<'_>, width: usize) -> Pane {
    let theme = screen.theme;
    let mut pane = Pane::new("Said so far");
    for (index, round) in screen.debugged.rounds.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        let who = if round.judged == Judged::CorrectOutput { " (correct output)" } else { "" };
        for (item, answer) in round.stop.items.iter().zip(&round.answers) {
            let Some(answer) = answer else { continue };
            let text = format!("{}: {}{who}", headline(item), answer.name());
            pane.say_below(&number, &text, mark(Some(*answer), theme).1, width, number.len());
        }
        if let Some(onward) = &round.stop.onward {
            pane.say(onward, theme.faint(), width, number.len());
        }
        let of = if round.stop.in_row { " of its executions" } else { "" };
        pane.say(&format!("{}{of} left", round.left), theme.faint(), width, number.len());
    }
    if screen.debugged.rounds.is_empty() {
        pane.say("nothing yet", theme.faint(), width, 0);
    }
    pane.focus = (pane.lines.len().saturating_sub(1), pane.lines.len());
    pane
}

/// The causes of an instance.
pub(super) fn causes(screen: &Screen<'_>, causes: &Causes, width: usize) -> Pane {
    let theme = screen.theme;
    let Some(level) = causes.level() else { return Pane::new("") };
    let mut pane = Pane::new(format!("Why, step {}: {}", causes.depth(), level.effect.text));
    for (index, link) in level.causes.iter().enumerate() {
        let number = format!("{}.", index + 1);
        let below = [link.cause.at.text.as_str(), &made_from(&link.cause), reason(link)];
        let chosen = index == level.chosen;
        pane.entry(chosen, (&number, theme.strong()), &headline(&link.cause), &below, (theme, width));
    }
    if level.causes.is_empty() {
        pane.say("It comes from the program's text or from its input: nothing before it.", theme.faint(), width, 0);
    }
    pane
}

/// Variables, expressions and calls at an instant.
pub(super) fn moment(screen: &Screen<'_>, moment: &Moment, width: usize) -> Pane {
    let theme = screen.theme;
    let last = screen.debugger.session.recorded.recording.duration();
    let mut pane = Pane::new(format!("Instant {} of {last}", moment.time));
    if let Some(spot) = &moment.spot {
        let program = screen.program();
        let name = spot.place.file.map_or("?", |f| program.files[f.0 as usize].name.as_str());
        let visit = if spot.visits > 1 { format!("#{}", spot.visit) } else { String::new() };
        let text = format!("before {name}:{}{visit}", spot.place.line);
        pane.say(&text, theme.strong(), width, 0);
    }
    for watched in &moment.watched {
        pane.say(&format!("{} -> {}", watched.text(), watched.value), theme.title(), width, 2);
    }
    for (text, changed) in &moment.variables {
        let style = if *changed { theme.open().add_modifier(ratatui::style::Modifier::BOLD) } else { Style::new() };
        pane.say(text, style, width, 2);
    }
    let called = |(name, place): &(String, whydunit_trace::Place)| format!("{name}:{}", place.line);
    let mut calls: Vec<String> = moment.calls.iter().take(CALLS).map(called).collect();
    if moment.calls.len() > CALLS {
        calls.push("…".into());
    }
    pane.say(&format!("calls: {}", calls.join(" < ")), theme.faint(), width, 0);
    (pane.focus, pane.scrolls) = ((moment.scrolled, usize::MAX), true);
    pane
}

/// The keys of a view.
pub(super) fn keys(screen: &Screen<'_>, keys: &[Key], width: usize) -> Pane {
    let mut pane = Pane::new("Keys");
    for key in keys {
        pane.entry(false, (key.key, screen.theme.strong()), key.long, &[], (screen.theme, width));
    }
    pane
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn text_is_wrapped_and_long_words_are_cut() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrapped("", 3), [""]);
        assert_eq!(wrapped("is `   a`, not ` a`", 19), ["is `   a`, not ` a`"]);
        assert_eq!(wrapped("ab     c", 4), ["ab  ", "c"]);
        // Some letters have two columns.
        assert_eq!(wrapped("日本語日本 a", 5), ["日本", "語日", "本 a"]);
        assert_eq!(wrapped("日本", 1), ["日", "本"]);
    }
}
