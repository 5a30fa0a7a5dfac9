//! Layout of the panes on narrow and on wide terminals.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use whydunit_program::FileId;
use whydunit_trace::place_of;

use super::help::{CAUSES, JUDGING, Key, READING, TIME};
use super::panes::{self, Pane, wrapped};
use super::state::{Screen, View};

/// Fewest columns for two panes side by side.
const WIDE: u16 = 100;
/// Fewest rows for the history below the items.
const TALL: u16 = 20;
/// Most rows of the history there.
const PAST: u16 = 5;
/// Columns of a tab.
const TAB: usize = 4;

/// Draws a screen.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen<'_>) {
    let area = frame.area();
    let width = usize::from(area.width);
    let failure = wrapped(&format!("Failure: {}", screen.failure), width);
    let failure = at_most(failure, if area.height < TALL { 1 } else { 3 }, width);
    let footer = footer(screen, width);
    let rows = Layout::vertical([
        Constraint::Length(failure.len() as u16),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(footer.len() as u16),
    ]);
    let [head, body, message, keys] = rows.areas(area);
    let style = screen.theme.wrong().patch(screen.theme.strong());
    frame.render_widget(Paragraph::new(failure.into_iter().map(|l| Line::styled(l, style)).collect::<Vec<_>>()), head);
    draw_body(frame, screen, body);
    frame.render_widget(Paragraph::new(message_line(screen)), message);
    frame.render_widget(Paragraph::new(footer), keys);
}

/// The first lines of a text; if some are cut, the last line shows how many.
fn at_most(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = fitted(&format!("{last} …"), width);
        }
    }
    lines
}

fn draw_body(frame: &mut Frame<'_>, screen: &mut Screen<'_>, body: Rect) {
    if let View::Help(..) | View::Past(_) = screen.view {
        return draw_page(frame, screen, body);
    }
    if body.width >= WIDE {
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).spacing(1).areas(body);
        draw_source(frame, screen, left);
        let width = usize::from(right.width);
        let remains = panes::remains(screen, width);
        let rest = remains.lines.len() as u16 + 1;
        let parts = [Constraint::Fill(3), Constraint::Length(rest), Constraint::Fill(2)];
        let [main, middle, below] = Layout::vertical(parts).areas(right);
        let pane = main_pane(screen, width);
        show(frame, screen, main, pane);
        show(frame, screen, middle, remains);
        let history = panes::history(screen, width);
        show(frame, screen, below, history);
        return;
    }
    draw_stacked(frame, screen, body);
}

/// Draws a text that fills the screen.
fn draw_page(frame: &mut Frame<'_>, screen: &mut Screen<'_>, body: Rect) {
    let mut pane = main_pane(screen, usize::from(body.width));
    if let View::Help(_, scrolled) | View::Past(scrolled) = &mut screen.view {
        scrolled.fit(usize::from(body.height.saturating_sub(1)), pane.lines.len());
        pane.focus = (scrolled.from, usize::MAX);
        pane.title = scrolled.part().map_or(pane.title.clone(), |part| format!("{} {part}", pane.title));
    }
    show(frame, screen, body, pane);
}

/// Draws the panes one below the other. The remaining candidates are always visible, except while the user looks
/// at the run, which needs their room.
fn draw_stacked(frame: &mut Frame<'_>, screen: &mut Screen<'_>, body: Rect) {
    let (width, tall) = (usize::from(body.width), body.height >= TALL);
    let remains = if tall { panes::remains(screen, width) } else { panes::remains_shortly(screen) };
    let looks = matches!(screen.view, View::Moment(_));
    let rest = if looks { 0 } else { remains.lines.len() as u16 + 1 };
    let history = panes::history(screen, width);
    let past = if tall && !looks { PAST.min(history.lines.len() as u16 + 1) } else { 0 };
    let parts = [Constraint::Fill(2), Constraint::Fill(3), Constraint::Length(rest), Constraint::Length(past)];
    let [top, main, middle, below] = Layout::vertical(parts).areas(body);
    draw_source(frame, screen, top);
    let pane = main_pane(screen, width);
    show(frame, screen, main, pane);
    show(frame, screen, middle, remains);
    show(frame, screen, below, history);
}

/// The main pane of the current view.
fn main_pane(screen: &mut Screen<'_>, width: usize) -> Pane {
    let view = std::mem::replace(&mut screen.view, View::Judging);
    let pane = match &view {
        View::Judging => panes::judging(screen, width),
        View::Causes(causes) => panes::causes(screen, causes, width),
        View::Moment(moment) => panes::moment(screen, moment, width),
        View::Past(_) => panes::history(screen, width),
        View::Help(behind, _) => panes::keys(screen, keys_of(behind), width),
    };
    screen.view = view;
    pane
}

fn keys_of(view: &View) -> &'static [Key] {
    match view {
        View::Judging => &JUDGING,
        View::Causes(_) => &CAUSES,
        View::Moment(_) => &TIME,
        View::Past(_) | View::Help(..) => &READING,
    }
}

