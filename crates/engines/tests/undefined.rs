//! Undefined behaviour that ends a search for something else is shown with an execution, by every analysis.

use raddle_engines::registry::{ANALYSES, Analysis, check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Ending, Property, Reason, ThreadNo, Trace, TraceEvent, Verdict};
use raddle_frontend::{Options, load_text};
use raddle_machine::{HaltKind, Undefined};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
";

/// The worker takes a job, `main` takes it back and frees it, the worker looks at it.
const POOL: &str = "struct job { int number; };
struct job *pending; int done; pthread_mutex_t m;
void *worker(void *a) {
  pthread_mutex_lock(&m); struct job *job = pending; pthread_mutex_unlock(&m);
  if (job) done += job->number;
  return 0;
}
int main(void) {
  pthread_t t;
  pending = malloc(sizeof *pending); pending->number = 3;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m); struct job *left = pending; pending = 0; pthread_mutex_unlock(&m);
  free(left);
  pthread_join(t, 0);
  if (done > 3) reach_error();
  return 0;
}";

/// A divisor that is 0 only for one input, and only if the other thread is fast. It has an error call: where there is none, `auto` does not search for one.
const DIVISOR: &str = "int x = 1, n;
void *sets(void *a) { x = n; return 0; }
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_int() - 7;
  pthread_create(&t, 0, sets, 0);
  int y = 10 / x;
  pthread_join(t, 0);
  int never = 0;
  if (never) reach_error();
  return y;
}";

fn verdict(analysis: &str, body: &str, property: Property, settings: &[&str]) -> Verdict {
    let text = format!("{HEADER}{body}");
    let (program, _) =
        load_text("test.i", &text, &Options::default()).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let mut config = Config::default();
    settings.iter().for_each(|setting| config.assign(setting).expect("a valid setting"));
    check(find(analysis).expect("it is registered"), &program, property, &config, &Limits::default())
}

/// The execution of a verdict that says UNKNOWN because of undefined behaviour of this kind; who does it.
fn shown(verdict: &Verdict, wanted: Undefined) -> (&Trace, ThreadNo) {
    let Answer::Unknown(reasons) = verdict.answer() else { panic!("{:?}", verdict.answer()) };
    let halts: Vec<_> =
        reasons.iter().filter_map(|r| if let Reason::Halt(halt) = r { Some(halt) } else { None }).collect();
    let trace = verdict.undefined().unwrap_or_else(|| panic!("no execution for {reasons:?}"));
    let Ending::Undefined { thread, kind, what, span } = &trace.ending else { panic!("{:?}", trace.ending) };
    assert_eq!(*kind, wanted);
    let is_reason = halts.iter().any(|h| h.kind == HaltKind::Undefined(wanted) && h.what == *what && h.span == *span);
    assert!(is_reason, "{what} is none of {reasons:?}");
    (trace, *thread)
}

#[test]
fn every_analysis_shows_a_use_after_free() {
    // Classes of places give up on heap blocks that come and go; who executes nothing meets nothing.
    for analysis in ANALYSES.iter().filter(|analysis| !["control", "calls"].contains(&analysis.name)) {
        for property in [Property::UnreachCall, Property::NoDeadlock, Property::NoOverflow] {
            if !(analysis.checks)(property) {
                continue;
            }
            let verdict = verdict(analysis.name, POOL, property, &[]);
            let (trace, thread) = shown(&verdict, Undefined::Dereference);
            assert_eq!(thread, ThreadNo(1), "{}", analysis.name);
            // Freed by main after the worker has begun.
            let step = |of: u32, wanted: fn(&TraceEvent) -> bool| {
                trace.steps.iter().position(|s| s.thread == ThreadNo(of) && s.events.iter().any(wanted))
            };
            let begun = step(1, |event| matches!(event, TraceEvent::Sync { .. })).expect("the worker locks");
            let freed = step(0, |event| matches!(event, TraceEvent::Freed(_))).expect("main frees");
            assert!(begun < freed && freed + 1 < trace.steps.len(), "{} {property}", analysis.name);
        }
    }
}

#[test]
fn every_analysis_finds_the_input_for_a_division_by_zero() {
    let executes = |analysis: &&Analysis| analysis.name != "calls" && (analysis.checks)(Property::UnreachCall);
    for analysis in ANALYSES.iter().filter(executes) {
        let verdict = verdict(analysis.name, DIVISOR, Property::UnreachCall, &[]);
        let (trace, thread) = shown(&verdict, Undefined::Other);
        assert_eq!(thread, ThreadNo(0), "{}", analysis.name);
        let inputs: Vec<u128> = trace
            .steps
            .iter()
            .flat_map(|step| &step.events)
            .filter_map(|event| if let TraceEvent::Input { value, .. } = event { Some(*value) } else { None })
            .collect();
        assert_eq!(inputs.first(), Some(&7), "{}", analysis.name);
    }
}

#[test]
fn a_search_that_is_cut_short_shows_what_it_has_met() {
    let endless = POOL.replace("if (done > 3)", "for (unsigned i = 0; ; i++) if (i == 4000000000)");
    let verdict = verdict("explicit", &endless, Property::UnreachCall, &["explicit.max_states=50"]);
    let Answer::Unknown(reasons) = verdict.answer() else { panic!("{:?}", verdict.answer()) };
    assert_eq!(reasons.first(), Some(&Reason::StateLimit(50)));
    shown(&verdict, Undefined::Dereference);
}

#[test]
fn nothing_is_shown_beside_an_answer() {
    let wrong = POOL.replace("done > 3", "done == 3");
    let verdict = verdict("explicit", &wrong, Property::UnreachCall, &[]);
    assert!(matches!(verdict.answer(), Answer::False(_)) && verdict.undefined().is_none());
}
