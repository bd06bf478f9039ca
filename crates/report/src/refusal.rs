//! Input that is not a valid program, for programs: what `--format json` and `--format sarif` say instead of a verdict.

use raddle_program::{Diagnostic, Severity, SourceMap};
use serde_json::{Value, json};

use crate::diagnostic::{DiskLines, Excerpt};
use crate::json::{JSON_VERSION, to_json};

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// An object of schema `raddle-refusal`, with a list of all errors and warnings.
pub fn json_refusal(diagnostics: &[Diagnostic], source: &SourceMap) -> String {
    let disk = &mut DiskLines::default();
    let mut entry = |diagnostic: &Diagnostic| {
        let mut entry = json!({ "severity": severity(diagnostic), "text": diagnostic.message });
        if let Some(excerpt) = Excerpt::of(source, diagnostic.span, disk) {
            entry["place"] = json!({ "file": excerpt.file, "line": excerpt.line, "column": excerpt.column() });
        }
        for (name, text) in [("label", &diagnostic.label), ("help", &diagnostic.help)] {
            if let Some(text) = text {
                entry[name] = json!(text);
            }
        }
        entry
    };
    let entries: Vec<Value> = diagnostics.iter().map(&mut entry).collect();
    to_json(&json!({
        "schema": "raddle-refusal",
        "version": JSON_VERSION,
        "tool": "raddle",
        "tool_version": env!("CARGO_PKG_VERSION"),
        "diagnostics": entries
    }))
}

/// A SARIF log without results, whose run was not successful.
pub fn sarif_refusal(diagnostics: &[Diagnostic], source: &SourceMap) -> String {
    let disk = &mut DiskLines::default();
    let mut notification = |diagnostic: &Diagnostic| {
        let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        let text = format!("{}{help}", diagnostic.message);
        let mut notification = json!({ "level": severity(diagnostic), "message": { "text": text } });
        if let Some(excerpt) = Excerpt::of(source, diagnostic.span, disk) {
            notification["locations"] = json!([{ "physicalLocation": {
                "artifactLocation": { "uri": excerpt.file },
                "region": { "startLine": excerpt.line, "startColumn": excerpt.column() }
            } }]);
        }
        notification
    };
    let notifications: Vec<Value> = diagnostics.iter().map(&mut notification).collect();
    to_json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Raddle", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": [] } },
            "columnKind": "unicodeCodePoints",
            "results": [],
            "invocations": [{ "executionSuccessful": false, "toolExecutionNotifications": notifications }]
        }]
    }))
}
