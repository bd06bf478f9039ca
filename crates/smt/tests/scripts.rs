//! Scripts: what is written is read as the same terms, and replayed sessions give the same answers.

mod random;

use raddle_smt::{Answer, Embedded, Event, Recorder, Solver, Sort, Term, Terms, read_smtlib, replay};
use random::{Random, build, expression};

#[test]
fn what_is_written_is_read() {
    let array = Sort::Array { index: 4, element: 8 };
    let table = Sort::Array { index: random::FUNCTION, element: 5 };
    let sorts = [Sort::Bv(8), Sort::Bv(5), Sort::Bool, array, Sort::Bv(4), table, Sort::Bv(1)];
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut terms = Terms::new();
        let variables: Vec<Term> =
            sorts.iter().enumerate().map(|(i, s)| terms.variable(&format!("v {i}"), *s)).collect();
        let formulas: Vec<Term> = (0..3)
            .map(|_| {
                let e = expression(&mut random, Sort::Bool, 5, &sorts);
                build(&mut terms, &e, &variables)
            })
            .collect();
        let script = terms.to_smtlib(&formulas);
        let read = read_smtlib(&mut terms, &script).expect("what is written can be read");
        let expected: Vec<Event> =
            formulas.iter().map(|t| Event::Assert(*t)).chain([Event::Check(Vec::new())]).collect();
        assert_eq!(read, expected, "seed {seed}: {script}");
    }
}

#[test]
fn a_session_is_recorded_and_replayed() {
    let mut s = Terms::new();
    let x = s.variable("x", Sort::Bv(32));
    let y = s.variable("y", Sort::Bv(32));
    let (less, more) = (s.slt(x, y), s.slt(y, x));
    let mut recorder = Recorder::new(Embedded::new());
    recorder.assert(&s, less);
    let mut answers = vec![recorder.check(&s, &[])];
    recorder.push();
    recorder.assert(&s, more);
    answers.push(recorder.check(&s, &[]));
    recorder.pop();
    answers.push(recorder.check(&s, &[more]));
    assert_eq!(recorder.core(), vec![more]);
    recorder.replace(Embedded::new());
    answers.push(recorder.check(&s, &[more]));
    assert_eq!(answers, [Answer::Sat, Answer::Unsat, Answer::Unsat, Answer::Sat]);

    let script = s.session_to_smtlib(recorder.events());
    let expected = "\
(set-logic ALL)
(declare-fun x () (_ BitVec 32))
(declare-fun y () (_ BitVec 32))
(assert (bvslt x y))
(check-sat)
(push 1)
(assert (bvslt y x))
(check-sat)
(pop 1)
(check-sat-assuming ((bvslt y x)))
(reset-assertions)
(check-sat-assuming ((bvslt y x)))
";
    assert_eq!(script, expected);
    let mut other = Terms::new();
    let events = read_smtlib(&mut other, &script).expect("what is written can be read");
    assert_eq!(replay(&other, &events, Embedded::new), answers);
}

#[test]
fn scripts_of_others() {
    let mut s = Terms::new();
    let script = "
        ; a comment
        (set-info :status unsat)
        (declare-const |a b| (_ BitVec 8))
        (declare-fun f ((_ BitVec 8)) Bool)
        (assert (let ((x (bvadd |a b| #x01 (_ bv2 8))) (y #b00000001)) (let ((x (bvmul x y))) (distinct x #x00))))
        (assert (=> (f |a b|) (bvuge |a b| #xff)))
        (check-sat)";
    let events = read_smtlib(&mut s, script).expect("a good script");
    let a = s.variable("a b", Sort::Bv(8));
    let three = s.constant(3, 8);
    let sum = s.add(a, three);
    let zero = s.constant(0, 8);
    assert_eq!(events[0], Event::Assert(s.distinct(sum, zero)));
    assert_eq!(replay(&s, &events, Embedded::new), [Answer::Sat]);
    for (script, line, message) in [
        ("(assert true))", 1, "a parenthesis too many"),
        ("\n(assert (and true", 2, "a parenthesis is not closed"),
        ("(assert x)", 1, "`x` is not declared"),
        ("\n\n(assert #x01)", 3, "a Bool is expected"),
        ("(assert (= #x01 #b1))", 1, "`=` with 2 operands of these sorts is not known"),
        ("(declare-fun x () Int)", 1, "an unknown sort"),
        ("(minimize x)", 1, "the command `minimize` is not known in this form"),
        ("(assert ((_ extract 8 0) #x01))", 1, "no such bits"),
    ] {
        let error = read_smtlib(&mut s, script).expect_err(script);
        assert_eq!((error.line, error.message.as_str()), (line, message));
    }
}

#[test]
fn deep_scripts_are_read() {
    let mut s = Terms::new();
    let depth = 50_000;
    let script = format!(
        "(declare-fun p () Bool)(declare-fun q () Bool)(assert {}p{})",
        "(xor q ".repeat(depth),
        ")".repeat(depth)
    );
    let events = read_smtlib(&mut s, &script).expect("depth is no problem");
    assert_eq!(events.len(), 1);
}
