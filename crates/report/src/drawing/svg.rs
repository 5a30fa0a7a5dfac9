//! Boxes and arrows as SVG text.

use super::layout::{Layout, Placed};
use super::{Drawing, Mark};

/// Colours of a standalone drawing; inside a page the page's style applies.
const STYLE: &str = "\
svg{font:12px ui-monospace,Menlo,Consolas,monospace;background:#fff}\
.box rect{fill:#fff;stroke:#98a2b3}.box text{fill:#1d2939}.box .small{fill:#667085;font-size:11px}\
.box.wrong rect{fill:#fef3f2;stroke:#d92d20}.box.right rect{fill:#ecfdf3;stroke:#12b76a}\
.box.failure rect{fill:#fef0c7;stroke:#dc6803;stroke-width:2}.box.rest rect{stroke-dasharray:4 3}\
.arrow{fill:none;stroke:#98a2b3;stroke-width:1.4}.arrow.test{stroke-dasharray:5 3}\
.arrow.omits{stroke:#dc6803;stroke-dasharray:2 3}.arrow.call{stroke:#7f56d9}.head{fill:#98a2b3}";

/// The drawing as SVG; `alone` for a separate file.
pub(crate) fn svg(drawing: &Drawing, alone: bool) -> String {
    let layout = Layout::new(drawing);
    let (width, height) = (layout.width, layout.height);
    let open = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\"><title>{}</title>\n",
        escape(&drawing.title)
    );
    let style = if alone { format!("<style>{STYLE}</style>\n") } else { String::new() };
    let arrows: String =
        drawing.arrows.iter().map(|a| arrow(&layout.boxes[a.from], &layout.boxes[a.to], a.class)).collect();
    let boxes: String = drawing.nodes.iter().zip(&layout.boxes).map(|(node, at)| shape(node, at)).collect();
    format!("{open}{style}{arrows}{boxes}</svg>\n")
}

/// An arrow from the bottom of one box to the top of the other; against the reading direction from side to side.
fn arrow(from: &Placed, to: &Placed, class: &str) -> String {
    let down = to.y > from.y;
    let (x1, x2) = match down {
        true => (from.x + from.width / 2.0, to.x + to.width / 2.0),
        false => (from.x + from.width, to.x + to.width),
    };
    let (y1, y2) = match down {
        true => (from.y + from.height, to.y - 5.0),
        false => (from.y + from.height / 2.0, to.y + to.height / 2.0),
    };
    let bend = if down { ((y2 - y1) / 2.0).clamp(12.0, 60.0) } else { 30.0 };
    let (path, head) = if down {
        let path = format!("M{x1:.0} {y1:.0}C{x1:.0} {:.0} {x2:.0} {:.0} {x2:.0} {y2:.0}", y1 + bend, y2 - bend);
        (path, format!("M{:.0} {y2:.0}l8 0l-4 6z", x2 - 4.0))
    } else {
        let far = x1.max(x2) + bend;
        let path = format!("M{x1:.0} {y1:.0}C{far:.0} {y1:.0} {far:.0} {y2:.0} {:.0} {y2:.0}", x2 + 6.0);
        (path, format!("M{:.0} {:.0}l0 8l-6 -4z", x2 + 6.0, y2 - 4.0))
    };
    format!("<path class=\"arrow {class}\" d=\"{path}\"/><path class=\"head {class}\" d=\"{head}\"/>\n")
}

fn shape(node: &super::Node, at: &Placed) -> String {
    let class = match node.mark {
        Mark::Plain => "plain",
        Mark::Wrong => "wrong",
        Mark::Right => "right",
        Mark::Failure => "failure",
        Mark::Rest => "rest",
    };
    let hover = match node.hover.as_str() {
        "" => String::new(),
        hover => format!("<title>{}</title>", escape(hover)),
    };
    let mut text = format!(
        "<g class=\"box {class}\">{hover}<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\"/>",
        at.x, at.y, at.width, at.height
    );
    let mut y = at.y + 19.0;
    for (line, small) in [(&node.title, true), (&node.text, false), (&node.note, true)] {
        if !line.is_empty() {
            let class = if small { " class=\"small\"" } else { "" };
            text += &format!("<text{class} x=\"{:.0}\" y=\"{y:.0}\">{}</text>", at.x + 10.0, escape(line));
            y += 16.0;
        }
    }
    text += "</g>";
    match &node.href {
        Some(href) => format!("<a href=\"{}\">{text}</a>\n", escape(href)),
        None => text + "\n",
    }
}

/// Escapes text for HTML or XML. Characters that XML forbids are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Arrow, Node};
    use super::*;

    fn node(title: &str, layer: usize) -> Node {
        Node {
            title: title.into(),
            text: "x < 1 && y".into(),
            note: String::new(),
            mark: Mark::Plain,
            layer,
            hover: String::new(),
            href: None,
        }
    }

    #[test]
    fn boxes_do_not_overlap_and_text_is_escaped() {
        let nodes = (0..11).map(|i| node(&format!("a.c:{i}"), i / 5)).collect();
        let arrows = (0..10).map(|i| Arrow { from: i, to: i + 1, class: "value" }).collect();
        let drawing = Drawing { title: "t".into(), nodes, arrows };
        let layout = Layout::new(&drawing);
        for (i, a) in layout.boxes.iter().enumerate() {
            for b in &layout.boxes[i + 1..] {
                let apart =
                    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
                assert!(apart, "{a:?} {b:?}");
            }
            assert!(a.x + a.width <= layout.width && a.y + a.height <= layout.height);
        }
        let text = svg(&drawing, true);
        assert!(text.contains("x &lt; 1 &amp;&amp; y") && text.matches("<rect").count() == 11);
    }

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("</script>\u{1}\"'"), "&lt;/script&gt;\u{fffd}&quot;&#39;");
    }
}
