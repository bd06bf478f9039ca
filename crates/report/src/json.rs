//! `--format json`: the verdict for programs.
//!
//! The schema is documented in `docs/json.md`. It carries its name and version; fields may be added under the same
//! version, never removed or given another meaning. There are no times in it: the same input gives the same bytes.

use raddle_evidence::{
    Answer, Basis, Ending, HeldLock, PossibleAccess, PossibleRace, RaceAccess, Reason, StackEntry, Trace, Verdict,
};
use raddle_machine::HaltKind;
use raddle_program::{DataModel, ErrorKind, Program, Span};
use serde::Serialize;

use crate::diagnostic::{DiskLines, Excerpt};
use crate::ending::waits_for;
use crate::race::{missing_lock, verb};
use crate::story::{object_name, tell, thread_name};
use crate::text::verdict_word;
use crate::witness::ProgramFile;

/// The schema's version.
pub const JSON_VERSION: u32 = 1;

#[derive(Serialize)]
pub(crate) struct JsonPlace {
    file: String,
    line: u32,
    column: usize,
}

#[derive(Serialize)]
struct JsonReason {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonNote {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonProof {
    kind: &'static str,
    states: u64,
    transitions: u64,
}

#[derive(Serialize)]
struct JsonStatistics {
    states: u64,
    transitions: u64,
    edges: u64,
    depth: u64,
    frontier: u64,
    threads: u64,
}

#[derive(Serialize)]
struct JsonThread {
    id: u32,
    name: String,
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<JsonPlace>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    creation_stack: Vec<JsonFrame>,
}

#[derive(Serialize)]
struct JsonDetail {
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct JsonStep {
    thread: u32,
    function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    statement: String,
    context_switch: bool,
    details: Vec<JsonDetail>,
}

#[derive(Serialize)]
struct JsonFrame {
    function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonAccess {
    thread: u32,
    kind: &'static str,
    atomic: bool,
    variable: String,
    bytes: u64,
    action: &'static str,
    stack: Vec<JsonFrame>,
    locks: Vec<String>,
    held: Vec<JsonHeld>,
}

#[derive(Serialize)]
struct JsonHeld {
    lock: String,
    shared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_at: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonMissingLock {
    thread: u32,
    lock: String,
    for_reading: bool,
    holding: usize,
    others: usize,
}

#[derive(Serialize)]
struct JsonWaiting {
    thread: u32,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_for: Option<u32>,
    stack: Vec<JsonFrame>,
    locks: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonEnding {
    Error {
        thread: u32,
        what: &'static str,
        stack: Vec<JsonFrame>,
    },
    Race {
        variable: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        declared: Option<JsonPlace>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        allocation_stack: Vec<JsonFrame>,
        accesses: Vec<JsonAccess>,
        #[serde(skip_serializing_if = "Option::is_none")]
        missing_lock: Option<JsonMissingLock>,
    },
    Deadlock {
        waiting: Vec<JsonWaiting>,
    },
    Lost {
        blocks: Vec<JsonLostBlock>,
    },
    UndefinedBehaviour {
        thread: u32,
        what: String,
        stack: Vec<JsonFrame>,
    },
}

#[derive(Serialize)]
struct JsonLostBlock {
    block: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    allocated: Option<JsonPlace>,
}

#[derive(Serialize)]
struct JsonCounterexample {
    threads: Vec<JsonThread>,
    steps: Vec<JsonStep>,
    violation: JsonEnding,
}

#[derive(Serialize)]
struct JsonRaces {
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<JsonReason>,
    others: Vec<JsonCounterexample>,
}

#[derive(Serialize)]
struct JsonPossibleRace {
    variable: String,
    accesses: Vec<JsonPossibleAccess>,
}

#[derive(Serialize)]
struct JsonPossibleAccess {
    does: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<JsonPlace>,
    locks: Vec<String>,
}

#[derive(Serialize)]
struct JsonVariable {
    name: String,
    status: String,
    decided: bool,
}

#[derive(Serialize)]
struct JsonTried {
    analysis: String,
    reasons: Vec<JsonReason>,
}

#[derive(Serialize)]
struct JsonVerdict {
    schema: &'static str,
    version: u32,
    tool: &'static str,
    tool_version: &'static str,
    files: Vec<ProgramFile>,
    data_model: &'static str,
    property: &'static str,
    verdict: &'static str,
    verdict_line: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<JsonReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<JsonProof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<JsonCounterexample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    races: Option<JsonRaces>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    possible_races: Vec<JsonPossibleRace>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variables: Vec<JsonVariable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined_behaviour: Option<JsonCounterexample>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<JsonTried>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<String>,
    assumptions: Vec<String>,
    notes: Vec<JsonNote>,
    statistics: JsonStatistics,
}

/// The name of a data model on the command line and in files.
pub fn data_model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ilp32",
        DataModel::Lp64 => "lp64",
    }
}

/// Pretty-printed JSON with a final newline.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data always serialises");
    text.push('\n');
    text
}

pub(crate) fn place(program: &Program, span: Span, disk: &mut DiskLines) -> Option<JsonPlace> {
    let excerpt = Excerpt::of(&program.source, span, disk)?;
    Some(JsonPlace { line: excerpt.line, column: excerpt.column(), file: excerpt.file })
}

#[derive(Serialize)]
struct JsonVerdicts {
    schema: &'static str,
    version: u32,
    verdict: &'static str,
    verdict_line: String,
    verdicts: Vec<JsonVerdict>,
}

/// The verdicts as JSON: of one property the object itself, of several a list of them with the worst one's word.
pub fn json_verdicts(program: &Program, files: &[ProgramFile], verdicts: &[Verdict]) -> String {
    let all: Vec<JsonVerdict> = verdicts.iter().map(|v| json_verdict(program, files.to_vec(), v)).collect();
    match (&all[..], Verdict::worst(verdicts)) {
        ([one], _) => to_json(one),
        (_, worst) => to_json(&JsonVerdicts {
            schema: "raddle-verdicts",
            version: JSON_VERSION,
            verdict: worst.map_or("UNKNOWN", word),
            verdict_line: worst.map_or(String::new(), |worst| verdict_word(program, worst)),
            verdicts: all,
        }),
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict.answer() {
        Answer::True(_) => "TRUE",
        Answer::False(_) => "FALSE",
        Answer::Unknown(_) => "UNKNOWN",
    }
}

fn json_verdict(program: &Program, files: Vec<ProgramFile>, verdict: &Verdict) -> JsonVerdict {
    let disk = &mut DiskLines::default();
    let stats = verdict.stats();
    let (reasons, proof, first) = match verdict.answer() {
        Answer::True(c) => {
            let kind = match c.basis {
                Basis::States => "closed-states",
                Basis::Pairs(_) => "excluded-pairs",
                Basis::Functions => "functions",
            };
            let proof = JsonProof { kind, states: c.states, transitions: c.transitions };
            (Vec::new(), Some(proof), None)
        }
        Answer::False(violation) => (Vec::new(), None, Some(execution(program, &violation.trace, disk))),
        Answer::Unknown(reasons) => (reasons.iter().map(|r| reason(program, r, disk)).collect(), None, None),
    };
    let others = match verdict.answer() {
        Answer::False(violation) => violation.others.as_ref(),
        Answer::True(_) | Answer::Unknown(_) => None,
    };
    let races = others.map(|others| JsonRaces {
        complete: others.open.is_empty(),
        open: others.open.iter().map(|r| reason(program, r, disk)).collect(),
        others: others.violations.iter().map(|v| execution(program, &v.trace, disk)).collect(),
    });
    JsonVerdict {
        schema: "raddle-verdict",
        version: JSON_VERSION,
        tool: "raddle",
        tool_version: env!("CARGO_PKG_VERSION"),
        files,
        data_model: data_model_name(program.data_model()),
        property: verdict.property().name(),
        verdict: word(verdict),
        verdict_line: verdict_word(program, verdict),
        reasons,
        proof,
        counterexample: first,
        races,
        possible_races: verdict.races().possible.iter().map(|race| possible(program, race, disk)).collect(),
        variables: verdict
            .races()
            .variables
            .iter()
            .map(|v| JsonVariable { name: v.name.clone(), status: v.status.clone(), decided: v.decided })
            .collect(),
        undefined_behaviour: verdict.undefined().map(|trace| execution(program, trace, disk)),
        tried: verdict
            .tried()
            .iter()
            .map(|tried| JsonTried {
                analysis: tried.by.clone(),
                reasons: tried.reasons.iter().map(|r| reason(program, r, disk)).collect(),
            })
            .collect(),
        explanation: explanation(verdict),
        assumptions: verdict.assumptions().iter().map(|a| a.text(program)).collect(),
        notes: verdict
            .notes()
            .iter()
            .map(|n| JsonNote { text: n.what.clone(), place: place(program, n.span, disk) })
            .collect(),
        statistics: JsonStatistics {
            states: stats.states,
            transitions: stats.transitions,
            edges: stats.edges,
            depth: stats.depth,
            frontier: stats.frontier,
            threads: stats.threads,
        },
    }
}

/// What explains the verdict, in lines; what each variable is is one of them since before there was a field for it.
fn explanation(verdict: &Verdict) -> Vec<String> {
    let variables = &verdict.races().variables;
    let heading = (!variables.is_empty()).then(|| "Variables:".to_string());
    let lines = variables.iter().map(|variable| format!("  {}: {}", variable.name, variable.status));
    verdict.explanation().iter().cloned().chain(heading).chain(lines).collect()
}

fn possible(program: &Program, race: &PossibleRace, disk: &mut DiskLines) -> JsonPossibleRace {
    let access = |access: &PossibleAccess| JsonPossibleAccess {
        does: access.does.clone(),
        place: place(program, access.span, disk),
        locks: access.holding.clone(),
    };
    JsonPossibleRace { variable: race.variable.clone(), accesses: race.accesses.iter().map(access).collect() }
}

fn reason(program: &Program, reason: &Reason, disk: &mut DiskLines) -> JsonReason {
    let (kind, span) = match reason {
        Reason::Halt(halt) => {
            let kind = match halt.kind {
                HaltKind::Unsupported => "unsupported",
                HaltKind::Undefined(_) => "undefined-behaviour",
                HaltKind::TooManyCases => "too-many-cases",
                HaltKind::Imprecise => "imprecise",
                HaltKind::Layout => "memory-layout",
                HaltKind::Limit => "limit",
                HaltKind::Unwound => "unwound",
                HaltKind::Oracle => "replay",
            };
            (kind, halt.span)
        }
        Reason::TimeLimit => ("time-limit", Span::NONE),
        Reason::MemoryLimit => ("memory-limit", Span::NONE),
        Reason::StateLimit(_) => ("state-limit", Span::NONE),
        Reason::Cancelled => ("interrupted", Span::NONE),
        Reason::ProofNotChecked => ("proof-not-checked", Span::NONE),
        Reason::ReplayFailed(_) => ("replay-failed", Span::NONE),
        Reason::ProofRejected(_) => ("proof-rejected", Span::NONE),
        Reason::Internal(_) => ("internal", Span::NONE),
    };
    JsonReason { kind, text: reason.text(program), place: place(program, span, disk) }
}

fn frames(program: &Program, stack: &[StackEntry], disk: &mut DiskLines) -> Vec<JsonFrame> {
    stack
        .iter()
        .filter(|s| !s.internal)
        .map(|s| JsonFrame { function: program.functions[s.func].name.clone(), place: place(program, s.span, disk) })
        .collect()
}

fn lost_block(program: &Program, block: &raddle_evidence::Cell, disk: &mut DiskLines) -> JsonLostBlock {
    JsonLostBlock { block: object_name(block).to_string(), allocated: place(program, block.declared, disk) }
}

fn access(program: &Program, access: &RaceAccess, disk: &mut DiskLines) -> JsonAccess {
    let held = |lock: &HeldLock, disk: &mut DiskLines| JsonHeld {
        lock: object_name(&lock.lock).to_string(),
        shared: lock.shared,
        taken_at: place(program, lock.taken_at, disk),
    };
    JsonAccess {
        thread: access.thread.0,
        kind: if access.write { "write" } else { "read" },
        atomic: access.atomic,
        variable: access.cell.name.clone(),
        bytes: access.len,
        action: verb(program, access),
        stack: frames(program, &access.stack, disk),
        locks: access.locks.iter().map(|l| object_name(&l.lock).to_string()).collect(),
        held: access.locks.iter().map(|lock| held(lock, disk)).collect(),
    }
}

fn execution(program: &Program, trace: &Trace, disk: &mut DiskLines) -> JsonCounterexample {
    let story = tell(program, trace, disk);
    let threads = trace
        .threads
        .iter()
        .map(|t| JsonThread {
            id: t.no.0,
            name: thread_name(program, t),
            start: program.functions[t.start].name.clone(),
            created_by: t.created.as_ref().map(|c| c.by.0),
            created_at: t
                .created
                .as_ref()
                .and_then(|c| c.stack.iter().find(|s| !s.internal))
                .and_then(|s| place(program, s.span, disk)),
            creation_stack: t.created.as_ref().map_or(Vec::new(), |c| frames(program, &c.stack, disk)),
        })
        .collect();
    let steps = story
        .entries
        .into_iter()
        .map(|e| JsonStep {
            thread: e.thread.0,
            function: e.function,
            line: e.place.as_ref().map(|p| p.line),
            file: e.place.map(|p| p.file),
            statement: e.text,
            context_switch: e.switched,
            details: e.details.into_iter().map(|d| JsonDetail { kind: d.kind.name(), text: d.text }).collect(),
        })
        .collect();
    let violation = match &trace.ending {
        Ending::Error { thread, kind, .. } => JsonEnding::Error {
            thread: thread.0,
            what: match kind {
                ErrorKind::ReachError => "reach-error",
                ErrorKind::AssertFail => "assert-fail",
                ErrorKind::ForbiddenCall => "forbidden-call",
            },
            stack: trace.steps.last().map_or(Vec::new(), |s| frames(program, &s.stack, disk)),
        },
        Ending::Lost(blocks) => {
            JsonEnding::Lost { blocks: blocks.iter().map(|b| lost_block(program, b, disk)).collect() }
        }
        Ending::Undefined { thread, what, .. } => JsonEnding::UndefinedBehaviour {
            thread: thread.0,
            what: what.clone(),
            stack: trace.steps.last().map_or(Vec::new(), |s| frames(program, &s.stack, disk)),
        },
        Ending::Race { cell, allocated, accesses } => JsonEnding::Race {
            variable: cell.name.clone(),
            declared: place(program, cell.declared, disk),
            allocation_stack: frames(program, allocated, disk),
            accesses: accesses.iter().map(|a| access(program, a, disk)).collect(),
            missing_lock: missing_lock(trace).map(|missing| JsonMissingLock {
                thread: missing.thread.0,
                lock: missing.lock,
                for_reading: missing.for_reading,
                holding: missing.holding,
                others: missing.others,
            }),
        },
        Ending::Deadlock(waiting) => JsonEnding::Deadlock {
            waiting: waiting
                .iter()
                .map(|w| JsonWaiting {
                    thread: w.thread.0,
                    text: waits_for(w),
                    waits_for: w.waits_for.map(|t| t.0),
                    stack: frames(program, &w.stack, disk),
                    locks: w.locks.iter().map(|l| object_name(&l.lock).to_string()).collect(),
                })
                .collect(),
        },
    };
    JsonCounterexample { threads, steps, violation }
}
