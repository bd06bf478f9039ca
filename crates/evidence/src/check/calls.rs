//! The checker of proofs by functions: that nothing which can run is an error.
//!
//! A set of functions proves `unreach-call` if whatever runs from the beginning is in it ([`raddle_semantics::calls::roots`]), whatever a function of it calls or takes the address of is in it
//! ([`raddle_semantics::calls::mentioned`]), and no edge of a function of it is an error. An edge that is not modelled could lead anywhere, so there must be none either.
//!
//! By induction over the steps of an execution every thread is in one of these functions as long as behaviour is defined. What undefined behaviour does, nobody knows: the engine lists it as an assumption.
//!
//! **Cost**: one look at each edge.

use std::collections::BTreeSet;

use raddle_program::{Control, FuncId, Op};
use raddle_semantics::calls::{mentioned, roots};

use super::{Rejected, Task};
use crate::outcome::{Basis, Certificate};

/// Checks that functions contain all that can run, and no error.
pub(crate) fn check_functions(task: Task<'_>, functions: &BTreeSet<FuncId>) -> Result<Certificate, Rejected> {
    let program = task.program;
    let named = |function: FuncId| &program.functions[function].name;
    let wrong = |what: String| Err(Rejected::Wrong(what));
    if !task.property.is_about_errors() {
        return wrong("functions say nothing about this property".to_string());
    }
    if functions.iter().any(|f| program.functions.get(*f).is_none()) {
        return wrong("the functions are of another program".to_string());
    }
    if let Some(root) = roots(program).into_iter().find(|root| !functions.contains(root)) {
        return wrong(format!("`{}` may run, and is not among the functions", named(root)));
    }
    let mut edges = 0;
    for function in functions {
        task.machine.deadline.look();
        if let Some(next) = mentioned(program, *function).into_iter().find(|next| !functions.contains(next)) {
            let what = format!("`{}` leads to `{}`, which is not among the functions", named(*function), named(next));
            return wrong(what);
        }
        for edge in program.functions[*function].edges().iter() {
            edges += 1;
            if let Control::Error(_) = edge.op.control() {
                return wrong(format!("there is an error in `{}`", named(*function)));
            }
            if let Op::Unsupported { what } = &edge.op {
                return wrong(format!("`{}` may go anywhere: {what}", named(*function)));
            }
        }
    }
    Ok(Certificate { states: functions.len() as u64, transitions: edges, basis: Basis::Functions })
}
