//! Blocks that no other thread has seen.
//!
//! A register is *fresh* if it points into a heap block whose address is in no memory and in no other thread: from the allocation until a value that may be its address is stored, or
//! given to somebody who is not followed. Which values may be its address is what the facts about values say, so that no copy of it is overlooked, in whichever register it is.

use raddle_program::{AccessKind, Expr, Flow, LocalId, Op};

use super::instances::{InstanceId, Site};
use super::known::Known;
use super::memory::Values;
use super::sums::{Sum, Term};
use super::{Code, Facts};

/// The fresh register that a sum points into the block of.
pub fn fresh_base(code: &Code<'_>, facts: &Facts, known: &Known, sum: &Sum) -> Option<(InstanceId, LocalId)> {
    let mut base = None;
    for (term, factor) in &sum.terms {
        match term {
            Term::Register(instance, local) if known.fresh.contains(&(*instance, *local)) => {
                if *factor != 1 || base.replace((*instance, *local)).is_some() {
                    return None;
                }
            }
            Term::Object(_) => return None,
            Term::Register(..) | Term::Argument(_) => {
                let alone = Sum { terms: vec![(*term, 1)], number: 0 };
                if !value_of_number(code, &facts.values, &alone) {
                    return None;
                }
            }
        }
    }
    base
}

/// Whether a term is a number and no address.
fn value_of_number(code: &Code<'_>, values: &Values, sum: &Sum) -> bool {
    sum.terms.iter().all(|(term, _)| match term {
        Term::Object(_) => false,
        Term::Register(instance, local) => values.registers[*instance][local.0 as usize].targets.is_empty(),
        Term::Argument(kind) => {
            let root = code.instances.kinds()[*kind].root;
            values.registers[root].first().is_none_or(|value| value.targets.is_empty())
        }
    })
}

/// What an edge stores, or gives to somebody who is not followed.
pub(super) fn give_away(code: &Code<'_>, facts: &Facts, after: &mut Known, site: Site) {
    if after.fresh.is_empty() {
        return;
    }
    let values = &facts.values;
    let eval = |e: &Expr| values.evaluate(code, site.instance, e);
    match code.edge(site).op.flow() {
        Flow::Access(access) => match access.kind {
            AccessKind::Load { .. } => {}
            AccessKind::Store { value } => after.publish(values, &eval(value)),
            AccessKind::Rmw { operand, .. } => after.publish(values, &eval(operand)),
            AccessKind::CompareExchange { expected, desired, .. } => {
                after.publish(values, &eval(expected));
                after.publish(values, &eval(desired));
            }
        },
        Flow::Sync { op, args, .. } => {
            // Objects of synchronisation are worked on, not kept.
            let kept = op.objects().len();
            args.iter().skip(kept).for_each(|arg| after.publish(values, &eval(arg)));
        }
        Flow::External { args, .. } => args.iter().for_each(|arg| after.publish(values, &eval(&arg.value))),
        // Output is text: who reads an address in there makes one up.
        Flow::Output { .. } => {}
        // Registers are the thread's own: what is in them is noticed where it is stored. What is computed from an address is a number that the program makes up.
        Flow::Assign { .. } | Flow::Call { .. } | Flow::Return { .. } | Flow::Compute { .. } => {}
        Flow::Condition(_) | Flow::Nondet { .. } | Flow::Declare { .. } | Flow::Block { .. } => {}
        Flow::Size { .. } | Flow::Nothing => {}
    }
    if let Op::Free { addr } | Op::StackFree { addr } = &code.edge(site).op {
        after.publish(values, &eval(addr));
    }
}
