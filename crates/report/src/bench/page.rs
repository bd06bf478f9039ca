//! The results as one page: sums, plots, reasons, and a table of all tasks that can be sorted and filtered, with links to each run's output.
//!
//! The page needs nothing but itself and, for the links, the folder `logs/` beside it. Without scripts everything is there and nothing can be sorted. The
//! script ([`SCRIPT`]) knows two things: a click on a head sorts by that column (by `data-v` where a cell has one, numbers as numbers, nothing last), and the fields
//! above the table of tasks hide rows. `benches/page/check` tries both in a browser.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::plot::{quantile, scatter};
use super::table::{Comparison, task_name};
use super::tally::{common_folder, contradictions, groups, reasons};
use super::{BenchRow, Class, Variant, variants_of};
use crate::html::escape;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --mark: #b3261e; --good: #1b7f3b; --warn: #9a6700; --soft: #8882; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 13px; }
th, td { padding: .15rem .55rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th, td.n { white-space: nowrap; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
thead th { position: sticky; top: 0; background: Canvas; border-bottom: 2px solid var(--line); }
tr.total td { font-weight: 600; } tbody tr:hover { background: var(--soft); }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
th[aria-sort=ascending] button::after { content: ' ▲'; } th[aria-sort=descending] button::after { content: ' ▼'; }
td a { color: inherit; } .correct { color: var(--good); } .wrong { color: #fff; background: var(--mark); font-weight: 700; } .unknown, .unchecked { color: var(--warn); } .error { color: var(--mark); }
td.group, th.group { border-left: 2px solid var(--line); }
.scroll { overflow-x: auto; } .plots svg { max-width: 100%; height: auto; border: 1px solid var(--line); margin: 0 .6rem .6rem 0; }
form { margin: .5rem 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; } input, select { font: inherit; }
code { font: 13px/1.5 ui-monospace, monospace; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; }
";

/// Sorting and filtering.
const SCRIPT: &str = "
'use strict';
const key = (row, column) => {
  const cell = row.cells[column];
  const text = cell.dataset.v ?? cell.textContent.trim();
  return text === '' ? null : isNaN(text) ? text : Number(text);
};
const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(h => h.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row, place) => ({ row, place, key: key(row, column) }));
      rows.sort((a, b) => {
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.place - b.place;
        return (down ? -1 : 1) * compare(a.key, b.key) || a.place - b.place;
      });
      body.append(...rows.map(r => r.row));
    });
  });
}
const tasks = document.getElementById('tasks'), form = document.getElementById('filter');
if (tasks && form) {
  const show = () => {
    const text = form.text.value.toLowerCase(), kind = form.kind.value;
    let count = 0;
    for (const row of tasks.tBodies[0].rows) {
      const kinds = row.dataset.kinds.split(' ');
      const seen = row.textContent.toLowerCase().includes(text) && (kind === '' || kinds.includes(kind));
      row.hidden = !seen;
      count += seen;
    }
    form.count.value = count + ' of ' + tasks.tBodies[0].rows.length;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', event => event.preventDefault());
  form.hidden = false;
  show();
}
";

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The limits and options that all runs share.
    pub arguments: &'a [String],
    /// The variants we have run.
    pub variants: &'a [Variant],
    /// All rows, those of other tools as well.
    pub rows: &'a [BenchRow],
    /// An earlier run.
    pub comparison: Option<&'a Comparison<'a>>,
    /// Plots beside those of the rows: `(name, svg)`.
    pub plots: &'a [(String, String)],
}

/// All plots of rows, with their names: one of all variants, and the first variant with each other one.
pub fn plots(rows: &[BenchRow]) -> Vec<(String, String)> {
    let mut plots = vec![("quantile".to_string(), quantile(rows))];
    if let Some((first, others)) = variants_of(rows).split_first() {
        plots.extend(others.iter().map(|other| (format!("scatter-{first}-{other}"), scatter(rows, first, other))));
    }
    plots
}

/// How a class is shown.
fn style(class: Class) -> &'static str {
    match class {
        Class::CorrectTrue | Class::CorrectFalse => "correct",
        Class::WrongTrue | Class::WrongFalse => "wrong",
        Class::Unknown => "unknown",
        Class::Error => "error",
        Class::Unchecked => "unchecked",
    }
}

