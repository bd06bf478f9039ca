//! Attempts at a proof with more and more exceptions, whatever the parts of states are.

use raddle_cpa::cartesian::{
    Element, Exceptions, FixpointEnd, Found, Multithreaded, Reached, ThreadState, least_fixpoint,
};

/// So many products at a shared part may come up while exceptions are maximized.
const MOST_PRODUCTS: usize = 512;

/// What an attempt at a proof has come to.
pub enum Attempt {
    /// It is one.
    Proof(Element),
    /// A step fails; it need not be one of an execution.
    Fails(ThreadState),
}

/// An attempt, or why a step could not be followed; and with which exceptions.
pub type Attempted<H> = (Result<Attempt, H>, Exceptions);

/// An attempt with some exceptions.
pub fn attempt<P: Multithreaded>(program: &mut P, mut exceptions: Exceptions) -> Attempted<P::Halt> {
    exceptions.maximise(MOST_PRODUCTS);
    let attempt = least_fixpoint(program, &exceptions).map(|end| match end {
        FixpointEnd::Closed(element) => Attempt::Proof(element),
        FixpointEnd::Fails(at) => Attempt::Fails(at),
    });
    exceptions.grow(program.threads(), program.absent());
    (attempt, exceptions)
}

/// Attempts with more and more states that were reached: 1, 2, 4, … products.
pub fn grow<P: Multithreaded>(program: &mut P, mut report: impl FnMut(&P, &Reached)) -> Attempted<P::Halt> {
    let (mut tried, mut exceptions) = attempt(program, Exceptions::new());
    let mut reached = match Reached::new(program) {
        Ok(reached) => reached,
        Err(halt) => return (Err(halt), exceptions),
    };
    let mut products = 1;
    while !matches!(tried, Ok(Attempt::Proof(_))) {
        report(program, &reached);
        let found = match reached.expand(program, products) {
            Ok(found) => found,
            Err(halt) => return (Err(halt), exceptions),
        };
        // Nothing was abstracted from the parts; whether it is a step of an execution is for others to say.
        if let Found::Fails(at) = found {
            return (Ok(Attempt::Fails(at)), exceptions);
        }
        (tried, exceptions) = attempt(program, reached.exceptions());
        if found == Found::Everything {
            break;
        }
        products *= 2;
    }
    (tried, exceptions)
}
