//! Charts as SVG without a plotting library: axes, lines, points, bars, a legend.

use std::fmt::Write;

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic; numbers that are not positive lie at the lower end.
    Logarithmic,
    /// Linear, with labels instead of tick marks.
    Unmarked,
}

/// An axis: title, scale and range.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) title: String,
    pub(crate) scale: Scale,
    /// Lower end of the range.
    pub(crate) low: f64,
    /// Upper end of the range.
    pub(crate) high: f64,
}

/// A named data series.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Name in the legend.
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 52.0;

/// Colours that most people can tell apart; dashes distinguish further series.
const COLOURS: [&str; 8] = ["#0b5fa5", "#d1495b", "#2a9d5c", "#8a5fbf", "#c77d0a", "#4b4b4b", "#12929e", "#a23b72"];
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];

impl Axis {
    /// Position of a number on the axis, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let (value, low, high) = match self.scale {
            Scale::Linear | Scale::Unmarked => (value, self.low, self.high),
            Scale::Logarithmic => (value.max(self.low).log10(), self.low.log10(), self.high.log10()),
        };
        if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The numbers that get a tick mark.
    fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Unmarked => Vec::new(),
            Scale::Logarithmic => {
                let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
                powers.map(|p| 10f64.powi(p)).filter(|v| *v >= self.low * 0.999 && *v <= self.high * 1.001).collect()
            }
            Scale::Linear => {
                let rough = ((self.high - self.low) / 6.0).max(f64::MIN_POSITIVE);
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough).unwrap_or(rough);
                let count = ((self.high - self.low) / step + 1e-9).floor() as u32;
                (0..=count).map(|n| self.low + f64::from(n) * step).collect()
            }
        }
    }
}

fn number(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{} M", value / 1e6),
        v if v >= 1e4 => format!("{} k", value / 1e3),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A chart being drawn.
pub(crate) struct Chart {
    x: Axis,
    y: Axis,
    body: String,
    names: Vec<String>,
}

impl Chart {
    /// A chart with a title and axes, without data.
    pub(crate) fn new(title: &str, x: Axis, y: Axis) -> Self {
        let mut chart = Chart { x, y, body: String::new(), names: Vec::new() };
        let _ = writeln!(chart.body, "<text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\">{}</text>", escape(title));
        chart.axes();
        chart
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (wide, high) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        (LEFT + self.x.place(x) * wide, HEIGHT - BOTTOM - self.y.place(y) * high)
    }

    fn axes(&mut self) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for value in self.y.ticks() {
            let y = self.at(self.x.low, value).1;
            let _ = writeln!(
                self.body,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                number(value)
            );
        }
        for value in self.x.ticks() {
            let x = self.at(value, self.y.low).0;
            let _ = writeln!(
                self.body,
                "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#333\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                number(value)
            );
        }
        let (x_title, y_title) = (escape(&self.x.title), escape(&self.y.title));
        let (middle, centre) = ((LEFT + right) / 2.0, (TOP + bottom) / 2.0);
        let _ = writeln!(
            self.body,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>\
             <text x=\"{middle}\" y=\"{:.1}\" text-anchor=\"middle\">{x_title}</text>\
             <text transform=\"translate(16 {centre}) rotate(-90)\" text-anchor=\"middle\">{y_title}</text>",
            HEIGHT - 12.0
        );
    }

    fn style(&mut self, name: &str) -> (&'static str, &'static str) {
        let index = self.names.len();
        self.names.push(name.to_string());
        (COLOURS[index % COLOURS.len()], DASHES[index / COLOURS.len() % DASHES.len()])
    }

    /// Draws a line through the points of a series.
    pub(crate) fn line(&mut self, series: &Series) {
        let (colour, dash) = self.style(&series.name);
        let path: String = series.points.iter().enumerate().fold(String::new(), |mut path, (i, (x, y))| {
            let (x, y) = self.at(*x, *y);
            let _ = write!(path, "{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" });
            path
        });
        let _ = writeln!(
            self.body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\" stroke-dasharray=\"{dash}\"/>"
        );
    }

    /// Draws the points of a series.
    pub(crate) fn points(&mut self, series: &Series) {
        let (colour, _) = self.style(&series.name);
        for &(x, y) in &series.points {
            let (x, y) = self.at(x, y);
            let _ = writeln!(
                self.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\" fill-opacity=\"0.6\"/>"
            );
        }
    }

    /// Draws a bar from the lower end of the y axis.
    pub(crate) fn bar(&mut self, from: f64, to: f64, height: f64, colour: usize) {
        let ((left, top), (right, bottom)) = (self.at(from, height), self.at(to, self.y.low));
        let (wide, high) = (right - left, bottom - top);
        let colour = COLOURS[colour % COLOURS.len()];
        let _ = writeln!(
            self.body,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{colour}\"/>"
        );
    }

    /// Draws a slanted label below the x axis, in place of numbers.
    pub(crate) fn label(&mut self, at: f64, words: &str) {
        let x = self.at(at, self.y.low).0;
        let y = HEIGHT - BOTTOM + 12.0;
        let words = escape(words);
        let _ = writeln!(
            self.body,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-24)\" text-anchor=\"end\" font-size=\"10\">{words}</text>"
        );
    }

    /// Adds a name to the legend.
    pub(crate) fn name(&mut self, name: &str) {
        self.style(name);
    }

    /// Returns the finished picture.
    pub(crate) fn finish(self) -> String {
        let mut legend = String::new();
        for (index, name) in self.names.iter().enumerate() {
            let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 10.0 + 17.0 * index as f64);
            let (colour, dash) = (COLOURS[index % COLOURS.len()], DASHES[index / COLOURS.len() % DASHES.len()]);
            let _ = writeln!(
                legend,
                "<path d=\"M{x} {y}h22\" stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"{dash}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 28.0,
                y + 4.0,
                escape(name)
            );
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#222\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n{}{legend}</svg>\n",
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, low: f64, high: f64) -> Axis {
        Axis { title: "t".into(), scale, low, high }
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(axis(Scale::Linear, 0.0, 130.0).ticks(), [0.0, 50.0, 100.0]);
        assert_eq!(axis(Scale::Linear, 0.0, 1.0).ticks().len(), 6);
        assert_eq!(axis(Scale::Logarithmic, 0.01, 10.0).ticks(), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!(axis(Scale::Logarithmic, 1.0, 100.0).place(10.0), 0.5);
        assert_eq!(axis(Scale::Linear, 5.0, 5.0).place(5.0), 0.0);
    }

    #[test]
    fn a_picture_is_well_formed() {
        let mut chart = Chart::new("a < b & c", axis(Scale::Linear, 0.0, 4.0), axis(Scale::Linear, 0.0, 1.0));
        chart.line(&Series { name: "one".into(), points: vec![(0.0, 0.0), (4.0, 1.0)] });
        chart.bar(1.0, 2.0, 0.5, 1);
        let picture = chart.finish();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(picture.contains("a &lt; b &amp; c") && picture.contains("M64.0 368.0L570.0 34.0"));
    }
}
