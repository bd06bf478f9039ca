//! What each variable is, in a line, as far as pairs of accesses say.
//!
//! The words are those of exhaustive search ([`raddle_semantics::survey`]): protected by which lock, read-only, used by one thread, accessed atomically, never at the same time, undecided. A variable is a whole object.

use std::collections::{BTreeMap, BTreeSet};

use raddle_evidence::Variable;
use raddle_program::{GlobalKind, Op};
use raddle_semantics::locks::objects::{Object, ObjectId};
use raddle_semantics::locks::pairs::{ClassId, Pairs, Reason, name};
use raddle_semantics::locks::{Code, Facts, Offsets, accesses::Access, memory::Cell};

use super::lock_name;

/// What is known of one variable.
#[derive(Default)]
struct Seen {
    /// Whether it is more than a lock or the like.
    data: bool,
    written: bool,
    plain: bool,
    open: usize,
    /// What excludes the pairs of its accesses.
    guards: BTreeSet<String>,
    /// Whether something else excludes one.
    apart: bool,
}

/// Each global of the user, and whatever else several threads may access. `complete`: nothing stands in the way of conclusions.
pub fn variables(
    code: &Code<'_>,
    facts: &Facts,
    pairs: &Pairs,
    open: &[(ClassId, ClassId)],
    complete: bool,
) -> Vec<Variable> {
    let mut seen: BTreeMap<ObjectId, Seen> = BTreeMap::new();
    for class in &pairs.classes {
        let of = seen.entry(class.access.object).or_default();
        of.data |= !matches!(code.edge(class.site).op, Op::Sync { .. });
        of.written |= class.access.write;
        of.plain |= !class.access.atomic;
    }
    for pair in open {
        seen.entry(pairs.class(pair.0).access.object).or_default().open += 1;
    }
    for pair in &pairs.conflicts {
        let of = seen.entry(pairs.class(pair.0).access.object).or_default();
        let mut held = pairs.class(pair.0).at.point.held.keys();
        if let Some(lock) = held.find(|lock| pairs.holds(*pair, Reason::Lock(**lock))) {
            of.guards.insert(format!("`{}`", lock_name(code, *lock)));
        } else if pairs.holds(*pair, Reason::Section) {
            of.guards.insert("atomic sections".to_string());
        } else if pairs.reason(*pair).is_some() {
            of.apart = true;
        }
    }
    let nothing = Seen::default();
    let variable = |id: ObjectId| {
        let cell = Cell { offsets: Offsets::exactly(0), size: u64::MAX };
        let name = name(code, &Access { object: id, cell, write: false, atomic: false });
        let seen = seen.get(&id).unwrap_or(&nothing);
        let status = status(seen, facts.shared.contains(id.0), complete);
        Variable { name, status, decided: complete && seen.open == 0 }
    };
    let is_data = |id: &ObjectId| seen.get(id).is_none_or(|seen| seen.data);
    code.objects.all().filter(|id| is_told(code, facts, *id) && is_data(id)).map(variable).collect()
}

fn is_told(code: &Code<'_>, facts: &Facts, id: ObjectId) -> bool {
    let internal = |instance| code.program.functions[code.instances.get(instance).function].internal;
    match code.objects.get(id) {
        Object::Global(global) => {
            let global = &code.program.globals[global];
            global.kind != GlobalKind::Constant && !code.program.source.is_internal(global.span)
        }
        Object::Local(instance, _) | Object::Block(instance, _) => facts.shared.contains(id.0) && !internal(instance),
        Object::Function(_) | Object::Threads(_) | Object::CommandLine => false,
    }
}

fn status(seen: &Seen, shared: bool, complete: bool) -> String {
    let guards: Vec<&str> = seen.guards.iter().map(String::as_str).collect();
    match seen.open {
        _ if !complete && seen.open == 0 => "undecided: something stands in the way of any conclusion".to_string(),
        1 => "undecided: a pair of accesses is not excluded".to_string(),
        open if open > 0 => format!("undecided: {open} pairs of accesses are not excluded"),
        _ if !shared => "used by one thread".to_string(),
        _ if !seen.written => "never written".to_string(),
        _ if !guards.is_empty() && seen.apart => {
            format!("protected by {}, or never accessed at the same time", guards.join(", "))
        }
        _ if !guards.is_empty() => format!("protected by {}", guards.join(", ")),
        _ if !seen.plain => "accessed atomically".to_string(),
        _ => "never accessed at the same time".to_string(),
    }
}
