//! Predicates that are tracked without being asked for.
//!
//! Where in an object that nobody reads a store goes need not be known, so an index into it is a symbol like all other numbers; but it has to be known to
//! be inside. For an index that is counted up in strides interpolants do not find out why it is: each path has its own number. So the
//! facts that [`Numbers`] guesses about such indices, and about what is copied from them, are predicates from the beginning.
//!
//! **Soundness.** A predicate that does not hold is not in any abstraction: a wrong guess costs time.

use raddle_machine::lazy::SymbolId;
use raddle_machine::{BlockIx, ObjectKind, State};
use raddle_program::analysis::Object;
use raddle_program::{FuncId, LocalId};
use raddle_semantics::ExactUses;
use raddle_semantics::view::Views;
use raddle_smt::{Term, Terms};
use rustc_hash::FxHashMap;

use super::{Seen, SingleThreads};
use crate::bdd::Holder;
use crate::numbers::{Fact, Numbers};

/// What facts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Register(FuncId, LocalId),
    Object(Object),
}

/// Facts, and the predicates that they are.
pub struct Seeds {
    numbers: Numbers,
    /// The globals by where they lie: block and first byte.
    globals: FxHashMap<(BlockIx, u32), Object>,
    known: FxHashMap<(Term, Subject), Vec<Term>>,
}

impl Seeds {
    /// Predicates for what may be worth knowing about numbers that say no more than where a store into such an object goes.
    pub fn new(views: &Views<'_, '_>) -> Seeds {
        let machine = views.machine();
        let all = ExactUses::new(machine.program(), machine.points_to());
        let numbers = Numbers::new(machine.program(), machine.points_to(), (&all, views.exact_uses()));
        let lies = |id| Some((machine.global_block(id)?, Object::Global(id)));
        let globals = machine.program().globals.ids().filter_map(lies).collect();
        Seeds { numbers, globals, known: FxHashMap::default() }
    }

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The predicates about what a holder in a state holds, which a variable stands for.
    fn of(&mut self, smt: &mut Terms, holder: Holder, variable: Term, state: &State) -> &[Term] {
        let Some(subject) = self.subject(holder, state) else { return &[] };
        let numbers = &self.numbers;
        self.known.entry((variable, subject)).or_insert_with(|| {
            let facts: Vec<Fact> = match subject {
                Subject::Register(function, local) => numbers.register(function, local).collect(),
                Subject::Object(object) => numbers.object(object).collect(),
            };
            facts.into_iter().filter_map(|fact| predicate(smt, fact, variable)).collect()
        })
    }

    fn subject(&self, holder: Holder, state: &State) -> Option<Subject> {
        match holder {
            Holder::Register(_, _, function, local) => Some(Subject::Register(function, local)),
            Holder::Memory(base, first, ..) => {
                let objects = &state.memory.shape.objects;
                let at = objects.binary_search_by_key(&base, |o| o.base).ok()?;
                let object = match objects[at].kind {
                    ObjectKind::GlobalPage(_) | ObjectKind::Global(_) => {
                        *self.globals.get(&(BlockIx(at as u32), first))?
                    }
                    ObjectKind::Local(function, local, _) if first == 0 => Object::Local(function, local),
                    ObjectKind::ThreadLocal(..)
                    | ObjectKind::Local(..)
                    | ObjectKind::StackBlock(..)
                    | ObjectKind::Heap(..)
                    | ObjectKind::Freed => return None,
                };
                Some(Subject::Object(object))
            }
            Holder::Key(..) | Holder::Result(_) | Holder::Ended(_) => None,
        }
    }
}

impl SingleThreads<'_, '_, '_> {
    /// The predicates about the symbols of a state that are tracked in any case.
    pub(super) fn seeded(&mut self, state: &Seen) -> Vec<Term> {
        let mut all = Vec::new();
        let bound: &[(SymbolId, Term)] = if self.seeds.is_empty() { &[] } else { &state.link.bound };
        for (symbol, _) in bound {
            if let (Some(holder), Some(variable)) = (self.domain.holder(*symbol), self.domain.logic.variable(*symbol)) {
                all.extend(self.seeds.of(&mut self.domain.logic.smt, holder, variable, &state.view.state));
            }
        }
        all
    }
}

/// A fact about a variable, if it can hold for some of its values and not for all.
fn predicate(smt: &mut Terms, fact: Fact, variable: Term) -> Option<Term> {
    let width = smt.width(variable);
    match fact {
        Fact::AtMost(bound) => {
            let most = 1i128 << (width.min(64) - 1);
            (-most..most - 1).contains(&bound).then(|| {
                let bound = smt.constant(bound as u128, width);
                smt.sle(variable, bound)
            })
        }
        Fact::Residue { modulus, residue } => (width >= 64 || modulus >> width == 0).then(|| {
            let rest = match modulus.is_power_of_two() {
                true => {
                    let mask = smt.constant(u128::from(modulus - 1), width);
                    smt.bv_and(variable, mask)
                }
                false => {
                    let modulus = smt.constant(modulus.into(), width);
                    smt.urem(variable, modulus)
                }
            };
            let residue = smt.constant(residue.into(), width);
            smt.equal(rest, residue)
        }),
    }
}