/// As many keys as fit into two lines.
fn footer(screen: &Screen<'_>, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines: Vec<(usize, Vec<Span<'static>>)> = vec![(0, Vec::new())];
    for key in keys_of(&screen.view) {
        let len = key.key.chars().count() + 1 + key.short.chars().count() + 2;
        if lines.last().is_some_and(|l| l.0 + len > width + 2) {
            if lines.len() == 2 {
                break;
            }
            lines.push((0, Vec::new()));
        }
        if let Some(line) = lines.last_mut() {
            line.0 += len;
            line.1.push(Span::styled(key.key, theme.strong()));
            line.1.push(Span::styled(format!(" {}  ", key.short), theme.faint()));
        }
    }
    lines.into_iter().map(|l| Line::from(l.1)).collect()
}

fn message_line(screen: &Screen<'_>) -> Line<'static> {
    let theme = screen.theme;
    match &screen.view {
        View::Moment(moment) => match &moment.prompt {
            Some((wanted, prompt)) => Line::styled(format!("{} {}_", wanted.sign(), prompt.text), theme.title()),
            None => Line::styled(moment.message.clone(), theme.open()),
        },
        _ => Line::styled(screen.message.clone(), theme.open()),
    }
}

/// Draws a pane with its title, scrolled so that its focus is visible.
fn show(frame: &mut Frame<'_>, screen: &Screen<'_>, area: Rect, pane: Pane) {
    if area.height == 0 {
        return;
    }
    let title: String = pane.title.chars().take(usize::from(area.width).saturating_sub(4)).collect();
    let block = Block::new().borders(Borders::TOP).title(Span::styled(format!("{title} "), screen.theme.title()));
    let room = usize::from(area.height) - 1;
    let (from, to) = pane.focus;
    let most = if pane.scrolls { room } else { 1 };
    let skip = to.saturating_sub(room).min(from).min(pane.lines.len().saturating_sub(most));
    let mut lines: Vec<Line<'static>> = pane.lines.into_iter().skip(skip).collect();
    if pane.scrolls && lines.len() > room && room > 1 {
        let below = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::styled(format!("… {below} more lines (page down)"), screen.theme.faint()));
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// The source line of the current view.
fn place_shown(screen: &Screen<'_>) -> Option<(FileId, u32)> {
    let time = match &screen.view {
        View::Causes(causes) => {
            let level = causes.level()?;
            level.causes.get(level.chosen).map_or(level.effect.shown, |link| link.cause.at.time)
        }
        View::Moment(moment) => moment.time,
        View::Judging | View::Past(_) | View::Help(..) => screen.choices().get(screen.chosen)?.shown,
    };
    let session = &screen.debugger.session;
    let place = place_of(session.program(), session.recorded.recording.position(time)?.site());
    Some((place.file?, place.line))
}

fn draw_source(frame: &mut Frame<'_>, screen: &mut Screen<'_>, area: Rect) {
    let Some((file, line)) = place_shown(screen) else {
        show(frame, screen, area, Pane::new("No source here"));
        return;
    };
    let program = screen.program();
    let items = screen.debugger.breakpoint().map_or(&[][..], |b| &b.items);
    let marked: Vec<u32> =
        items.iter().filter(|i| i.spot.place.file == Some(file)).map(|i| i.spot.place.line).collect();
    let mut pane = Pane::new(program.files[file.0 as usize].name.clone());
    let Some(text) = screen.sources.get(&program, file) else {
        pane.lines.push(Line::raw("The source cannot be read."));
        show(frame, screen, area, pane);
        return;
    };
    let room = u32::from(area.height.saturating_sub(1)).max(1);
    let all = text.lines().count() as u32;
    let first = line.saturating_sub(room / 2).min((all + 1).saturating_sub(room)).max(1);
    let digits = (first + room).min(all).to_string().len();
    for (number, text) in (1..).zip(text.lines()).skip(first as usize - 1).take(room as usize) {
        let here = number == line;
        let mark = if here {
            '>'
        } else if marked.contains(&number) {
            '*'
        } else {
            ' '
        };
        let text = fitted(text, usize::from(area.width).saturating_sub(digits + 3));
        let style = if here { screen.theme.chosen() } else { Style::new() };
        let gutter = Span::styled(format!("{mark}{number:>digits$} "), screen.theme.faint());
        pane.lines.push(Line::from(vec![gutter, Span::styled(text, style)]));
    }
    show(frame, screen, area, pane);
}

/// A source line in `width` columns: tabs expanded, the rest cut.
fn fitted(text: &str, width: usize) -> String {
    let mut shown = String::new();
    let mut columns = 0;
    for c in text.chars() {
        let step = if c == '\t' { TAB - columns % TAB } else { 1 };
        if columns + step > width {
            shown.pop();
            shown.push('…');
            break;
        }
        match c {
            '\t' => shown.push_str(&" ".repeat(step)),
            c if c.is_control() => shown.push(' '),
            c => shown.push(c),
        }
        columns += step;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn source_is_cut_and_tabs_are_opened() {
        assert_eq!(fitted("\tif (x)", 20), "    if (x)");
        assert_eq!(fitted("a\tb", 20), "a   b");
        assert_eq!(fitted("abcdef", 4), "abc…");
    }
}
