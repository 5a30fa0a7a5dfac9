//! Positions of boxes: rows by layer, ordered so that few arrows cross.

use super::Drawing;

/// Boxes per row; a layer with more boxes takes several rows.
const PER_ROW: usize = 4;
/// Width of a character.
const LETTER: f64 = 6.7;
const PADDING: f64 = 10.0;
/// Distance between the boxes of a row.
const GAP: f64 = 26.0;
const ROW_GAP: f64 = 44.0;
const LINE: f64 = 16.0;

/// A box with its position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Placed {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The positions of all boxes, and the size of the drawing.
pub(super) struct Layout {
    pub(super) boxes: Vec<Placed>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    pub(super) fn new(drawing: &Drawing) -> Layout {
        let mut boxes: Vec<Placed> = drawing.nodes.iter().map(size).collect();
        let rows = rows(drawing);
        let width_of = |row: &[usize], boxes: &[Placed]| {
            row.iter().map(|&n| boxes[n].width).sum::<f64>() + GAP * row.len().saturating_sub(1) as f64
        };
        let width = rows.iter().map(|row| width_of(row, &boxes)).fold(0.0, f64::max);
        let mut y = PADDING;
        for row in &rows {
            let mut x = PADDING + (width - width_of(row, &boxes)) / 2.0;
            let height = row.iter().map(|&n| boxes[n].height).fold(0.0, f64::max);
            for &node in row {
                (boxes[node].x, boxes[node].y) = (x, y);
                x += boxes[node].width + GAP;
            }
            y += height + ROW_GAP;
        }
        Layout { boxes, width: width + 2.0 * PADDING, height: (y - ROW_GAP + PADDING).max(2.0 * PADDING) }
    }
}

fn size(node: &super::Node) -> Placed {
    let lines = [&node.title, &node.text, &node.note];
    let letters = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let count = lines.iter().filter(|l| !l.is_empty()).count();
    let width = letters as f64 * LETTER + 2.0 * PADDING;
    Placed { width: width.max(60.0), height: count as f64 * LINE + 14.0, ..Placed::default() }
}

/// The boxes of each row, top to bottom. Two passes put each box near the middle of its predecessors.
fn rows(drawing: &Drawing) -> Vec<Vec<usize>> {
    let layers = drawing.nodes.iter().map(|n| n.layer).max().map_or(0, |l| l + 1);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); layers];
    drawing.nodes.iter().enumerate().for_each(|(at, node)| order[node.layer].push(at));
    for _ in 0..2 {
        let mut position = vec![0.0; drawing.nodes.len()];
        for layer in &mut order {
            let mut keyed: Vec<(f64, usize)> = layer.iter().map(|&n| (middle(drawing, &position, n), n)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *layer = keyed.into_iter().map(|(_, n)| n).collect();
            let count = layer.len() as f64;
            layer.iter().enumerate().for_each(|(at, &n)| position[n] = (at as f64 + 0.5) / count);
        }
    }
    order.iter().flat_map(|layer| layer.chunks(PER_ROW).map(<[usize]>::to_vec)).collect()
}

/// The mean position of the boxes above that point to this one.
fn middle(drawing: &Drawing, position: &[f64], node: usize) -> f64 {
    let above =
        drawing.arrows.iter().filter(|a| a.to == node && drawing.nodes[a.from].layer < drawing.nodes[node].layer);
    let (sum, count) = above.fold((0.0, 0), |(sum, count), a| (sum + position[a.from], count + 1));
    if count == 0 { 0.5 } else { sum / f64::from(count) }
}
