//! Plots of rows as SVG: who solves how many tasks in which time, and two variants task by task.
//!
//! Both axes of time are logarithmic, CPU seconds. A *quantile plot* has a line per variant: a point at (n, t) says that n tasks are
//! answered rightly within t seconds each; further right is better, then lower. A *scatter plot* has a point per task at the times of two variants; below
//! the diagonal the vertical one is faster, and what a variant does not solve is on its edge. Wrong answers are crosses, and count as not solved. The
//! pictures have no scripts and no fonts of their own, and say in their `title`s which task a point is.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::table::task_name;
use super::tally::common_folder;
use super::{BenchRow, variants_of};
use crate::html::escape;

/// Colours that people who see few colours can tell apart (Okabe and Ito); dashes tell those apart that are printed in black.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];
const DASHES: [&str; 4] = ["", "6 3", "2 3", "9 3 2 3"];

/// Faster than this is not told apart.
const LEAST: f64 = 0.005;

/// A logarithmic axis from seconds to pixels.
struct Axis {
    /// Seconds at the beginning and at the end, powers of ten.
    range: (f64, f64),
    /// Pixels there.
    pixels: (f64, f64),
}

impl Axis {
    fn new(largest: f64, pixels: (f64, f64)) -> Axis {
        let top = 10f64.powf(largest.max(10.0 * LEAST).log10().ceil());
        Axis { range: (LEAST, top), pixels }
    }

    fn at(&self, seconds: f64) -> f64 {
        let (low, high) = (self.range.0.ln(), self.range.1.ln());
        let part = (seconds.clamp(self.range.0, self.range.1).ln() - low) / (high - low);
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }

    /// Powers of ten, with their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        let mut exponent = -2;
        while 10f64.powi(exponent) <= self.range.1 * 1.001 {
            let label = if exponent < 0 {
                format!("{}", 10f64.powi(exponent))
            } else {
                format!("1{}", "0".repeat(exponent as usize))
            };
            ticks.push((10f64.powi(exponent), format!("{label} s")));
            exponent += 1;
        }
        ticks
    }
}

fn open(width: u32, height: u32, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escape(title)
    )
}

fn seconds(row: &BenchRow) -> f64 {
    row.cpu_ms / 1000.0
}

fn largest(rows: &[BenchRow]) -> f64 {
    rows.iter().map(seconds).fold(0.0, f64::max)
}

