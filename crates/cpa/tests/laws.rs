//! Every law is checked, and every check can fail.

mod toy;

use raddle_cpa::laws::{Law, check, check_gamma, sample};
use toy::{At, Toy, everybody};

/// An automaton whose states cover, chain and differ.
fn automaton(bug: Option<Law>, join: bool) -> Toy {
    Toy {
        edges: vec![(0, 0, 1, 0), (0, 0, 2, 1), (0, 1, 1, 2), (1, 0, 2, 0), (2, 1, 1, 1)],
        initial: vec![At(0, 0b100), At(0, 0b001), At(0, 0b011), At(0, 0b111), At(0, 0b110)],
        join,
        bug,
        ..Toy::default()
    }
}

fn broken(bug: Option<Law>, join: bool) -> Option<Law> {
    let mut toy = automaton(bug, join);
    let sample = sample(&mut toy, &mut everybody(), &8, 12);
    assert!(sample.states.len() >= 3 && !sample.steps.is_empty(), "nothing was sampled");
    let found = check(&mut toy, &sample, &[8, 2], !join).err().map(|b| b.law);
    let values: Vec<u8> = (0..8).collect();
    let contains = |_: &mut Toy, at: &At, value: &u8| at.1 >> value & 1 == 1;
    found.or_else(|| check_gamma(&mut toy, &sample.states, &values, contains).err().map(|b| b.law))
}

#[test]
fn the_toy_obeys_the_laws() {
    assert_eq!(broken(None, false), None);
    assert_eq!(broken(None, true), None);
}

#[test]
fn looking_at_what_was_reached_breaks_no_law() {
    let mut toy = Toy { patience: Some(1), ..automaton(None, false) };
    let sample = sample(&mut toy, &mut everybody(), &8, 12);
    assert_eq!(check(&mut toy, &sample, &[8, 2], false).err().map(|b| b.law), None);
}

#[test]
fn every_broken_law_is_noticed() {
    for law in [
        Law::Reflexive,
        Law::Transitive,
        Law::Control,
        Law::Fingerprint,
        Law::Merge,
        Law::Prec,
        Law::Deterministic,
        Law::Monotone,
        Law::Gamma,
    ] {
        assert_eq!(broken(Some(law), false), Some(law), "the bug against {law:?} was not noticed");
    }
}
