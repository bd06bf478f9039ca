//! Facts about whole programs that keep threads apart: what they save, that they change no verdict, and that lies about them are noticed.

use std::time::Duration;

use std::sync::Arc;

use raddle_deadline::Deadline;
use raddle_engines::{Config, Limits, locks, registry};
use raddle_evidence::{Answer, Checking, Claim, ClosedStates, Proof, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_machine::Machine;
use raddle_program::Program;
use raddle_program::analysis::BitSet;
use raddle_randprog::{Concurrent, workers};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::laws::{Law, Ours, Tally, check_execution};
use raddle_semantics::locks::{Code, Facts};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern void *malloc(unsigned long);
extern void free(void *);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
pthread_mutex_t m;
int x, y, data[12];
struct node { pthread_mutex_t lock; int value; struct node *next; };
struct node *list, nodes[3];
";

fn program(body: &str) -> Program {
    load_text("program.c", &format!("{HEADER}{body}"), &Options::default()).expect("the program is right").0
}

fn run(program: &Program, property: Property, analysis: &str, settings: &[&str]) -> Verdict {
    let analysis = registry::find(analysis).expect("it is registered");
    let mut config = Config::default();
    settings.iter().for_each(|setting| config.assign(setting).expect("it exists"));
    let limits = Limits::new(Some(Duration::from_secs(20)), None);
    registry::check(analysis, program, property, &config, &limits)
}

const WITH: &str = "scheduler.facts=always";
const WITHOUT: &str = "scheduler.facts=never";

/// Each thread fills a block of its own, publishes it, and adds to what lies beside the lock that it has.
const LISTS: &str = "void *work(void *arg) {
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = 1; n->next = 0; n->value += 2; pthread_mutex_init(&n->lock, 0); n->value -= 2;
    pthread_mutex_lock(&m); n->next = list; list = n; pthread_mutex_unlock(&m);
  }
  return 0; }
int main(void) { pthread_t t, u, v; int sum = 0;
  pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0); pthread_create(&v, 0, work, 0);
  pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0);
  for (struct node *n = list; n; n = n->next) sum += n->value;
  if (sum != 6) reach_error();
  return 0; }";

/// Threads work on slices, which `main` has filled and looks at when they have ended.
const SLICES: &str = "struct job { int *data, from, to; long sum; };
void *work(void *arg) { struct job *j = arg; for (int i = j->from; i < j->to; i++) j->sum += j->data[i]; return 0; }
int main(void) { pthread_t t[3]; struct job jobs[3]; long sum = 0;
  int *all = malloc(12 * sizeof *all);
  for (int i = 0; i < 12; i++) all[i] = i;
  for (int i = 0; i < 3; i++) {
    jobs[i].data = all; jobs[i].from = 4 * i; jobs[i].to = 4 * i + 4; jobs[i].sum = 0;
    pthread_create(&t[i], 0, work, &jobs[i]);
  }
  for (int i = 0; i < 3; i++) { pthread_join(t[i], 0); sum += jobs[i].sum; }
  if (sum != 66) reach_error();
  return 0; }";

/// Locks beside their data.
const BESIDE: &str = "void *work(void *arg) {
  for (int i = 0; i < 3; i++) { struct node *n = &nodes[i];
    pthread_mutex_lock(&n->lock); n->value++; n->value += 2; n->value--; pthread_mutex_unlock(&n->lock); }
  return 0; }
int main(void) { pthread_t t, u; int sum = 0;
  pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0); pthread_join(t, 0); pthread_join(u, 0);
  for (int i = 0; i < 3; i++) sum += nodes[i].value;
  if (sum != 12) reach_error();
  return 0; }";

#[test]
fn threads_that_are_kept_apart_are_not_interleaved() {
    for (body, times) in [(LISTS, 10), (SLICES, 5), (BESIDE, 2)] {
        let program = program(body);
        for analysis in ["explicit", "value", "bdd"] {
            let states = |setting: &str| {
                let verdict = run(&program, Property::UnreachCall, analysis, &[setting]);
                assert!(
                    matches!(verdict.answer(), Answer::True(_)),
                    "{analysis} {setting}: {:?}\n{body}",
                    verdict.answer()
                );
                verdict.stats().states
            };
            let (with, without) = (states(WITH), states(WITHOUT));
            let least = if analysis == "explicit" { times } else { 2 };
            assert!(least * with <= without, "{analysis}: {with} states, {without} without facts\n{body}");
        }
    }
}