/// Who answers how many tasks rightly, in which time each.
pub fn quantile(rows: &[BenchRow]) -> String {
    let variants = variants_of(rows);
    let mut times: Vec<(&str, Vec<f64>)> = Vec::new();
    for variant in variants {
        let right = |row: &&BenchRow| row.variant == variant && row.class.is_correct();
        let mut of: Vec<f64> = rows.iter().filter(right).map(seconds).collect();
        of.sort_by(f64::total_cmp);
        times.push((variant, of));
    }
    let most = times.iter().map(|(_, of)| of.len()).max().unwrap_or(0).max(1);
    let (left, right, top, bottom) = (60.0, 500.0, 20.0, 300.0);
    let axis = Axis::new(largest(rows), (bottom, top));
    let x = |n: usize| left + (right - left) * n as f64 / most as f64;
    let mut out = open(760, 345, "Tasks answered rightly within a CPU time");
    for (time, label) in axis.ticks() {
        let y = axis.at(time);
        let _ = writeln!(out, "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>");
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", left - 5.0, y + 4.0);
    }
    let step = step(most);
    for n in (0..=most).step_by(step) {
        let at = x(n);
        let _ = writeln!(out, "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#eee\"/>");
        let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", bottom + 16.0);
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">tasks answered rightly, each in at most that much CPU time</text>",
        (left + right) / 2.0,
        bottom + 36.0
    );
    for (number, (variant, of)) in times.iter().enumerate() {
        let (colour, dashes) = (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()]);
        let mut path = String::new();
        for (n, time) in of.iter().enumerate() {
            let _ = write!(path, "{}{:.1} {:.1}", if n == 0 { "M" } else { "L" }, x(n + 1), axis.at(*time));
        }
        let name = escape(variant);
        if let [only] = of[..] {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>", x(1), axis.at(only));
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-dasharray=\"{dashes}\"><title>{name}: {}</title></path>",
            of.len()
        );
        let y = top + 10.0 + 17.0 * number as f64;
        let _ = writeln!(
            out,
            "<path d=\"M{} {y}h24\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"{}\" y=\"{}\">{name} ({})</text>",
            right + 16.0,
            right + 46.0,
            y + 4.0,
            of.len()
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Distance of marks on an axis of this length: 1, 2 or 5 times a power of ten.
fn step(most: usize) -> usize {
    let mut step = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if most <= 8 * step {
            break;
        }
        // From 1 to 2 to 5 to 10, and on from there.
        let decade = 10usize.pow(step.ilog10());
        step = decade * factor;
    }
    step
}

/// Two variants, task by task.
pub fn scatter(rows: &[BenchRow], horizontal: &str, vertical: &str) -> String {
    let of = |variant: &str| -> BTreeMap<(&str, &str), &BenchRow> {
        rows.iter().filter(|row| row.variant == variant).map(|row| (row.subject(), row)).collect()
    };
    let (across, up) = (of(horizontal), of(vertical));
    let common = common_folder(rows);
    let (left, right, top, bottom) = (60.0, 400.0, 30.0, 370.0);
    // What is not solved is behind the end of the axis.
    let margin = 24.0;
    let axis_x = Axis::new(largest(rows), (left, right - margin));
    let axis_y = Axis::new(largest(rows), (bottom, top + margin));
    let mut out = open(430, 420, &format!("CPU time of {horizontal} and {vertical}"));
    for (time, label) in axis_x.ticks() {
        let (x, y) = (axis_x.at(time), axis_y.at(time));
        let _ = writeln!(out, "<path d=\"M{left} {y:.1}H{right}M{x:.1} {top}V{bottom}\" stroke=\"#ddd\"/>");
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", left - 5.0, y + 4.0);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", bottom + 16.0);
    }
    let _ = writeln!(
        out,
        "<path d=\"M{left} {bottom}L{} {}\" stroke=\"#999\"/><path d=\"M{} {top}V{bottom}M{left} {}H{right}\" stroke=\"#999\" stroke-dasharray=\"3 3\"/>",
        right - margin,
        top + margin,
        right - margin / 2.0,
        top + margin / 2.0,
    );
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text><text x=\"{left}\" y=\"18\">{} (dashed: not solved)</text>",
        (left + right) / 2.0,
        bottom + 36.0,
        escape(horizontal),
        escape(vertical),
    );
    for (subject, first) in &across {
        let Some(second) = up.get(subject) else { continue };
        let place =
            |row: &BenchRow, axis: &Axis, edge: f64| if row.class.is_correct() { axis.at(seconds(row)) } else { edge };
        let x = place(first, &axis_x, right - margin / 2.0);
        let y = place(second, &axis_y, top + margin / 2.0);
        let title = format!(
            "{} {}: {horizontal} {} {:.2} s, {vertical} {} {:.2} s",
            task_name(first, &common),
            first.property,
            first.verdict,
            seconds(first),
            second.verdict,
            seconds(second),
        );
        let title = escape(&title);
        if first.class.is_wrong() || second.class.is_wrong() {
            let _ = writeln!(
                out,
                "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\" stroke=\"#c00\" stroke-width=\"2\"><title>{title}</title></path>",
                x - 4.0,
                y - 4.0
            );
        } else {
            let colour = if first.expected == Some(true) { COLOURS[0] } else { COLOURS[1] };
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\" fill-opacity=\".55\"><title>{title}</title></circle>"
            );
        }
    }
    let _ = writeln!(
        out,
        "<circle cx=\"{right}\" cy=\"14\" r=\"3\" fill=\"{}\"/><text x=\"{}\" y=\"18\" text-anchor=\"end\">expected true</text>\
         <circle cx=\"{}\" cy=\"14\" r=\"3\" fill=\"{}\"/><text x=\"{}\" y=\"18\" text-anchor=\"end\">false</text>",
        COLOURS[0],
        right - 6.0,
        right - 95.0,
        COLOURS[1],
        right - 101.0
    );
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Class, tests::row};

    fn rows() -> Vec<BenchRow> {
        let mut rows = vec![
            row("d/a.yml", "x", Class::CorrectTrue, "TRUE"),
            row("d/a.yml", "y<&", Class::CorrectTrue, "TRUE"),
            row("d/b.yml", "x", Class::CorrectFalse, "FALSE(unreach-call)"),
            row("d/b.yml", "y<&", Class::WrongTrue, "TRUE"),
            row("d/c.yml", "x", Class::Unknown, "UNKNOWN(time limit)"),
            row("d/c.yml", "y<&", Class::CorrectTrue, "TRUE"),
        ];
        rows[2].cpu_ms = 59_000.0;
        rows[4].cpu_ms = 61_000.0;
        rows
    }

    /// Elements that are opened are closed: `<title>`s are the only ones with a text that is not ours.
    fn is_well_formed(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("every tag ends");
            let name = tag.split([' ', '/']).next().unwrap_or_default();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{svg}");
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn a_quantile_plot_has_a_line_per_variant_that_rises() {
        let svg = quantile(&rows());
        is_well_formed(&svg);
        assert!(svg.contains(">x (2)</text>") && svg.contains(">y&lt;&amp; (2)</text>"), "{svg}");
        // Time goes up, and up is smaller.
        let path = svg.split("<path d=\"M").find(|p| p.contains("<title>x: 2")).unwrap();
        let points = path.split('"').next().unwrap().split('L');
        let heights: Vec<f64> = points.map(|p| p.split(' ').nth(1).unwrap().parse().unwrap()).collect();
        assert!(heights.len() == 2 && heights[0] > heights[1], "{heights:?}");
    }

    #[test]
    fn a_scatter_plot_has_a_mark_per_task() {
        let svg = scatter(&rows(), "x", "y<&");
        is_well_formed(&svg);
        assert_eq!(svg.matches("<circle").count(), 2 + 2, "two tasks and the legend");
        assert_eq!(svg.matches("stroke=\"#c00\"").count(), 1, "one wrong answer");
        assert!(svg.contains("d/c unreach-call: x UNKNOWN(time limit) 61.00 s, y&lt;&amp; TRUE 0.01 s"), "{svg}");
    }

    #[test]
    fn nothing_is_plotted_too() {
        is_well_formed(&quantile(&[]));
        is_well_formed(&scatter(&[], "x", "y"));
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!([3, 9, 25, 90, 262, 1082].map(step), [1, 2, 5, 20, 50, 200]);
    }
}
