//! Renders a failure as a diagnostic: its kind, source line, object and values.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use whydunit_locate::Origin;
use whydunit_machine::{Failure, FrameView, Site, Unsupported};
use whydunit_program::Program;
use whydunit_trace::MemoryView;

use crate::describe::describe_failure;
use crate::explain::Pointees;
use crate::libc_frames::{inside_libc, is_libc, visible};
use crate::scope::frame_values;
use crate::source::{Place, SourceText, file_name, place_of};

/// A point in a run.
pub struct PlaceView<'a> {
    /// The program.
    pub program: &'a Program,
    /// The calls in progress, innermost first.
    pub frames: &'a [FrameView],
    /// Whether to print colours.
    pub colour: bool,
}

/// The facts that a failure diagnostic shows.
pub struct FailureView<'a> {
    /// The failure point.
    pub place: PlaceView<'a>,
    /// The failure.
    pub failure: &'a Failure,
    /// Where the object was allocated or freed.
    pub origins: &'a [Origin],
}

/// Renders the whole diagnostic.
pub fn render_failure(view: &FailureView<'_>, memory: &mut dyn MemoryView, sources: &mut SourceText) -> String {
    let program = view.place.program;
    let mut text = headline(&view.place, &describe_failure(program, view.failure), memory, sources);
    for origin in view.origins {
        text += &format!("  {} by:\n{}", origin.what, stack_lines(program, &origin.stack));
    }
    text + &stack_text(program, &view.failure.stack)
}

/// Renders the place of a stopped run under a title.
pub fn render_place(
    view: &PlaceView<'_>,
    title: &str,
    memory: &mut dyn MemoryView,
    sources: &mut SourceText,
) -> String {
    let stack: Vec<Site> = view.frames.iter().map(|f| f.site).collect();
    headline(view, title, memory, sources) + &stack_text(view.program, &stack)
}

/// Title, source line and values.
fn headline(view: &PlaceView<'_>, title: &str, memory: &mut dyn MemoryView, sources: &mut SourceText) -> String {
    let stack: Vec<Site> = view.frames.iter().map(|f| f.site).collect();
    let Some(frame) = view.frames.get(inside_libc(view.program, &stack)) else { return format!("error: {title}\n") };
    let text = snippet(view.program, sources, frame.site, title, view.colour);
    text + &values_text(&frame_values(view.program, frame, memory, sources))
}

fn stack_text(program: &Program, stack: &[Site]) -> String {
    if stack.is_empty() { String::new() } else { format!("  call stack:\n{}", stack_lines(program, stack)) }
}

/// Renders an unsupported feature with the place where the program needs it.
pub fn render_unsupported(program: &Program, error: &Unsupported, sources: &mut SourceText, colour: bool) -> String {
    let text = match error.stack.get(inside_libc(program, &error.stack)) {
        Some(site) => snippet(program, sources, *site, &format!("unsupported: {}", error.what), colour),
        None => format!("error: unsupported: {}\n", error.what),
    };
    text + &stack_text(program, &error.stack)
}

/// Values on one line, or one per line if they are long.
fn values_text(values: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut pointees = Pointees::default();
    let values: Vec<String> = values.iter().map(|value| pointees.shorten(value)).collect();
    let line = values.join(", ");
    if values.is_empty() {
        String::new()
    } else if line.chars().count() <= WIDTH {
        format!("  values: {line}\n")
    } else {
        let shown = |value: &String| match value.char_indices().nth(WIDTH) {
            Some((end, _)) => format!("    {}...\n", &value[..end]),
            None => format!("    {value}\n"),
        };
        format!("  values:\n{}", values.iter().map(shown).collect::<String>())
    }
}

fn snippet(program: &Program, sources: &mut SourceText, site: Site, title: &str, colour: bool) -> String {
    let place = place_of(program, site);
    let name = file_name(program, place.file).to_string();
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let source = place.file.and_then(|f| sources.get(program, f));
    let Some((source, span)) = source.and_then(|s| span(s, &place).map(|span| (s, span))) else {
        return format!("error: {title}\n  --> {name}:{}:{}\n", place.line, place.column);
    };
    let report = [Group::with_title(Level::ERROR.primary_title(title))
        .element(Snippet::source(source).path(name).annotation(AnnotationKind::Primary.span(span)))];
    renderer.render(&report) + "\n"
}

/// The bytes of the source at a place: the word or operator at its column.
fn span(source: &str, place: &Place) -> Option<std::ops::Range<usize>> {
    let line_start =
        source.split_inclusive('\n').take(place.line.checked_sub(1)? as usize).map(str::len).sum::<usize>();
    let line = source.get(line_start..)?.lines().next()?;
    let column = (place.column.max(1) as usize - 1).min(line.len());
    let rest = line.get(column..)?;
    let word = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let start = line_start + column;
    Some(start..(start + word.max(1)).min(source.len()))
}

/// The calls, innermost first.
fn stack_lines(program: &Program, stack: &[Site]) -> String {
    const SHOWN: usize = 12;
    let shown = visible(program, stack);
    let line = |(i, site): (usize, &Site)| {
        let place = place_of(program, *site);
        let name = &program.function(site.function).name;
        match is_libc(program, site) {
            true => format!("    {i}: {name} (libc)\n"),
            false => format!("    {i}: {name} at {}:{}\n", file_name(program, place.file), place.line),
        }
    };
    let mut text = String::new();
    if shown.len() <= SHOWN {
        text.extend(shown.iter().enumerate().map(line));
    } else {
        text.extend(shown.iter().enumerate().take(SHOWN / 2).map(line));
        text += &format!("    ... {} more calls ...\n", shown.len() - SHOWN);
        text.extend(shown.iter().enumerate().skip(shown.len() - SHOWN / 2).map(line));
    }
    text
}