/// The page.
pub fn page(page: &Page<'_>) -> String {
    let rows = page.rows;
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>raddle bench</title>\n<style>{STYLE}</style></head><body>\n<h1>raddle bench</h1>\n<dl>"
    );
    let common = common_folder(rows);
    if !common.is_empty() {
        let _ = write!(out, "<dt>tasks in</dt><dd><code>{}</code></dd>", escape(&common));
    }
    let _ = write!(out, "<dt>all runs</dt><dd><code>{}</code></dd>", escape(&page.arguments.join(" ")));
    for variant in page.variants {
        let arguments = escape(&variant.arguments.join(" "));
        let _ = write!(out, "<dt>{}</dt><dd><code>{arguments}</code></dd>", escape(&variant.name));
    }
    let _ = writeln!(out, "<dt>Raddle</dt><dd>{}</dd></dl>", env!("CARGO_PKG_VERSION"));
    wrong(rows, &common, &mut out);
    sums(rows, &mut out);
    out.push_str("<h2>Plots</h2>\n<div class=\"plots\">\n");
    for (_, svg) in page.plots {
        out.push_str(svg);
    }
    out.push_str("</div>\n");
    no_answer(rows, &mut out);
    if let Some(comparison) = page.comparison {
        changes(comparison, &common, &mut out);
    }
    tasks(page, &common, &mut out);
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body></html>");
    out
}

/// Wrong answers and contradictions: before everything else.
fn wrong(rows: &[BenchRow], common: &str, out: &mut String) {
    let mut lines = Vec::new();
    for row in rows.iter().filter(|row| row.class.is_wrong()) {
        lines.push(format!(
            "<b>{}</b>: {}: {} {}: {}",
            row.class.name(),
            escape(&row.variant),
            escape(&task_name(row, common)),
            row.property,
            linked(row, &row.verdict)
        ));
    }
    for (yes, no) in contradictions(rows) {
        let task = escape(&task_name(yes, common));
        let (yes, no) = (format!("{} says {}", escape(&yes.variant), linked(yes, "TRUE")), no);
        lines.push(format!("contradiction: {task}: {yes}, {} says {}", escape(&no.variant), linked(no, "FALSE")));
    }
    if lines.is_empty() {
        out.push_str("<p id=\"wrong\">No wrong answer.</p>\n");
        return;
    }
    out.push_str("<h2>Wrong answers</h2>\n<ul id=\"wrong\">\n");
    lines.iter().for_each(|line| out.push_str(&format!("<li>{line}</li>\n")));
    out.push_str("</ul>\n");
}

fn linked(row: &BenchRow, text: &str) -> String {
    match &row.log {
        Some(log) => format!("<a href=\"{}\">{}</a>", address(log), escape(text)),
        None => escape(text),
    }
}

