//! Renders a page as one self-contained HTML file, including style and script.

use crate::drawing::{Drawing, escape, svg};
use crate::explanation::Suggestion;
use crate::page::{Card, File, Page, Picture, Row, Spot};

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

/// Forbids all requests, whatever the source of a program contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Renders the whole page.
pub fn render_html(page: &Page) -> String {
    let title = escape(&capital(&page.title));
    let mut body = format!(
        "<header>\n<p class=\"brand\">whydunit</p>\n<h1>{title}</h1>\n{}{}</header>\n<main>\n",
        facts(page),
        menu(page)
    );
    body += &suspects(page);
    body += &chain(page);
    body += &steps(page);
    body += &source(page);
    body += "</main>\n";
    body += &notes(page);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title} – whydunit</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// Capitalises the first letter of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Renders words between backticks as code.
fn with_code(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let mut html = String::new();
    for (at, part) in parts.iter().enumerate() {
        html += &if at % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() };
    }
    html
}

fn facts(page: &Page) -> String {
    let rows = page.facts.iter();
    let rows: String =
        rows.map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(value))).collect();
    if rows.is_empty() { rows } else { format!("<dl class=\"facts\">\n{rows}</dl>\n") }
}

/// Links to the sections of the page.
fn menu(page: &Page) -> String {
    let sections = [
        ("suspects", blamed(page), page.suspects.is_empty()),
        ("chain", "From suspect to failure", page.chain.is_empty()),
        ("steps", if page.suspects.is_empty() { "Graph" } else { "Search steps" }, page.steps.is_empty()),
        ("source", "Source", page.files.is_empty()),
    ];
    let links: String = sections
        .iter()
        .filter(|(_, _, empty)| !empty)
        .map(|(id, name, _)| format!("<a href=\"#{id}\">{name}</a>\n"))
        .collect();
    format!(
        "<nav aria-label=\"Sections\">\n{links}<span class=\"keys\"><kbd>j</kbd> <kbd>k</kbd> next and previous line that matters</span>\n</nav>\n"
    )
}

fn suspects(page: &Page) -> String {
    if page.suspects.is_empty() {
        return String::new();
    }
    let items: String = page.suspects.iter().map(|card| suspect(page, card)).collect();
    let title = blamed(page);
    format!("<section id=\"suspects\">\n<h2>{title}</h2>\n<ol class=\"suspects\">\n{items}</ol>\n</section>\n")
}

/// The title of the suspects.
fn blamed(page: &Page) -> &'static str {
    if page.found { "The fault" } else { "Suspects" }
}

fn suspect(page: &Page, card: &Card) -> String {
    let remedy = card.remedy.as_ref().map_or_else(String::new, |remedy| {
        let proof = if card.verified { "<span class=\"proof\">✓ verified</span>" } else { "" };
        format!("<p class=\"remedy\">{} {proof}</p>\n", with_code(remedy))
    });
    format!(
        "<li class=\"card{}\">\n{}{remedy}{}{}</li>\n",
        if card.verified { " verified" } else { "" },
        heading(page, card),
        card.suggestion.as_ref().map_or_else(String::new, change),
        remarks(card)
    )
}

/// A line before and after a change.
fn change(suggestion: &Suggestion) -> String {
    let line = |tag: &str, sign: &str, text: &Option<String>| {
        let text =
            text.as_ref().map(|text| format!("<{tag}>{} {sign} {}</{tag}>\n", suggestion.line, escape(text.trim())));
        text.unwrap_or_default()
    };
    format!(
        "<pre class=\"change\">{}{}</pre>\n",
        line("del", "-", &suggestion.removed),
        line("ins", "+", &suggestion.added)
    )
}

fn chain(page: &Page) -> String {
    if page.chain.is_empty() {
        return String::new();
    }
    let items: String =
        page.chain.iter().map(|card| format!("<li>\n{}{}</li>\n", heading(page, card), remarks(card))).collect();
    let title = match page.chain.iter().any(|card| card.remarks.iter().any(|remark| remark.contains("→ "))) {
        true => "From suspect 1 to the failure (→ value after the fix)",
        false => "From suspect 1 to the failure",
    };
    format!("<section id=\"chain\">\n<h2>{title}</h2>\n<ol class=\"chain\">\n{items}</ol>\n</section>\n")
}

/// Place and text of a statement, with a link to its line.
fn heading(page: &Page, card: &Card) -> String {
    let place = escape(&card.name);
    let place = match anchor(page, &card.place) {
        Some(anchor) => format!("<a class=\"place\" href=\"#{anchor}\">{place}</a>"),
        None => format!("<span class=\"place\">{place}</span>"),
    };
    format!("<p class=\"statement\">{place} <code>{}</code></p>\n", escape(&card.text))
}

fn remarks(card: &Card) -> String {
    card.remarks.iter().map(|r| format!("<p class=\"values\">{}</p>\n", escape(r))).collect()
}

/// The id of a line, if the page contains it.
fn anchor(page: &Page, spot: &Spot) -> Option<String> {
    let file = page.files.iter().position(|f| f.name == spot.file)?;
    page.files[file].lines.iter().any(|r| r.number == spot.line).then(|| format!("f{file}-{}", spot.line))
}

/// A drawing whose boxes link to their lines, as far as the page contains them.
fn linked(page: &Page, picture: &Picture) -> Drawing {
    let mut drawing = picture.drawing.clone();
    for (node, place) in drawing.nodes.iter_mut().zip(&picture.places) {
        let anchor = place.as_ref().and_then(|place| anchor(page, place));
        node.href = anchor.map(|anchor| format!("#{anchor}")).or(node.href.take());
    }
    drawing
}

