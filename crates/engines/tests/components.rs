//! Components say TRUE with what they know, and whoever lies about it is not believed.

use raddle_cpa::{Component, Fact, Taken, Variable};
use raddle_engines::registry::{Analysis, Run, check, find};
use raddle_engines::{Config, Limits, composite};
use raddle_evidence::{Answer, Property, Reason};
use raddle_frontend::{Options, load_text};
use raddle_machine::{Halt, Machine};
use raddle_program::{Control, Program, Scalar};

const HEADER: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
";

fn program(text: &str) -> Program {
    match load_text("test.i", &format!("{HEADER}{text}"), &Options::default()) {
        Ok((program, _)) => program,
        Err(error) => panic!("{:?}", error.diagnostics),
    }
}

fn answer(analysis: &Analysis, text: &str) -> Answer {
    let program = program(text);
    check(analysis, &program, Property::UnreachCall, &Config::default(), &Limits::default()).answer().clone()
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

/// Bits are taken away from a number with masks; `WHICH` says which masks are good for it.
const MASKS: &str = "
int rights = 1000000;
void *change(void *arg) {
  while (__VERIFIER_nondet_int()) {
    int mask = __VERIFIER_nondet_int();
    if (WHICH) rights = rights & mask;
  }
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  if (rights < 0) reach_error();
  pthread_join(t, 0);
  if (rights / 2 < 0) reach_error();
  return 0;
}";

#[test]
fn signs_prove_what_values_do_not_end_with() {
    let sign = find("sign").expect("sign is registered");
    let proved = answer(sign, &MASKS.replace("WHICH", "mask >= 0"));
    assert!(matches!(proved, Answer::True(_)), "{proved:?}");
    let violated = answer(sign, &MASKS.replace("WHICH", "mask >= 0").replace("rights & mask", "rights - mask"));
    assert!(matches!(violated, Answer::False(_)), "{violated:?}");
}

#[test]
fn what_goes_through_calls_is_known_behind_them() {
    let text = "
int amount = 1;
int half(int x) { return x / 2; }
void *client(void *arg) { int wanted = __VERIFIER_nondet_int(); if (wanted > 0) amount = wanted; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, client, 0);
  if (half(amount) < 0) reach_error();
  pthread_join(t, 0);
  if (amount <= 0) reach_error();
  return 0;
}";
    let proved = answer(find("sign").expect("sign is registered"), text);
    assert!(matches!(proved, Answer::True(_)), "{proved:?}");
}

/// What a component lies about.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    /// Nobody gets to an error; it does not say why.
    Refutes,
    /// Nobody gets to an error, because the first global is positive.
    Invents,
}

struct Liar<'a, 'p>(&'a Machine<'p>, Lie);

impl Component for Liar<'_, '_> {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "liar"
    }

    fn precision(&self) {}

    fn initial(&mut self) {}

    fn post(&mut self, (): &(), run: &[Taken], (): &()) -> Result<Option<()>, Halt> {
        let program = self.0.program();
        // The edge of the error itself is never executed.
        let next = |taken: &Taken| {
            let (function, loc) = taken.after?;
            let body = &program.functions[function];
            Some(body.edge(body.first_edge(loc)?).op.control())
        };
        let fails = run.iter().any(|taken| matches!(next(taken), Some(Control::Error(_))));
        Ok((!fails).then_some(()))
    }

    fn facts(&self, (): &()) -> Vec<Fact> {
        let first = self.0.program().globals.enumerated().find(|(_, global)| global.name == "rights");
        let variable = Variable::Global(first.expect("it is there").0);
        match self.1 {
            Lie::Refutes => Vec::new(),
            Lie::Invents => vec![Fact { variable, ty: Scalar::INT, ranges: vec![(1, i128::from(i32::MAX))] }],
        }
    }

    fn fingerprint(&self, (): &()) -> u64 {
        0
    }

    fn leq(&mut self, (): &(), (): &()) -> bool {
        true
    }
}

#[test]
fn a_component_that_lies_proves_nothing() {
    let refutes = Analysis {
        name: "refutes",
        doc: "",
        checks: |_| true,
        run: Run::One(|p, property, c, l| {
            composite::run(p, property, c, l, |lead, m| lead.with(Liar(m, Lie::Refutes)))
        }),
    };
    let invents = Analysis {
        name: "invents",
        doc: "",
        checks: |_| true,
        run: Run::One(|p, property, c, l| {
            composite::run(p, property, c, l, |lead, m| lead.with(Liar(m, Lie::Invents)))
        }),
    };
    for which in ["mask >= 0", "mask != 0"] {
        let text = MASKS.replace("WHICH", which);
        for liar in [&refutes, &invents] {
            let answer = answer(liar, &text);
            assert!(is_rejected(&answer), "{} {which}: {answer:?}", liar.name);
        }
    }
}
