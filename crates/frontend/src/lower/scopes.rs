//! What happens when control leaves a scope.
//!
//! Two things end with the scope of a variable: the memory of a variable-length array, and a variable with
//! `__attribute__((cleanup(f)))`, which ends with the call `f(&variable)`. Both are *endings*. While statements are
//! lowered, those that are due are on a stack, and whatever leaves a scope (its closing brace, `break`, `continue`, `goto`,
//! `return`) executes those above the scope it goes to, last first. This is what gcc does, which wraps the rest of the
//! scope after the declaration into `try … finally`; a jump past the declaration into the scope executes the ending too.
//!
//! A `goto` may go to a label that was not lowered yet, of which nobody knows what is due there. So a `goto` out of
//! something is put aside as a *departure*, and its endings are emitted when all labels are known.
//!
//! A thread that ends inside of the scope (`pthread_exit`, cancellation, `exit`) executes no ending: gcc writes no tables
//! for the unwinder unless it is told to (`-fexceptions`), and `docs/soundness.md` says so.

use raddle_program::{Loc, Op, Span};

use super::body::{Body, Home};
use crate::hir::{Expr, LabelRef, LocalRef};

/// Something that happens at the end of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending<'h> {
    /// A variable-length array is freed.
    Free(LocalRef),
    /// A call.
    Call(&'h Expr),
    /// The life of a variable that has an address ends, in programs that say so.
    Life(LocalRef),
}

impl Ending<'_> {
    /// Whether both are of the same declaration.
    fn is(&self, other: &Ending) -> bool {
        match (self, other) {
            (Ending::Free(a), Ending::Free(b)) | (Ending::Life(a), Ending::Life(b)) => a == b,
            (Ending::Call(a), Ending::Call(b)) => std::ptr::eq(*a, *b),
            (Ending::Free(_) | Ending::Call(_) | Ending::Life(_), _) => false,
        }
    }
}

/// A `goto` out of scopes.
#[derive(Debug)]
pub(super) struct Departure<'h> {
    from: Loc,
    to: LabelRef,
    /// What is due where it stands.
    endings: Vec<Ending<'h>>,
    span: Span,
}

impl<'h> Body<'_, 'h> {
    /// Executes all endings but the first `keep`, last first. They stay due for whoever comes another way.
    pub fn end_scopes(&mut self, keep: usize, span: Span) {
        for i in (keep..self.endings.len()).rev() {
            self.end(self.endings[i], span);
        }
    }

    /// The closing brace of a scope that began when `before` endings were due.
    pub fn close_scope(&mut self, before: usize, span: Span) {
        if self.endings.len() > before {
            self.end_scopes(before, span);
            self.endings.truncate(before);
        }
    }

    /// The function returns. Its frame ends with it and needs no ending unless a call can look at it.
    pub fn leave_scopes(&mut self, span: Span) {
        if self.endings.iter().any(|e| matches!(e, Ending::Call(_))) {
            self.end_scopes(0, span);
        }
    }

    /// `goto`
    pub fn depart(&mut self, to: LabelRef, span: Span) {
        if self.endings.is_empty() {
            return self.automaton.jump(self.labels[to.0 as usize]);
        }
        let from = self.automaton.fresh();
        self.automaton.jump(from);
        self.departures.push(Departure { from, to, endings: self.endings.clone(), span });
    }

    /// Emits what the jumps out of scopes do on their way. All labels have been lowered.
    pub fn finish_departures(&mut self) {
        for departure in std::mem::take(&mut self.departures) {
            self.automaton.resume(departure.from);
            let due = self.endings_at.get(&departure.to).map_or(&[][..], Vec::as_slice);
            // Scopes nest, so what both have in common comes first.
            let keep = departure.endings.iter().zip(due).take_while(|(a, b)| a.is(b)).count();
            for ending in departure.endings[keep..].iter().rev() {
                self.end(*ending, departure.span);
            }
            self.automaton.jump(self.labels[departure.to.0 as usize]);
        }
    }

    /// The life of a variable of an inner block begins, if the program is to say so. In the function's own block it is that of the frame.
    pub fn begin_life(&mut self, local: LocalRef, span: Span) {
        if self.linker.lifetimes && self.depth > 0 && matches!(self.homes[local.0 as usize], Home::Memory(_)) {
            self.live(local, true, span);
            let due = Ending::Life(local);
            if !self.endings.iter().any(|ending| ending.is(&due)) {
                self.endings.push(due);
            }
        }
    }

    /// A label: who jumps here past declarations of this block finds their variables alive.
    pub fn revive(&mut self, span: Span) {
        for i in 0..self.endings.len() {
            if let Ending::Life(local) = self.endings[i] {
                self.live(local, true, span);
            }
        }
    }

    fn live(&mut self, local: LocalRef, begins: bool, span: Span) {
        if let Home::Memory(local) = self.homes[local.0 as usize] {
            self.emit(Op::Live { local, begins }, span);
        }
    }

    fn end(&mut self, ending: Ending<'h>, span: Span) {
        match ending {
            Ending::Free(array) => {
                if let Home::Pointed(id) = self.homes[array.0 as usize] {
                    let addr = self.pointer_register(id, span);
                    self.emit(Op::StackFree { addr }, span);
                }
            }
            Ending::Call(call) => self.effect(call),
            Ending::Life(local) => self.live(local, false, span),
        }
    }
}