fn steps(page: &Page) -> String {
    if page.steps.is_empty() {
        return String::new();
    }
    let title = if page.suspects.is_empty() { "Graph" } else { "Search steps" };
    let figures = page.steps.iter().map(|picture| {
        format!(
            "<figure>\n<figcaption><strong>{}</strong> {}</figcaption>\n<div class=\"drawing\" tabindex=\"0\">\n{}</div>\n</figure>\n",
            escape(&picture.title),
            escape(&picture.caption),
            svg(&linked(page, picture), false)
        )
    });
    format!("<section id=\"steps\">\n<h2>{title}</h2>\n{}</section>\n", figures.collect::<String>())
}

fn source(page: &Page) -> String {
    if page.files.is_empty() {
        return String::new();
    }
    let files: String = page.files.iter().enumerate().map(|(at, file)| source_file(at, file)).collect();
    format!("<section id=\"source\">\n<h2>Source</h2>\n{files}</section>\n")
}

fn source_file(at: usize, file: &File) -> String {
    let mut rows = String::new();
    let mut before = 0;
    for row in &file.lines {
        if row.number > before + 1 && before > 0 {
            rows += "<tr class=\"gap\"><td colspan=\"3\"><span aria-label=\"lines left out\">⋮</span></td></tr>\n";
        }
        before = row.number;
        rows += &source_line(at, row);
    }
    format!("<h3>{}</h3>\n<table class=\"code\">\n<tbody>\n{rows}</tbody>\n</table>\n", escape(&file.name))
}

fn source_line(file: usize, row: &Row) -> String {
    let (class, focus) = row.mark.map_or((String::new(), ""), |m| (format!(" class=\"{m}\""), " tabindex=\"0\""));
    let number = row.number;
    let label = row.mark.map_or_else(String::new, |m| format!("<span class=\"tag\">{m}</span>"));
    let card: String = row.details.iter().map(|d| format!("<span class=\"detail\">{}</span>", escape(d))).collect();
    let card = if card.is_empty() { card } else { format!("<span class=\"popup\" role=\"note\">{card}</span>") };
    let margin = if row.margin.is_empty() && card.is_empty() {
        String::new()
    } else {
        format!("<span class=\"margin\">{}</span>{card}", escape(&row.margin))
    };
    format!(
        "<tr id=\"f{file}-{number}\"{class}{focus}><td class=\"number\">{number}</td><td class=\"text\"><code>{}</code></td>\
         <td class=\"notes\">{label}{margin}</td></tr>\n",
        escape(&row.text)
    )
}

fn notes(page: &Page) -> String {
    let items: String = page.notes.iter().map(|n| format!("<li>{}</li>\n", escape(n))).collect();
    if items.is_empty() {
        items
    } else {
        format!("<footer>\n<h2>What is left open</h2>\n<ul>\n{items}</ul>\n</footer>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Mark, Node};

    /// A page whose every text tries to break out of its element.
    fn hostile() -> Page {
        let evil = "</code></script><script>alert(1)</script><img src=x onerror=alert(2)>\"' & \u{0}".to_string();
        let place = Spot { file: evil.clone(), line: 3 };
        let card = Card {
            place: place.clone(),
            name: evil.clone(),
            text: evil.clone(),
            remedy: Some(evil.clone()),
            verified: true,
            suggestion: Some(Suggestion {
                file: evil.clone(),
                line: 3,
                removed: Some(evil.clone()),
                added: Some(evil.clone()),
                changed: 0..0,
            }),
            remarks: vec![evil.clone()],
        };
        let node = Node {
            title: evil.clone(),
            text: evil.clone(),
            note: evil.clone(),
            mark: Mark::Wrong,
            layer: 0,
            hover: evil.clone(),
            href: None,
        };
        let drawing = Drawing { title: evil.clone(), nodes: vec![node], arrows: Vec::new() };
        let places = vec![Some(place.clone())];
        let picture = Picture { title: evil.clone(), caption: evil.clone(), drawing, places };
        let row = Row {
            number: 3,
            text: evil.clone(),
            mark: Some("suspect"),
            margin: evil.clone(),
            details: vec![evil.clone()],
        };
        Page {
            title: evil.clone(),
            facts: vec![(evil.clone(), evil.clone())],
            suspects: vec![card.clone()],
            found: false,
            chain: vec![card],
            steps: vec![picture],
            files: vec![File { name: evil.clone(), lines: vec![row] }],
            notes: vec![evil],
        }
    }

    #[test]
    fn text_of_programs_cannot_become_markup() {
        let html = render_html(&hostile());
        assert_eq!(html.matches("<script>").count(), 1);
        assert!(!html.contains("<img") && !html.contains("alert(1)</script>"));
        assert!(!html.contains('\u{0}'));
    }

    #[test]
    fn elements_are_closed_in_order() {
        let html = render_html(&hostile());
        let body = html.split("<body>").nth(1).and_then(|b| b.split("<script>").next()).unwrap_or_default();
        let mut open: Vec<&str> = Vec::new();
        for tag in body.split('<').skip(1).filter_map(|part| part.split('>').next()) {
            let name = tag.trim_end_matches('/').split([' ', '\n']).next().unwrap_or("");
            match name.strip_prefix('/') {
                Some(closed) => assert_eq!(open.pop(), Some(closed), "near <{tag}>"),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn links_lead_to_lines_on_the_page() {
        let html = render_html(&hostile());
        assert!(html.contains("href=\"#f0-3\"") && html.contains("id=\"f0-3\""));
        // Boxes of drawings also carry the text, in their tooltips.
        assert!(html.contains("<a href=\"#f0-3\"><g class=\"box wrong\"><title>"));
    }
}
