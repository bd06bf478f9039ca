//! Tests of typing as a whole: C text in, types, constants, bytes and messages out.

mod bytes;
mod errors;
mod shapes;
mod types;

use raddle_program::{DataModel, Severity, SourceMap, SourceUnit};

use super::check;
use crate::hir::{Body, Hir};
use crate::parse::parse;

/// Types several texts as one program; on errors gives the messages.
fn type_units(texts: &[(&str, bool)], model: DataModel) -> Result<Hir, Vec<String>> {
    crate::with_large_stack(|| {
        let mut source = SourceMap::default();
        let mut units = Vec::new();
        for (index, (text, internal)) in texts.iter().enumerate() {
            let mut unit = SourceUnit::new(format!("{index}.c"), *text);
            unit.internal = *internal;
            let id = source.add(unit);
            let parsed = parse(text.as_bytes(), id);
            units.push(parsed.map_err(|d| d.into_iter().map(|d| d.message).collect::<Vec<_>>())?);
        }
        check(units, &source, model).map_err(|diagnostics| {
            let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
            errors.map(|d| format!("{}: {}", source.place(d.span).map_or(0, |p| p.line), d.message)).collect()
        })
    })
}

fn type_text(text: &str) -> Result<Hir, Vec<String>> {
    type_units(&[(text, false)], DataModel::Lp64)
}

fn typed(text: &str) -> Hir {
    match type_text(text) {
        Ok(hir) => hir,
        Err(errors) => panic!("{errors:?} in {text}"),
    }
}

/// The body of a function by name.
fn body<'h>(hir: &'h Hir, name: &str) -> &'h Body {
    let found = hir.functions.iter().find(|f| f.name == name && f.body.is_some());
    found.and_then(|f| f.body.as_ref()).unwrap_or_else(|| panic!("no body of {name}"))
}
