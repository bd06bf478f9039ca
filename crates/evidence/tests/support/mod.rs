//! Small programs, and their executions found by looking at all of them, edge by edge.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::{Hash, Hasher};

use raddle_evidence::{
    AboutRaces, Answer, Checking, Claim, Counterexample, Move, Outcome, Property, Reason, Statistics, confirm,
};
use raddle_frontend::{Options, load_text};
use raddle_machine::{Config, Enabled, Machine, Progress, ScriptedOracle, State, ThreadIx};
use raddle_program::Program;
use raddle_semantics::dependence::{Dependence, threads};
use raddle_smt::Confirmation;

/// What programs may call.
pub const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long align; } pthread_cond_t;
struct timespec { long tv_sec, tv_nsec; };
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int clock_gettime(int, struct timespec *);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void exit(int);
";

/// A program with the declarations above.
pub fn program(body: &str) -> Program {
    let text = format!("{HEADER}{body}");
    let loaded = load_text("small.c", &text, &Options::default());
    loaded.unwrap_or_else(|e| panic!("{:?}\n{body}", e.diagnostics)).0
}

/// The line of a program's text in which a span begins, as it stands in the body that was given.
pub fn line(program: &Program, span: raddle_program::Span) -> u32 {
    let header = HEADER.matches('\n').count() as u32;
    program.source.place(span).map_or(0, |place| place.line - header)
}

fn digest(state: &State, oracle: &ScriptedOracle) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&state.threads, &state.sync, &state.memory.blocks, &oracle.inputs, &oracle.choices).hash(&mut hasher);
    hasher.finish()
}

/// The shortest execution with these answers that violates a property, as moves of one edge each. Looks at all executions.
pub fn shortest(program: &Program, property: Property, inputs: &[u128], choices: &[u32]) -> Option<Counterexample> {
    let machine = Machine::new(program, property.watching(Config::default()));
    let dependence = Dependence::new(&machine, property);
    let mut script = ScriptedOracle {
        inputs: inputs.iter().copied().collect(),
        choices: choices.iter().copied().collect(),
        ..ScriptedOracle::default()
    };
    let initial = machine.initial(&mut script).expect("the program starts");
    let mut seen: HashMap<u64, Vec<State>> = HashMap::new();
    let mut queue = VecDeque::from([(initial, script, Vec::<Move>::new())]);
    let found = |schedule: Vec<Move>, racing| {
        let (inputs, choices) = (inputs.to_vec(), choices.to_vec());
        Some(Counterexample { property, schedule, inputs, choices, racing })
    };
    while let Some((state, oracle, schedule)) = queue.pop_front() {
        if let Some(violation) = property.in_state(&dependence, &state).expect("all accesses are known") {
            return found(schedule, violation.racing());
        }
        let mut reach = |state: State, oracle: ScriptedOracle, step: Move| {
            let same = seen.entry(digest(&state, &oracle)).or_default();
            if !same.contains(&state) {
                same.push(state.clone());
                let longer = schedule.iter().copied().chain([step]).collect();
                queue.push_back((state, oracle, longer));
            }
        };
        for thread in threads(&state) {
            for timed_out in [false, true] {
                let can = match timed_out {
                    true => machine.can_time_out(&state, thread),
                    false => machine.can_wake_spuriously(&state, thread),
                };
                if can {
                    let mut woken = state.clone();
                    machine.wake(&mut woken, thread, timed_out);
                    reach(woken, oracle.clone(), Move::Wake { thread, timed_out });
                }
            }
            if machine.enabled(&state, thread) != Enabled::Yes {
                continue;
            }
            let (mut next, mut answers) = (state.clone(), oracle.clone());
            let step = Move::Run { thread, edges: 1 };
            match machine.step(&mut next, thread, &mut answers) {
                Ok(Progress::Ran) => reach(next, answers, step),
                Ok(Progress::Error(_)) if property == Property::UnreachCall => {
                    return found(schedule.iter().copied().chain([step]).collect(), None);
                }
                // With other answers it might go on.
                Ok(Progress::Error(_) | Progress::Ended(_)) | Err(_) => {}
            }
        }
    }
    None
}

/// A run of one thread.
pub fn run(thread: u16, edges: u32) -> Move {
    Move::Run { thread: ThreadIx(thread), edges }
}

/// An outcome with a claim and nothing else.
pub fn outcome(property: Property, claim: Claim) -> Outcome {
    Outcome {
        property,
        claim,
        assumptions: BTreeSet::new(),
        notes: BTreeSet::new(),
        undefined: None,
        stats: Statistics::default(),
        explanation: vec!["why".to_string()],
        races: AboutRaces::default(),
    }
}

/// What is left of a claim.
pub fn confirmed(program: &Program, property: Property, claim: Claim) -> Answer {
    let machine = Config::default();
    let checking = Checking {
        machine: &machine,
        max_cases: 4096,
        proofs: true,
        confirmation: Some(Confirmation::new()),
        exceeded: &|| None,
    };
    confirm(program, outcome(property, claim), &checking).answer().clone()
}

/// An answer in a few words.
pub fn told(program: &Program, answer: &Answer) -> String {
    match answer {
        Answer::True(certificate) => format!("TRUE, {} states", certificate.states),
        Answer::False(_) => "FALSE".to_string(),
        Answer::Unknown(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(|reason| reason.text(program)).collect();
            format!("UNKNOWN: {}", reasons.join("; "))
        }
    }
}

/// Whether a proof was rejected, and why.
pub fn rejected(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Unknown(reasons) => match &reasons[..] {
            [Reason::ProofRejected(what)] => Some(what),
            _ => None,
        },
        Answer::True(_) | Answer::False(_) => None,
    }
}
