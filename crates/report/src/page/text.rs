//! The excerpts of source files on a page: marked lines with their surroundings.

use std::collections::BTreeMap;

use super::{File, Row};

/// Number of lines shown before and after a marked one.
const AROUND: u32 = 3;
/// Maximum number of source lines on a page.
const MAX_LINES: usize = 3000;
/// Maximum number of columns of a line.
const COLUMNS: usize = 240;

/// A file to excerpt: its text and its marked rows.
pub(super) struct Marked {
    pub(super) name: String,
    pub(super) text: Option<String>,
    pub(super) rows: BTreeMap<u32, Row>,
}

/// The files with their marked lines and surroundings, and the number of marked lines that exceed the limit.
pub(super) fn excerpts(files: Vec<Marked>) -> (Vec<File>, usize) {
    let (mut room, mut left_out) = (MAX_LINES, 0);
    let mut shown = Vec::new();
    for mut file in files {
        let lines: Vec<&str> = file.text.as_deref().map(|t| t.lines().collect()).unwrap_or_default();
        let mut wanted: BTreeMap<u32, Row> = BTreeMap::new();
        for &number in file.rows.keys() {
            for near in number.saturating_sub(AROUND).max(1)..=number + AROUND {
                if let Some(text) = lines.get(near as usize - 1) {
                    let text = crate::paint::fit(&text.replace('\t', "    "), COLUMNS);
                    wanted.entry(near).or_insert(Row { number: near, text, ..Row::default() });
                }
            }
        }
        for (number, row) in std::mem::take(&mut file.rows) {
            let text = wanted.get(&number).map_or_else(|| row.text.clone(), |w| w.text.clone());
            wanted.insert(number, Row { text, ..row });
        }
        let rows: Vec<Row> = wanted.into_values().collect();
        left_out += rows.iter().skip(room).filter(|r| r.mark.is_some()).count();
        let rows: Vec<Row> = rows.into_iter().take(room).collect();
        room -= rows.len();
        if !rows.is_empty() {
            shown.push(File { name: file.name, lines: rows });
        }
    }
    (shown, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stays_small() {
        let text: String = (0..100_000).map(|i| format!("line {i}\n")).collect();
        let rows = (1..50_000).map(|n| (n * 2, Row { number: n * 2, mark: Some("slice"), ..Row::default() })).collect();
        let (files, left_out) = excerpts(vec![Marked { name: "big.c".into(), text: Some(text), rows }]);
        assert_eq!(files[0].lines.len(), MAX_LINES);
        assert!(left_out > 40_000);
    }

    #[test]
    fn lines_around_are_shown() {
        let text = Some("a\nb\nc\nd\ne\nf\ng\nh\ni\n".to_string());
        let rows = [(5, Row { number: 5, mark: Some("suspect"), ..Row::default() })].into();
        let (files, _) = excerpts(vec![Marked { name: "x.c".into(), text, rows }]);
        let numbers: Vec<u32> = files[0].lines.iter().map(|r| r.number).collect();
        assert_eq!(numbers, [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(files[0].lines[3].text, "e");
    }
}
