//! Plots of benchmark results: Top-n, lines read, seconds, seconds against the length of the run.

use whydunit_suite::{Summary, Timed};

use super::chart::{Axis, Chart, Scale, Series};

/// A picture with a name.
pub struct Plot {
    /// File name without a suffix.
    pub name: &'static str,
    /// The picture as SVG.
    pub picture: String,
    /// Whether the plot shows times, which differ from run to run.
    pub timed: bool,
}

/// All plots.
pub fn plots(all: &Summary, results: &[Timed]) -> Vec<Plot> {
    vec![
        Plot { name: "top", picture: top(all), timed: false },
        Plot { name: "read", picture: read(all, results), timed: false },
        Plot { name: "time", picture: time(all, results), timed: true },
        Plot { name: "cost", picture: cost(all, results), timed: true },
    ]
}

fn linear(title: &str, high: f64) -> Axis {
    Axis { title: title.into(), scale: Scale::Linear, low: 0.0, high: high.max(1.0) }
}

/// Bars: the number of cases with the fault among the first 1, 3, 5, 10 lines.
fn top(all: &Summary) -> String {
    let methods = all.methods.len() as f64;
    let x = Axis { title: String::new(), scale: Scale::Unmarked, low: 0.0, high: methods.max(1.0) };
    let mut chart = Chart::new("Fault among the first n lines", x, linear("cases", all.cases as f64));
    for (at, method) in all.methods.iter().enumerate() {
        for (n, count) in method.top.iter().enumerate() {
            let left = at as f64 + 0.1 + 0.2 * n as f64;
            chart.bar(left, left + 0.18, *count as f64, n);
        }
        chart.label(at as f64 + 0.5, &method.method);
    }
    ["Top-1", "Top-3", "Top-5", "Top-10"].into_iter().for_each(|name| chart.name(name));
    chart.finish()
}

/// Curves: the share of cases by the number of lines read.
fn read(all: &Summary, results: &[Timed]) -> String {
    let x = Axis { title: "lines read until the fault".into(), scale: Scale::Logarithmic, low: 1.0, high: 1000.0 };
    let mut chart = Chart::new("How many lines are read", x, linear("share of cases", 1.0));
    for method in &all.methods {
        let own = results.iter().filter(|t| t.result.method == method.method);
        let values = own.filter_map(|t| t.result.scores()).map(|s| s.read).collect();
        chart.line(&Series { name: method.method.clone(), points: cumulative(values, all.cases) });
    }
    chart.finish()
}

fn time(all: &Summary, results: &[Timed]) -> String {
    let x = Axis { title: "seconds".into(), scale: Scale::Logarithmic, low: 0.01, high: 100.0 };
    let mut chart = Chart::new("How long it takes", x, linear("share of cases", 1.0));
    for method in &all.methods {
        let own = results.iter().filter(|t| t.result.method == method.method && t.result.found.is_some());
        let points = cumulative(own.map(|t| t.seconds).collect(), all.cases);
        chart.line(&Series { name: method.method.clone(), points });
    }
    chart.finish()
}

fn cost(all: &Summary, results: &[Timed]) -> String {
    let x = Axis { title: "instructions of the failing run".into(), scale: Scale::Logarithmic, low: 100.0, high: 1e8 };
    let y = Axis { title: "seconds".into(), scale: Scale::Logarithmic, low: 0.001, high: 100.0 };
    let mut chart = Chart::new("Cost against the length of the run", x, y);
    for method in &all.methods {
        let own = results.iter().filter(|t| t.result.method == method.method);
        let point = |t: &Timed| Some((t.result.found.as_ref()?.run_steps as f64, t.seconds));
        chart.points(&Series { name: method.method.clone(), points: own.filter_map(point).collect() });
    }
    chart.finish()
}

/// Steps of the cumulative share of `all` over the sorted values.
fn cumulative(mut values: Vec<f64>, all: usize) -> Vec<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let share = |count: usize| count as f64 / all.max(1) as f64;
    let steps = values.iter().enumerate().flat_map(|(at, value)| [(*value, share(at)), (*value, share(at + 1))]);
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_rise_in_steps() {
        let expected = [(1.0, 0.0), (1.0, 0.25), (3.0, 0.25), (3.0, 0.5)];
        assert_eq!(cumulative(vec![3.0, 1.0], 4), expected);
    }

    #[test]
    fn every_plot_can_be_drawn_of_nothing() {
        for plot in plots(&Summary::default(), &[]) {
            assert!(plot.picture.ends_with("</svg>\n") && !plot.picture.contains("NaN"), "{}", plot.name);
        }
    }
}
