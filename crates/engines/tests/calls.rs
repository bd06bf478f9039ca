//! What `calls` says of programs, and proofs of it with lies in them.

use std::collections::BTreeSet;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Assumption, Basis, Checking, Claim, Outcome, Proof, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text};
use raddle_program::{FuncId, Program};

const HEADER: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int atexit(void (*)(void));
extern void reach_error(void);
extern void log_it(int);
";

fn program(body: &str) -> Program {
    load_text("program.c", &format!("{HEADER}{body}"), &Options::default()).expect("the program is right").0
}

/// What the engine claims.
fn claim(program: &Program, config: &Config) -> Outcome {
    let engine = registry::find("calls").and_then(registry::Analysis::engine).expect("it is an engine");
    engine(program, Property::UnreachCall, config, &Limits::default())
}

fn checked(program: &Program, outcome: Outcome) -> Verdict {
    let config = Config::default();
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation: None, exceeded: &|| None };
    confirm(program, outcome, &checking)
}

fn is_proved(body: &str) -> bool {
    let program = program(body);
    let verdict = checked(&program, claim(&program, &Config::default()));
    match verdict.answer() {
        Answer::True(certificate) => {
            assert_eq!(certificate.basis, Basis::Functions);
            assert!(verdict.assumptions().contains(&Assumption::DefinedOtherwise), "the assumption is told");
            true
        }
        Answer::False(_) => panic!("it executes nothing"),
        Answer::Unknown(_) => false,
    }
}

/// However control gets to an error; and where it does not.
#[test]
fn what_can_run() {
    let error = "void *bad(void *a) { reach_error(); return 0; }";
    for (main, proved) in [
        ("int main(void) { return 0; }", true),
        ("int main(void) { log_it(1); return 0; }", true),
        ("int main(void) { reach_error(); }", false),
        ("int main(void) { bad(0); return 0; }", false),
        ("int main(void) { pthread_t t; pthread_create(&t, 0, bad, 0); return 0; }", false),
        ("void *(*p)(void *) = bad; int main(void) { p(0); return 0; }", false),
        ("void *(*p)(void *); int main(void) { p = bad; p(0); return 0; }", false),
        ("void end(void) { bad(0); } int main(void) { atexit(end); return 0; }", false),
        ("__attribute__((constructor)) void first(void) { bad(0); } int main(void) { return 0; }", false),
        ("void f(void); void g(void) { f(); } void f(void) { g(); } int main(void) { f(); return 0; }", true),
        ("int main(void) { __asm__(\"nop; jmp bad\"); return 0; }", false),
    ] {
        assert_eq!(is_proved(&format!("{error} {main}")), proved, "{main}");
    }
}

#[test]
fn externals_are_assumed_or_end_it() {
    let program = program("int main(void) { log_it(1); return 0; }");
    let verdict = checked(&program, claim(&program, &Config::default()));
    let is_external = |a: &Assumption| matches!(a, Assumption::External { name, .. } if name == "log_it");
    assert!(verdict.assumptions().iter().any(is_external), "{:?}", verdict.assumptions());
    let mut strict = Config::default();
    strict.assign("program.external=strict").expect("it is an option");
    assert!(matches!(claim(&program, &strict).claim, Claim::Unknown(_)));
}

/// Whether a proof that somebody has changed is rejected.
fn is_rejected(body: &str, property: Property, change: impl FnOnce(&Program, &mut BTreeSet<FuncId>)) -> bool {
    let program = program(body);
    let mut outcome = claim(&program, &Config::default());
    let mut functions = match outcome.claim {
        Claim::True(Proof::Functions(functions)) => functions,
        _ => BTreeSet::new(),
    };
    change(&program, &mut functions);
    outcome.claim = Claim::True(Proof::Functions(functions));
    outcome.property = property;
    let verdict = checked(&program, outcome);
    matches!(verdict.answer(), Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

#[test]
fn lies_are_rejected() {
    let right = "int x; void leaf(void) { x = 1; } void *f(void *a) { leaf(); return 0; }
                 int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }";
    let without = |name: &'static str| {
        move |program: &Program, functions: &mut BTreeSet<FuncId>| {
            let function = program.function_named(name).expect("it is there");
            assert!(functions.remove(&function));
        }
    };
    assert!(!is_rejected(right, Property::UnreachCall, |_, _| {}), "the truth is accepted");
    for name in ["main", "f", "leaf"] {
        assert!(is_rejected(right, Property::UnreachCall, without(name)), "{name}");
    }
    // A function of another program.
    let foreign = |_: &Program, functions: &mut BTreeSet<FuncId>| assert!(functions.insert(FuncId(999_999)));
    assert!(is_rejected(right, Property::UnreachCall, foreign));
    // It says nothing about races.
    assert!(is_rejected(right, Property::NoDataRace, |_, _| {}));
    // There is an error in it, or something that nobody can follow.
    let all = |program: &Program, functions: &mut BTreeSet<FuncId>| functions.extend(program.functions.ids());
    assert!(is_rejected("int main(void) { reach_error(); }", Property::UnreachCall, all));
    assert!(is_rejected("int main(void) { __asm__(\"jmp 1\"); return 0; }", Property::UnreachCall, all));
}
