//! `loop_bound` on tiny programs: which bounds are reached, and that reaching one is told.

use std::collections::BTreeSet;

use raddle_analyses::loop_bound::LoopBound;
use raddle_analyses::threading::{Choice, Configuration, Domain, Stepper, Threading, all_steps};
use raddle_analyses::value::{Precision, ValueDomain, variables};
use raddle_cpa::{
    Arg, Composite, Cpa, End, NodeId, Observer, OfLead, Order, Origin, Plan, PlannedStep, Scheduler, explore,
};
use raddle_deadline::Deadline;
use raddle_frontend::{Options, load_text};
use raddle_machine::{Config, Halt, HaltKind, Machine, ThreadSet};
use raddle_program::analysis::PointsTo;
use raddle_semantics::Property;
use raddle_semantics::dependence::Dependence;

struct Everybody<'a, 'p>(&'a Machine<'p>);

impl<D: Domain> Scheduler<Threading<'_, '_, D>> for Everybody<'_, '_> {
    fn plan(&mut self, state: &Configuration<D::Element>, _: ThreadSet) -> Plan<Choice> {
        let steps = all_steps(self.0, &state.state);
        Plan {
            groups: vec![
                steps.into_iter().map(|step| PlannedStep { step, asleep: ThreadSet::NONE, counts: true }).collect(),
            ],
        }
    }
}

#[derive(Default)]
struct Halts(BTreeSet<Halt>);

impl<A: Cpa> Observer<A> for Halts {
    fn expanding(&mut self, _: &Arg<A>, _: NodeId) -> bool {
        true
    }

    fn halted(&mut self, halt: Halt, _: &Origin<A>) -> bool {
        self.0.insert(halt);
        true
    }
}

/// How an exploration within a bound ends: whether an error is reached, and the lines of the loops whose bound is.
fn bounded(body: &str, bound: u32) -> (bool, Vec<u32>) {
    let header = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); typedef unsigned long pthread_t; \
        extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *); extern int pthread_join(pthread_t, void **);\n";
    let (program, _) = load_text("test.i", &format!("{header}{body}"), &Options::default()).expect("a valid program");
    let machine = Machine::new(&program, Config::default());
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let stepper = Stepper::new(&dependence, Property::UnreachCall, true, false);
    let tracked = variables(&program, &PointsTo::new(&program));
    let threading = Threading::new(stepper, ValueDomain::new(4096, &Deadline::new()));
    let mut cpa = Composite::new(threading).with(LoopBound::new(&program, bound));
    let precision = cpa.precision(Precision::new(&machine, tracked));
    let mut halts = Halts::default();
    let mut arg = Arg::new(Order::BreadthFirst);
    let end = explore(&mut cpa, &mut OfLead(&mut Everybody(&machine)), &precision, &mut arg, &mut halts);
    assert!(
        halts.0.iter().all(|h| h.kind == HaltKind::Unwound && h.what == format!("a loop goes on after {bound} rounds"))
    );
    let line = |h: &Halt| program.source.place(h.span).expect("a place").line;
    (matches!(end, End::Target(..)), halts.0.iter().map(line).collect())
}

#[test]
fn a_bound_that_is_too_small_is_told_with_its_place() {
    let body = "int main(void) {\n int i = 0;\n while (i < 3)\n  i++;\n if (i == 3) reach_error();\n return 0; }";
    assert_eq!(bounded(body, 2), (false, vec![4]));
    assert_eq!(bounded(body, 3), (true, vec![]));
}

#[test]
fn an_error_within_the_bound_is_found_in_an_endless_loop() {
    let body = "int main(void) {\n int i = 0;\n while (1) {\n  i++;\n  if (__VERIFIER_nondet_int()) i = i + 5;\n  if (i == 8) reach_error(); } }";
    assert!(!bounded(body, 1).0);
    assert!(bounded(body, 3).0);
}

#[test]
fn every_activation_and_every_thread_counts_for_itself() {
    let body = "int n;\nvoid twice(void) { for (int i = 0; i < 2; i++) n = n + 1; }\n\
        void *worker(void *a) { twice(); twice(); return 0; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); twice(); pthread_join(t, 0); return 0; }";
    assert_eq!(bounded(body, 2), (false, vec![]));
    let (_, lines) = bounded(body, 1);
    assert!(!lines.is_empty());
}

#[test]
fn recursion_is_no_loop() {
    let body = "int down(int n) { if (n == 0) return 0; return down(n - 1); }\nint main(void) { if (down(5) != 0) reach_error(); return 0; }";
    assert_eq!(bounded(body, 1), (false, vec![]));
}
