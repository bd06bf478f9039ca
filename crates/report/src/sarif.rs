//! `--format sarif`: SARIF 2.1.0, for code hosts and editors that show findings in place.
//!
//! A violation is one result with the interleaving as a code flow; an UNKNOWN is a tool notification, because there is
//! nothing to fix at a line of the program.

use raddle_evidence::{Answer, Ending, HeldLock, Property, Trace, Verdict};
use raddle_program::{Program, Span};
use serde_json::{Value, json};

use crate::diagnostic::{DiskLines, Excerpt};
use crate::json::to_json;
use crate::race::{missing_lock, verb};
use crate::story::{object_name, short_name, tell};
use crate::text::verdict_word;

fn location(program: &Program, span: Span, message: &str, disk: &mut DiskLines) -> Value {
    match Excerpt::of(&program.source, span, disk) {
        Some(excerpt) => json!({
            "physicalLocation": {
                "artifactLocation": { "uri": excerpt.file },
                "region": { "startLine": excerpt.line, "startColumn": excerpt.column() }
            },
            "message": { "text": message }
        }),
        None => json!({ "message": { "text": message } }),
    }
}

/// The verdicts as a SARIF log: one run, with a result for each violation.
pub fn sarif_verdicts(program: &Program, verdicts: &[Verdict]) -> String {
    let disk = &mut DiskLines::default();
    let rules: Vec<Value> = Property::ALL
        .iter()
        .map(|p| json!({ "id": p.name(), "shortDescription": { "text": p.words().violation } }))
        .collect();
    let mut results = Vec::new();
    let mut notifications = Vec::new();
    for verdict in verdicts {
        add(program, verdict, disk, (&mut results, &mut notifications));
    }
    to_json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Raddle",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notifications }]
        }]
    }))
}

/// Adds what there is to say of one verdict.
fn add(
    program: &Program,
    verdict: &Verdict,
    disk: &mut DiskLines,
    (results, notifications): (&mut Vec<Value>, &mut Vec<Value>),
) {
    match verdict.answer() {
        Answer::True(_) => {}
        Answer::Unknown(_) => notifications
            .push(json!({ "level": "warning", "message": { "text": format!("Verdict: {}", verdict_word(program, verdict)) } })),
        Answer::False(violation) => {
            let others = violation.others.iter().flat_map(|others| &others.violations);
            for violation in std::iter::once(&**violation).chain(others) {
                results.push(result(program, verdict.property(), &violation.trace, disk));
            }
        }
    }
}

/// One violation.
fn result(program: &Program, property: Property, trace: &Trace, disk: &mut DiskLines) -> Value {
    let visible =
        |stack: &[raddle_evidence::StackEntry], span: Span| stack.iter().find(|s| !s.internal).map_or(span, |s| s.span);
    let (message, spans): (String, Vec<(Span, String)>) = match &trace.ending {
        Ending::Error { thread, span, .. } => {
            let span = trace.steps.last().map_or(*span, |s| visible(&s.stack, *span));
            (format!("{} reaches an error", short_name(*thread)), vec![(span, "error".to_string())])
        }
        Ending::Lost(blocks) => (
            "memory is lost before it is freed".to_string(),
            blocks.iter().map(|block| (block.declared, "allocated here".to_string())).collect(),
        ),
        Ending::Undefined { thread, what, span, .. } => {
            let span = trace.steps.last().map_or(*span, |s| visible(&s.stack, *span));
            (format!("{}: {what}", short_name(*thread)), vec![(span, what.clone())])
        }
        Ending::Race { cell, allocated, accesses } => {
            let mut spans: Vec<(Span, String)> = Vec::new();
            for a in accesses.iter() {
                let what = format!("{} {} `{}`", short_name(a.thread), verb(program, a), a.cell.name);
                spans.push((visible(&a.stack, a.span), what));
            }
            match allocated.is_empty() {
                true => spans.push((cell.declared, format!("`{}` is declared here", cell.name))),
                false => spans.push((visible(allocated, cell.declared), "allocated here".to_string())),
            }
            for a in accesses.iter() {
                let who = short_name(a.thread);
                let taken = |lock: &HeldLock| format!("{who} took `{}` here", object_name(&lock.lock));
                spans.extend(a.locks.iter().map(|lock| (lock.taken_at, taken(lock))));
                let created = trace.threads.get(a.thread.0 as usize).and_then(|t| t.created.as_ref());
                let created = created.map(|c| visible(&c.stack, Span::NONE));
                spans.extend(created.map(|span| (span, format!("{who} was created here"))));
            }
            let hint = missing_lock(trace).map_or(String::new(), |missing| format!(": {}", missing.text()));
            (format!("data race on `{}`{hint}", cell.name), spans)
        }
        Ending::Deadlock(waiting) => (
            "deadlock".to_string(),
            waiting
                .iter()
                .map(|w| {
                    let text = format!("{} {}", short_name(w.thread), crate::ending::waits_for(w));
                    (visible(&w.stack, w.span), text)
                })
                .collect(),
        ),
    };
    let places: Vec<Value> = spans.iter().map(|(span, text)| location(program, *span, text, disk)).collect();
    let flow: Vec<Value> = tell(program, trace, disk)
        .entries
        .iter()
        .map(|entry| {
            let details: Vec<_> = entry.details.iter().map(|d| d.text.as_str()).collect();
            let text = format!("{}: {} [{}]", short_name(entry.thread), entry.text, details.join(", "));
            let place = entry
                .place
                .as_ref()
                .map(|p| json!({ "artifactLocation": { "uri": p.file }, "region": { "startLine": p.line } }));
            match place {
                Some(place) => {
                    json!({ "location": { "physicalLocation": place, "message": { "text": text } } })
                }
                None => json!({ "location": { "message": { "text": text } } }),
            }
        })
        .collect();
    json!({
        "ruleId": property.name(),
        "level": "error",
        "message": { "text": message },
        "locations": places.first().into_iter().collect::<Vec<_>>(),
        "relatedLocations": places.iter().skip(1).collect::<Vec<_>>(),
        "codeFlows": [{ "threadFlows": [{ "locations": flow }] }]
    })
}