/// Where executions do what facts assume away, the search does without facts: a pointer that is kept after `free` leads into the next block, one that was never
/// set leads where it was found to lead, and a counter leaves its type.
#[test]
fn what_facts_assume_away_is_noticed() {
    let stale = "int *kept; int go;
void *late(void *arg) { if (go) *kept = 7; return 0; }
int main(void) { pthread_t t; int *p = malloc(sizeof *p); kept = p; free(p); pthread_create(&t, 0, late, 0);
  int *q = malloc(sizeof *q); *q = 1; go = 1; *q = 2; if (*q != 2) reach_error(); return 0; }";
    let unset = "int *kept;
void *late(void *arg) { int *p; int *q = kept; if (p == q) *p = 7; return 0; }
int other;
int main(void) { pthread_t t; kept = &x; pthread_create(&t, 0, late, 0); x = 1; if (x != 1) reach_error(); return 0; }";
    let wraps = "void *late(void *arg) { int i = (int)(long)arg; i += 2147483647; i += 2; data[i] = 7; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, late, (void *)2147483647l); data[0] = 1; if (data[0] != 1) reach_error(); return 0; }";
    for body in [stale, unset, wraps] {
        let program = program(body);
        for analysis in ["explicit", "value"] {
            let answer = |setting| match run(&program, Property::UnreachCall, analysis, &[setting]).answer() {
                Answer::True(_) => "true".to_string(),
                Answer::False(_) => "false".to_string(),
                Answer::Unknown(reasons) => format!("{reasons:?}"),
            };
            let (with, without) = (answer(WITH), answer(WITHOUT));
            assert_eq!(with, without, "{analysis}\n{body}");
        }
    }
}

fn facts(program: &Program, machine: &Machine<'_>) -> Facts {
    locks::facts(&Code::wrapping(program, machine.points_to()), &Deadline::new())
}

/// The laws of steps, tried on executions of a program by a relation that knows facts. How often facts made a step alone that was not, and what is wrong.
fn tried(program: &Program, seeds: u64, lie: impl FnOnce(&mut Facts)) -> Option<Result<Tally, String>> {
    let property = Property::UnreachCall;
    let machine = Machine::new(program, property.watching(Config::default().machine()));
    let mut facts = facts(program, &machine);
    lie(&mut facts);
    let dependence = Dependence::new(&machine, property).with_facts(Arc::new(facts))?;
    let beliefs = Ours::new(&dependence, property);
    let mut tally = Tally::default();
    for seed in 0..seeds {
        match check_execution(&beliefs, seed) {
            Ok(more) => tally.add(&more),
            Err(broken) => return Some(Err(format!("execution {seed}: {broken}"))),
        }
    }
    Some(Ok(tally))
}

