//! `--report FILE.html`: the verdict as one self-contained page without external resources. Without scripts everything is there; with them one goes through the execution step by step ([`crate::player`]).

use std::fmt::Write;

use raddle_evidence::{AboutRaces, Answer, Tried, Verdict};
use raddle_program::Program;

use crate::diagnostic::DiskLines;
use crate::ending::show_ending;
use crate::paint::Look;
use crate::player::{self, player};
use crate::text::{basis, count, grouped, verdict_word};
use crate::witness::ProgramFile;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --mark: #b3261e; --good: #1b7f3b; --warn: #9a6700; --soft: #8882; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
.verdict { font-weight: 700; padding: .1rem .6rem; border-radius: .4rem; color: #fff; }
.TRUE { background: var(--good); } .FALSE { background: var(--mark); } .UNKNOWN { background: var(--warn); }
table.lanes { border-collapse: collapse; width: 100%; table-layout: fixed; }
.lanes th { position: sticky; top: 0; background: Canvas; text-align: left; padding: .4rem .6rem; border-bottom: 2px solid var(--line); }
.lanes td { vertical-align: top; padding: .15rem .6rem; border-left: 1px solid var(--line); overflow-wrap: anywhere; }
.lanes th.place { width: 11rem; } .lanes td.place { border-left: 0; color: #777; font: 12px/1.8 ui-monospace, monospace; }
.lanes tr.switch td { border-top: 2px dashed var(--line); }
.lanes td.on { background: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { background: var(--soft); padding: .8rem; overflow-x: auto; }
.detail { display: block; font: 12px/1.5 ui-monospace, monospace; padding-left: 1rem; }
.read, .write, .input { color: #0b7285; } .sync { color: #9c36b5; } .thread, .other { color: #888; }
.error { color: var(--mark); font-weight: 700; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
";

/// Text in HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The verdicts as an HTML page, the worst one in its title.
pub fn html_report(program: &Program, files: &[ProgramFile], verdicts: &[Verdict]) -> String {
    let mut disk = DiskLines::default();
    let worst = Verdict::worst(verdicts);
    let word = worst.map_or(String::new(), |worst| verdict_word(program, worst));
    let names: Vec<String> = files.iter().map(|f| escape(&f.path)).collect();
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{names}: {word}</title>\n\
         <style>{STYLE}{player}</style></head><body>\n<h1>{names} <span class=\"verdict {class}\">{word}</span></h1>\n",
        names = names.join(", "),
        player = player::STYLE,
        class = worst.map_or("UNKNOWN", class),
        word = escape(&word),
    );
    for verdict in verdicts {
        let _ = writeln!(out, "<section id=\"{}\">", verdict.property());
        if verdicts.len() > 1 {
            let _ = writeln!(
                out,
                "<h1>{} <span class=\"verdict {}\">{}</span></h1>",
                verdict.property(),
                class(verdict),
                escape(&verdict_word(program, verdict)),
            );
        }
        section(program, verdict, &mut disk, &mut out);
        out.push_str("</section>\n");
    }
    for file in files {
        let _ = writeln!(out, "<p><code>{}</code> SHA-256 <code>{}</code></p>", escape(&file.path), file.sha256);
    }
    let _ = writeln!(
        out,
        "<p>Raddle {}</p>\n<script>{}</script>\n</body></html>",
        env!("CARGO_PKG_VERSION"),
        player::SCRIPT
    );
    out
}

fn class(verdict: &Verdict) -> &'static str {
    match verdict.answer() {
        Answer::True(_) => "TRUE",
        Answer::False(_) => "FALSE",
        Answer::Unknown(_) => "UNKNOWN",
    }
}

/// What there is to say of one verdict.
fn section(program: &Program, verdict: &Verdict, disk: &mut DiskLines, out: &mut String) {
    match verdict.answer() {
        Answer::True(certificate) => {
            let _ =
                writeln!(out, "<p>No execution violates {}. {}.</p>", verdict.property(), escape(&basis(certificate)),);
        }
        Answer::False(violation) => {
            let ending = show_ending(program, &violation.trace, disk, Look::PLAIN);
            let _ = writeln!(out, "<h2>What goes wrong</h2>\n<pre>{}</pre>", escape(&ending));
            player(program, &violation.trace, disk, out);
            for other in violation.others.iter().flat_map(|others| &others.violations) {
                let ending = show_ending(program, &other.trace, disk, Look::PLAIN);
                let _ = writeln!(out, "<h2>What else goes wrong</h2>\n<pre>{}</pre>", escape(&ending));
                player(program, &other.trace, disk, out);
            }
            if let Some(others) = &violation.others {
                let races = count(others.violations.len() as u64 + 1, "data race");
                let rest = if others.open.is_empty() { "there are no others" } else { "there may be others" };
                let _ = writeln!(out, "<p>{races}; {rest}.</p>");
            }
        }
        Answer::Unknown(reasons) => {
            out.push_str("<h2>Why there is no answer</h2>\n<ul>\n");
            for reason in reasons {
                let _ = writeln!(out, "<li>{}</li>", escape(&reason.text(program)));
            }
            out.push_str("</ul>\n");
            if let Some(trace) = verdict.undefined() {
                let ending = show_ending(program, trace, disk, Look::PLAIN);
                let _ = writeln!(out, "<h2>Undefined behaviour</h2>\n<pre>{}</pre>", escape(&ending));
                player(program, trace, disk, out);
            }
        }
    }
    let list = |title: &str, lines: Vec<String>, out: &mut String| {
        if !lines.is_empty() {
            let items: String = lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
            let _ = writeln!(out, "<h2>{title}</h2>\n<ul>\n{items}</ul>");
        }
    };
    let AboutRaces { possible, variables } = verdict.races();
    list("Possible races, not excluded and not shown", possible.iter().map(|race| race.text(program)).collect(), out);
    list("Variables", variables.iter().map(|v| format!("{}: {}", v.name, v.status)).collect(), out);
    if let Answer::Unknown(_) = verdict.answer() {
        let reason = |tried: &Tried| tried.reasons.first().map_or(String::new(), |reason| reason.text(program));
        let tried = verdict.tried().iter().map(|tried| format!("{}: {}", tried.by, reason(tried)));
        list("Tried in vain", tried.collect(), out);
    }
    if !verdict.notes().is_empty() {
        out.push_str("<h2>Undefined behaviour seen on the way</h2>\n<ul>\n");
        for note in verdict.notes() {
            let place = program.source.place(note.span).map_or(String::new(), |p| format!("{p}: "));
            let _ = writeln!(out, "<li>{}</li>", escape(&format!("{place}{}", note.what)));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("<h2>What it rests on</h2>\n<ul>\n");
    for assumption in verdict.assumptions() {
        let _ = writeln!(out, "<li>Assuming: {}</li>", escape(&assumption.text(program)));
    }
    let stats = verdict.stats();
    let _ = write!(
        out,
        "</ul>\n<h2>How much was looked at</h2>\n<dl><dt>states</dt><dd>{}</dd><dt>transitions</dt><dd>{}</dd>\
         <dt>depth</dt><dd>{}</dd><dt>threads at once</dt><dd>{}</dd></dl>\n",
        grouped(stats.states),
        grouped(stats.transitions),
        grouped(stats.depth),
        grouped(stats.threads),
    );
}