/// A relative path as an address.
fn address(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn sums(rows: &[BenchRow], out: &mut String) {
    out.push_str(
        "<h2>By folder</h2>\n<div class=\"scroll\"><table class=\"sortable\" id=\"sums\"><thead><tr><th>folder</th><th>property</th><th>variant</th>",
    );
    for head in ["runs", "true", "false", "wrong", "unknown", "error", "points", "CPU s", "wall s", "max MiB"] {
        let _ = write!(out, "<th class=\"n\">{head}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for group in groups(rows) {
        let tally = &group.tally;
        let class = if group.property.is_empty() { " class=\"total\"" } else { "" };
        let _ = write!(
            out,
            "<tr{class}><td>{}</td><td>{}</td><td>{}</td>",
            escape(&group.folder),
            escape(&group.property),
            escape(group.variant)
        );
        let wrong = if tally.wrong() > 0 { "n wrong" } else { "n" };
        for (class, cell) in [
            ("n", tally.runs.to_string()),
            ("n", tally.correct_true.to_string()),
            ("n", tally.correct_false.to_string()),
            (wrong, tally.wrong().to_string()),
            ("n", (tally.unknown + tally.unchecked).to_string()),
            ("n", tally.error.to_string()),
            ("n", tally.points.to_string()),
            ("n", format!("{:.1}", tally.cpu)),
            ("n", if tally.wall > 0.0 { format!("{:.1}", tally.wall) } else { String::new() }),
            ("n", (tally.max_rss >> 20).to_string()),
        ] {
            let _ = write!(out, "<td class=\"{class}\">{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n<p>Points: true +2, false +1, wrong true −32, wrong false −16.</p>\n");
}

fn no_answer(rows: &[BenchRow], out: &mut String) {
    let reasons = reasons(rows);
    if reasons.is_empty() {
        return;
    }
    let variants = variants_of(rows);
    out.push_str("<h2>Why there is no answer</h2>\n<div class=\"scroll\"><table class=\"sortable\" id=\"reasons\"><thead><tr><th>reason</th>");
    for variant in &variants {
        let _ = write!(out, "<th class=\"n\">{}</th>", escape(variant));
    }
    out.push_str("</tr></thead><tbody>\n");
    for (reason, rows) in reasons {
        let _ = write!(out, "<tr><td>{}</td>", escape(&reason));
        for variant in &variants {
            let count = rows.iter().filter(|row| row.variant == *variant).count();
            let _ = write!(out, "<td class=\"n\">{count}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

fn changes(comparison: &Comparison<'_>, common: &str, out: &mut String) {
    let changes = comparison.changes();
    let _ = writeln!(out, "<h2>Since the baseline</h2>\n<p id=\"changes\">{} runs changed their class", changes.len());
    let (before, after, both) = comparison.cpu();
    if before > 0.0 {
        let _ = write!(out, "; CPU time on the {both} runs that both solve: {:.2} of the baseline's", after / before);
    }
    if comparison.missing > 0 {
        let _ = write!(out, "; {} runs of the baseline were not run", comparison.missing);
    }
    out.push_str(".</p>\n");
    if changes.is_empty() {
        return;
    }
    out.push_str("<table class=\"sortable\"><thead><tr><th>task</th><th>property</th><th>variant</th><th>before</th><th>now</th></tr></thead><tbody>\n");
    for change in changes {
        let (was, is) = (change.before, change.after);
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}</td><td class=\"{}\">{}</td></tr>",
            escape(&task_name(is, common)),
            is.property,
            escape(&is.variant),
            style(was.class),
            escape(&was.verdict),
            style(is.class),
            linked(is, &is.verdict)
        );
    }
    out.push_str("</tbody></table>\n");
}

const KINDS: [(&str, &str); 7] = [
    ("", "all"),
    ("wrong", "with a wrong answer"),
    ("unsolved", "that somebody does not solve"),
    ("nobody", "that nobody solves"),
    ("error", "with an error"),
    ("differ", "on which variants differ"),
    ("changed", "changed since the baseline"),
];

/// Every task, with what each variant says.
fn tasks(page: &Page<'_>, common: &str, out: &mut String) {
    let variants = variants_of(page.rows);
    out.push_str("<h2>Tasks</h2>\n<form id=\"filter\" hidden><label>containing <input name=\"text\" type=\"search\"></label> <label>only those <select name=\"kind\">");
    for (kind, words) in KINDS {
        let _ = write!(out, "<option value=\"{kind}\">{words}</option>");
    }
    out.push_str("</select></label> <output name=\"count\"></output></form>\n<div class=\"scroll\"><table class=\"sortable\" id=\"tasks\"><thead>");
    out.push_str("<tr><th colspan=\"3\"></th>");
    for variant in &variants {
        let _ = write!(out, "<th class=\"group\" colspan=\"3\">{}</th>", escape(variant));
    }
    out.push_str("</tr><tr><th>task</th><th>property</th><th>expected</th>");
    for _ in &variants {
        out.push_str("<th class=\"group\">verdict</th><th class=\"n\">CPU s</th><th class=\"n\">MiB</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    let mut subjects: Vec<(&str, &str)> = Vec::new();
    let mut by_subject: BTreeMap<(&str, &str), Vec<&BenchRow>> = BTreeMap::new();
    for row in page.rows {
        let rows = by_subject.entry(row.subject()).or_default();
        if rows.is_empty() {
            subjects.push(row.subject());
        }
        rows.push(row);
    }
    let changed: Vec<(&str, &str)> =
        page.comparison.map_or(Vec::new(), |c| c.changes().iter().map(|c| c.after.subject()).collect());
    for subject in subjects {
        let rows = &by_subject[&subject];
        let mut kinds = kinds(rows);
        if changed.contains(&subject) {
            kinds.push("changed");
        }
        let expected = rows[0].expected.map_or("", |e| if e { "true" } else { "false" });
        let _ = write!(
            out,
            "<tr data-kinds=\"{}\"><td>{}</td><td>{}</td><td>{expected}</td>",
            kinds.join(" "),
            escape(&task_name(rows[0], common)),
            escape(subject.1)
        );
        for variant in &variants {
            match rows.iter().find(|row| row.variant == *variant) {
                None => out.push_str("<td class=\"group\"></td><td></td><td></td>"),
                Some(row) => {
                    let _ = write!(
                        out,
                        "<td class=\"group {}\">{}</td><td class=\"n\" data-v=\"{:.3}\">{:.2}</td><td class=\"n\">{}</td>",
                        style(row.class),
                        linked(row, &row.verdict),
                        row.cpu_ms / 1000.0,
                        row.cpu_ms / 1000.0,
                        row.max_rss >> 20
                    );
                }
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Which of the filters show these rows of one task.
fn kinds(rows: &[&BenchRow]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    let correct = rows.iter().filter(|row| row.class.is_correct()).count();
    if rows.iter().any(|row| row.class.is_wrong()) {
        kinds.push("wrong");
    }
    if correct < rows.len() {
        kinds.push("unsolved");
    }
    if correct == 0 {
        kinds.push("nobody");
    }
    if rows.iter().any(|row| row.class == Class::Error) {
        kinds.push("error");
    }
    if rows.iter().any(|row| row.class != rows[0].class) {
        kinds.push("differ");
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::tests::row;

    #[test]
    fn every_task_has_a_row_and_every_output_a_link() {
        let mut rows = vec![
            row("s/d/a.yml", "x", Class::CorrectTrue, "TRUE"),
            row("s/d/a.yml", "y", Class::WrongFalse, "FALSE(unreach-call)"),
            row("s/e/<b>.yml", "x", Class::Unknown, "UNKNOWN(line with \"quotes\" & <tags>, a.c:3)"),
        ];
        rows[0].log = Some("logs/x/d/a b%.txt".to_string());
        let before = [row("s/d/a.yml", "x", Class::Unknown, "UNKNOWN(time limit)")];
        let comparison = Comparison::new(&before, &rows);
        let arguments = ["--time".to_string(), "1s".to_string()];
        let variants = [Variant { name: "x".to_string(), arguments: vec!["--analysis".to_string(), "x".to_string()] }];
        let plots = plots(&rows);
        assert_eq!(plots.iter().map(|p| p.0.as_str()).collect::<Vec<_>>(), ["quantile", "scatter-x-y"]);
        let text = page(&Page {
            arguments: &arguments,
            variants: &variants,
            rows: &rows,
            comparison: Some(&comparison),
            plots: &plots,
        });
        assert_eq!(text.matches("<tr data-kinds=").count(), 2, "{text}");
        assert!(text.contains("<tr data-kinds=\"wrong unsolved differ changed\"><td>d/a</td>"), "{text}");
        assert!(text.contains("<a href=\"logs/x/d/a%20b%25.txt\">TRUE</a>"), "{text}");
        assert!(text.contains("UNKNOWN(line with &quot;quotes&quot; &amp; &lt;tags&gt;, a.c:3)"), "{text}");
        assert!(text.contains("<b>WRONG FALSE</b>: y: d/a"), "{text}");
        assert!(text.contains("1 runs changed their class"), "{text}");
        assert!(!text.contains("<b>.yml") && !text.contains("e/<b>"), "{text}");
        assert_eq!(text.matches("http").count(), 2, "nothing is loaded: the plots' names of their language only");
        let cells = |line: &str| line.matches("<td").count();
        let widths: Vec<usize> = text.lines().filter(|l| l.starts_with("<tr data-kinds")).map(cells).collect();
        assert_eq!(widths, [9, 9], "each variant has three cells in every row");
    }
}