/// Random programs: the laws of independent steps and persistent sets hold with facts, and verdicts are those without any reduction.
/// `RADDLE_RANDOM=500` takes so many, `RADDLE_RANDOM_FROM=7` begins with another seed.
#[test]
fn random_programs() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 40));
    with_large_stack(move || {
        let (mut tally, mut used, mut compared, mut wrong) = (Tally::default(), 0, 0, Vec::new());
        for seed in from..from + many {
            let texts = [workers(seed), Concurrent::mixed(seed).to_string()];
            for text in texts {
                let (program, _) = load_text("random.c", &text, &Options::default()).expect("it is right");
                match tried(&program, 3, |_| {}) {
                    Some(Ok(more)) => {
                        tally.add(&more);
                        used += 1;
                    }
                    Some(Err(what)) => wrong.push(format!("{what}\n{text}")),
                    None => continue,
                }
                for property in [Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock] {
                    let answer = |settings: &[&str]| {
                        let mut all = vec!["explicit.max_states=20000"];
                        all.extend(settings);
                        match run(&program, property, "explicit", &all).answer() {
                            Answer::True(_) => Some(true),
                            Answer::False(_) => Some(false),
                            Answer::Unknown(reasons) => {
                                let ours = |r: &Reason| {
                                    matches!(
                                        r,
                                        Reason::ProofRejected(_) | Reason::ReplayFailed(_) | Reason::Internal(_)
                                    )
                                };
                                assert!(!reasons.iter().any(ours), "{reasons:?}\n{text}");
                                None
                            }
                        }
                    };
                    let (with, without) = (answer(&[WITH]), answer(&["scheduler.reduction=none"]));
                    if let (Some(with), Some(without)) = (with, without) {
                        compared += 1;
                        if with != without {
                            wrong.push(format!("{property:?}: {with} with facts, {without} without reduction\n{text}"));
                        }
                    }
                }
            }
        }
        let count = |law| tally.of(law);
        println!(
            "{used} programs, {compared} verdicts, alone {}, persistent {}",
            count(Law::Alone),
            count(Law::Persistent)
        );
        assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
        assert!(used > many && compared > many && count(Law::Alone) > 50, "{used} {compared} {}", count(Law::Alone));
    });
}

#[test]
fn laws_notice_facts_that_lie() {
    let racing = program(
        "void *f(void *a) { x++; y = x; return 0; } int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0);
         pthread_create(&u, 0, f, 0); x += 2; return 0; }",
    );
    assert!(matches!(tried(&racing, 20, |_| {}), Some(Ok(_))));
    let private = tried(&racing, 20, |facts| facts.shared = BitSet::default());
    assert!(matches!(private, Some(Err(_))), "{private:?}");
    let nobody = tried(&racing, 20, |facts| {
        facts.points.iter_mut().flatten().flatten().for_each(|point| point.made.clear());
        facts.below.iter_mut().for_each(std::collections::BTreeSet::clear);
    });
    assert!(matches!(nobody, Some(Err(_))), "{nobody:?}");
    let sections = tried(&racing, 20, |facts| {
        facts.points.iter_mut().flatten().flatten().for_each(|point| point.sections = 1);
    });
    assert!(matches!(sections, Some(Err(_))), "{sections:?}");
}

/// What the checker says of the proof of a program that somebody has changed.
fn checked(body: &str, change: impl FnOnce(&mut ClosedStates)) -> Answer {
    let program = program(body);
    let mut config = Config::default();
    config.assign(WITH).expect("it exists");
    let analysis = registry::find("explicit").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    let Claim::True(Proof::States(mut proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
    change(&mut proof);
    outcome.claim = Claim::True(Proof::States(proof));
    let machine = config.machine();
    let max_cases = config.program.max_cases;
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation: None, exceeded: &|| None };
    confirm(&program, outcome, &checking).answer().clone()
}

#[test]
fn proofs_with_lies_about_facts_are_rejected() {
    assert!(matches!(checked(LISTS, |_| {}), Answer::True(_)));
    let rejected = |change: &dyn Fn(&mut ClosedStates)| {
        let answer = checked(LISTS, change);
        assert!(
            matches!(&answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)])),
            "{answer:?}"
        );
    };
    rejected(&|proof| proof.facts = None);
    let lie = |change: &dyn Fn(&mut Facts)| {
        rejected(&|proof| {
            let mut facts = (**proof.facts.as_ref().expect("facts are used")).clone();
            change(&mut facts);
            proof.facts = Some(Arc::new(facts));
        });
    };
    lie(&|facts| facts.shared = BitSet::default());
    lie(&|facts| facts.points.iter_mut().flatten().flatten().for_each(|point| point.sections = 1));
    lie(&|facts| facts.points.iter_mut().flatten().flatten().for_each(|point| point.made.clear()));
    lie(&|facts| facts.below.iter_mut().for_each(std::collections::BTreeSet::clear));
    lie(&|facts| facts.values.registers.iter_mut().flatten().for_each(|value| *value = Default::default()));
}
