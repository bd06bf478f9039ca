//! `--format sarif`: SARIF 2.1.0, for code hosts and editors that show findings in place.
//!
//! A violation is one result with the interleaving as a code flow. An UNKNOWN is a tool notification, because there is
//! nothing to fix at a line of the program, unless its reason is undefined behaviour that can be shown: that is a result of its own rule.

use raddle_evidence::{Answer, Ending, HeldLock, PossibleAccess, PossibleRace, Property, Trace, Verdict};
use raddle_program::{Program, Span};
use serde_json::{Value, json};

use crate::diagnostic::{DiskLines, Excerpt};
use crate::json::to_json;
use crate::race::{missing_lock, verb};
use crate::story::{object_name, short_name, tell};
use crate::text::verdict_word;

/// The rule of undefined behaviour that the property does not look for.
const UNDEFINED: &str = "undefined-behaviour";

/// The rule of races that are neither excluded nor shown.
const POSSIBLE: &str = "possible-data-race";

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
    let rule = |id: &str, text: &str| json!({ "id": id, "shortDescription": { "text": text } });
    let undefined =
        rule(UNDEFINED, "The behaviour is undefined in some interleaving, and what comes after it was not judged.");
    let properties = Property::ALL.iter().map(|p| rule(p.name(), p.words().violation));
    let possible =
        rule(POSSIBLE, "Two accesses may happen at the same time: nothing excludes it, and nothing shows it.");
    let rules: Vec<Value> = properties.chain([undefined, possible]).collect();
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
    results.extend(verdict.races().possible.iter().map(|race| possible(program, race, disk)));
    match verdict.answer() {
        Answer::True(_) => {}
        Answer::Unknown(_) => {
            let text = format!("Verdict: {}", verdict_word(program, verdict));
            notifications.push(json!({
                "level": "warning",
                "message": { "text": text },
                "associatedRule": { "id": verdict.property().name() }
            }));
            let shown = verdict.undefined().map(|trace| result(program, UNDEFINED, trace, disk));
            // Several properties meet the same undefined behaviour, perhaps on different paths.
            let parts = |result: &Value| ["ruleId", "message", "locations"].map(|part| result[part].clone());
            let is_new = |new: &Value| !results.iter().any(|known| parts(known) == parts(new));
            let new = shown.filter(is_new);
            results.extend(new);
        }
        Answer::False(violation) => {
            let others = violation.others.iter().flat_map(|others| &others.violations);
            for violation in std::iter::once(&**violation).chain(others) {
                results.push(result(program, verdict.property().name(), &violation.trace, disk));
            }
        }
    }
}

/// A race that is neither excluded nor shown.
fn possible(program: &Program, race: &PossibleRace, disk: &mut DiskLines) -> Value {
    let [a, b] = &race.accesses;
    let place = |access: &PossibleAccess, disk: &mut DiskLines| {
        let text = match access.holding.is_empty() {
            true => format!("{} of `{}`", access.does, race.variable),
            false => format!("{} of `{}`, holding {}", access.does, race.variable, access.holding.join(", ")),
        };
        location(program, access.span, &text, disk)
    };
    json!({
        "ruleId": POSSIBLE,
        "level": "note",
        "message": { "text": format!("a data race on `{}` is neither excluded nor shown", race.variable) },
        "locations": [place(a, disk)],
        "relatedLocations": [place(b, disk)]
    })
}

/// An execution that breaks a rule.
fn result(program: &Program, rule: &str, trace: &Trace, disk: &mut DiskLines) -> Value {
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
        "ruleId": rule,
        "level": "error",
        "message": { "text": message },
        "locations": places.first().into_iter().collect::<Vec<_>>(),
        "relatedLocations": places.iter().skip(1).collect::<Vec<_>>(),
        "codeFlows": [{ "threadFlows": [{ "locations": flow }] }]
    })
}
