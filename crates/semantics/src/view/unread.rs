//! Accesses whose place does not matter: stores into objects that nobody reads, and those of rows of ids.
//!
//! What is in such an object ([`Unread`](crate::Unread)) is nothing to anybody, so views do not say it: its bytes are zero. A store into it is executed like all others, but
//! if its address is not known, all that is asked is whether it is inside of the object: where does not matter. Outside of it the
//! execution halts, as it does for each single address there: it is no object's, or another's that the address was not computed from.
//!
//! Rows of ids ([`super::rows`]) and some arrays ([`super::slots`]) are forgotten in the same way; a load from one gives any value.
//!
//! **Soundness.** Two states that differ only in what is in the object take the same steps, and its address is nowhere but in its stores. For races
//! these stores matter, so there no object is taken for one that nobody reads.

use raddle_machine::{Addr, Halt, LazyId, LazyOp, Oracle, State, Status, Value};
use raddle_program::analysis::Object;
use raddle_program::{BinaryOp, LocalId, Op, Scalar, Span};

use super::{View, Views, rows};
use crate::dead::clear_global;

/// Where an access may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room<'p> {
    /// The name of the object, if it has one.
    name: Option<&'p str>,
    /// The first address.
    base: Addr,
    /// How many there are after it.
    more: u64,
    /// Whether it is certainly inside.
    inside: bool,
    /// The register that gets any value, and its type.
    pub(super) gives: Option<(LocalId, Scalar)>,
}

impl Room<'_> {
    /// An address that stands for all that a value can be; halts where it is another one.
    pub(super) fn somewhere(
        self,
        value: LazyId,
        ty: Scalar,
        span: Span,
        oracle: &mut impl Oracle,
    ) -> Result<u128, Halt> {
        if self.inside {
            return Ok(u128::from(self.base));
        }
        let binary = |op| LazyOp::Binary(op, ty, ty);
        let base = Value::Bits(u128::from(self.base));
        let offset = oracle.apply(binary(BinaryOp::Sub), &[Value::Lazy(value), base], span)?;
        let most = Value::Bits(u128::from(self.more));
        let inside = match oracle.apply(binary(BinaryOp::Le), &[offset, most], span)? {
            Value::Bits(bits) => bits != 0,
            Value::Lazy(id) => oracle.truth(id, Scalar::INT, span)?,
        };
        match inside {
            true => Ok(u128::from(self.base)),
            false => Err(Halt::undefined(
                match (self.gives, self.name) {
                    (None, Some(name)) => format!("write outside of `{name}`"),
                    (Some(_), Some(name)) => format!("read outside of `{name}`"),
                    (_, None) => "access outside of an array".to_string(),
                },
                span,
            )),
        }
    }
}

impl<'p> Views<'_, 'p> {
    /// Where the next edge of a thread may store, if that is an object that nobody reads.
    pub(super) fn room(&self, view: &View) -> Option<Room<'p>> {
        if view.thread().status != Status::Running {
            return None;
        }
        let (function, edge) = self.machine().edge(&view.state, view.me)?;
        let program = self.machine().program();
        let op = &program.functions[function].edge(edge).op;
        let slot = || self.slots.accessed((function, edge)).map(|slot| (slot, false));
        if let Some((row, inside)) = self.rows.accessed((function, edge)).or_else(slot) {
            let access = op.access()?;
            let (base, size) = rows::extent(self.dependence, &view.state, view.me, row)?;
            let name = match row {
                Object::Global(global) => Some(program.globals[global].name.as_str()),
                Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => None,
            };
            let gives = if let Op::Load { dst, access, .. } = op { Some((*dst, access.ty)) } else { None };
            return Some(Room { name, base, more: size.checked_sub(access.access.ty.size())?, inside, gives });
        }
        let global = self.unread.stored(op)?;
        let Op::Store { addr, access, .. } = op else { return None };
        let pointer = matches!(addr.ty, Scalar::Int { signed: false, .. });
        let more = program.globals[global].size.checked_sub(access.ty.size()).filter(|_| pointer)?;
        let base = self.machine().global_addr(global);
        Some(Room { name: Some(&program.globals[global].name), base, more, inside: false, gives: None })
    }

    /// Forgets what is in objects that nobody reads.
    pub(super) fn clear_unread(&self, state: &mut State) {
        self.unread.globals().for_each(|global| clear_global(self.machine(), state, global));
    }
}
