//! Places: where a value is read from or written to.
//!
//! A bit-field is accessed through exactly the bytes that hold its bits, so that neighbours in other bytes are not
//! changed. Bit-fields next to each other are one memory location all the same (C11 3.14): where threads exist, the other
//! bytes of the location are read before each access, so that what others do to them is seen to conflict.

use raddle_program::{
    Access, BinaryOp, BitRange, Expr, ExprKind, GlobalKind, LocalId, Relocation, RelocationTarget, Scalar, Span,
    UnaryOp,
};

use super::body::{Body, Home};
use super::fold;
use crate::hir::{self, LvalueKind};

/// An lvalue that has been evaluated: its address is a pure expression.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A register.
    Register(LocalId, Scalar),
    /// A scalar in memory.
    Memory { addr: Expr, access: Access },
    /// Some bits in memory.
    Bits {
        /// Of the first byte that holds a bit.
        addr: Expr,
        field: BitField,
        volatile: bool,
        /// Bytes of the same memory location before and after those.
        around: (u32, u32),
    },
    /// An object that is no scalar.
    Object { addr: Expr },
}

/// A bit-field within the bytes that hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BitField {
    /// Number of the lowest bit in the first byte.
    pub shift: u32,
    /// Number of bits.
    pub width: u32,
    /// All bytes that hold a bit, as one unsigned integer.
    pub container: Scalar,
    /// The declared type.
    pub declared: Scalar,
}

impl BitField {
    /// The field that has the given bits, counted from the start of some object; and its first byte there.
    pub fn new(bits: BitRange, declared: Scalar) -> (u64, BitField) {
        let first = bits.start / 8;
        let shift = (bits.start % 8) as u32;
        let bytes = (shift + bits.width).div_ceil(8).max(1);
        let container = Scalar::Int { bits: (8 * bytes) as u8, signed: false };
        (first, BitField { shift, width: bits.width, container, declared })
    }

    fn mask(self) -> u128 {
        match self.width {
            128 => u128::MAX,
            width => (1 << width) - 1,
        }
    }

    /// Whether it fills its bytes.
    pub fn is_whole(self) -> bool {
        self.shift == 0 && self.width == self.container.bits()
    }

    /// The field's value in its container's bits, extended as its type says.
    pub fn extract(self, container: Expr, span: Span) -> Expr {
        let total = self.container.bits();
        let constant = |v: u32| Expr::constant(u128::from(v), Scalar::INT, span);
        match self.declared {
            Scalar::Int { signed: true, .. } => {
                let top = fold::binary(BinaryOp::Shl, container, constant(total - self.shift - self.width), span);
                let signed = fold::cast(top, Scalar::Int { bits: total as u8, signed: true }, span);
                let value = fold::binary(BinaryOp::Shr, signed, constant(total - self.width), span);
                fold::cast(value, self.declared, span)
            }
            Scalar::Int { signed: false, .. } | Scalar::Float(_) => {
                let low = fold::binary(BinaryOp::Shr, container, constant(self.shift), span);
                let value = if self.shift + self.width == total {
                    low
                } else {
                    fold::binary(BinaryOp::And, low, Expr::constant(self.mask(), self.container, span), span)
                };
                fold::cast(value, self.declared, span)
            }
        }
    }

    /// The container with the field set to `value` (of the declared type).
    pub fn insert(self, container: Option<Expr>, value: Expr, span: Span) -> Expr {
        let value = fold::cast(value, self.container, span);
        let Some(container) = container else { return value };
        let mask = Expr::constant(self.mask(), self.container, span);
        let cut = fold::binary(BinaryOp::And, value, mask.clone(), span);
        let constant = Expr::constant(u128::from(self.shift), Scalar::INT, span);
        let cut = fold::binary(BinaryOp::Shl, cut, constant.clone(), span);
        let hole = fold::unary(UnaryOp::BitNot, fold::binary(BinaryOp::Shl, mask, constant, span), span);
        let kept = fold::binary(BinaryOp::And, container, hole, span);
        fold::binary(BinaryOp::Or, kept, cut, span)
    }

    /// What reading the field gives after `value` was written: cut to its width and extended.
    pub fn wrap(self, value: Expr, span: Span) -> Expr {
        if self.width >= self.declared.bits() {
            return value;
        }
        let alone = BitField { shift: 0, container: unsigned(self.declared), ..self };
        alone.extract(fold::cast(value, alone.container, span), span)
    }
}

/// The unsigned type of the same width.
fn unsigned(scalar: Scalar) -> Scalar {
    Scalar::Int { bits: scalar.bits() as u8, signed: false }
}

impl<'h> Body<'_, 'h> {
    /// Evaluates an lvalue.
    pub fn lvalue(&mut self, lvalue: &'h hir::Lvalue) -> Target {
        let scalar = self.linker.types.scalar(lvalue.ty.ty);
        if let LvalueKind::Field { base, bits: Some(bits), .. } = &lvalue.kind {
            let base = self.address(base);
            let (first, field) = BitField::new(*bits, scalar.unwrap_or(Scalar::INT));
            let addr = fold::offset(base, first, lvalue.span);
            let around = if self.linker.creates_threads { (bits.before, bits.after) } else { (0, 0) };
            return Target::Bits { addr, field, volatile: lvalue.ty.quals.is_volatile, around };
        }
        if let LvalueKind::Local(local) = lvalue.kind
            && let Home::Register(id, scalar) = self.homes[local.0 as usize]
        {
            return Target::Register(id, scalar);
        }
        if let LvalueKind::CompoundLiteral { local, init } = &lvalue.kind
            && let Home::Register(id, scalar) = self.homes[local.0 as usize]
        {
            self.initialise(*local, init, lvalue.span);
            return Target::Register(id, scalar);
        }
        let addr = self.address(lvalue);
        match scalar {
            Some(scalar) => Target::Memory { addr, access: lvalue.access(scalar) },
            None => Target::Object { addr },
        }
    }

    /// The address of an lvalue (of the first byte of the record, for a bit-field, which has none).
    pub fn address(&mut self, lvalue: &'h hir::Lvalue) -> Expr {
        let span = lvalue.span;
        match &lvalue.kind {
            LvalueKind::Local(local) => self.variable_address(*local, span),
            LvalueKind::Global(global) => {
                if let Some(what) = self.linker.unmodelled(*global) {
                    return self.unsupported_value(what, self.linker.word.ty, span);
                }
                let id = self.linker.global(*global);
                self.global_address(id, span)
            }
            LvalueKind::Deref(pointer) => self.expression(pointer),
            LvalueKind::Field { base, offset, bits: _ } => {
                let base = self.address(base);
                fold::offset(base, *offset, span)
            }
            LvalueKind::CompoundLiteral { local, init } => {
                self.begin_life(*local, span);
                self.initialise(*local, init, span);
                self.variable_address(*local, span)
            }
            LvalueKind::Temporary(e) => self.record(e),
        }
    }

    fn variable_address(&mut self, local: hir::LocalRef, span: Span) -> Expr {
        match self.homes[local.0 as usize] {
            Home::Memory(id) => self.local_address(id, span),
            Home::Pointed(id) => self.pointer_register(id, span),
            Home::Register(..) => {
                self.unsupported_value("the address of a variable kept in a register", self.linker.word.ty, span)
            }
        }
    }

    /// The value at an lvalue; for an object that is no scalar, its address.
    pub fn read(&mut self, target: &Target, span: Span) -> Expr {
        match target {
            Target::Register(id, scalar) => Expr::reg(*id, *scalar, span),
            Target::Memory { addr, access } => match self.constant_content(addr, access.ty, span) {
                Some(value) => value,
                None => self.load(addr.clone(), *access, span),
            },
            Target::Bits { addr, field, volatile, around } => {
                self.read_around(addr, field, *around, span);
                let access = Access { volatile: *volatile, ..Access::plain(field.container) };
                let container = self.load(addr.clone(), access, span);
                field.extract(container, span)
            }
            Target::Object { addr } => addr.clone(),
        }
    }

    /// Reads the bytes of a memory location that are around a bit-field.
    fn read_around(&mut self, addr: &Expr, field: &BitField, (before, after): (u32, u32), span: Span) {
        let own = i64::from(field.container.bits() / 8);
        let byte = Access::plain(Scalar::Int { bits: 8, signed: false });
        for at in (-i64::from(before)..0).chain(own..own + i64::from(after)) {
            let addr = fold::offset(addr.clone(), at as u64, span);
            self.load(addr, byte, span);
        }
    }

    /// What stands at a fixed lvalue of an object that never changes: reading it is no access anybody can observe.
    fn constant_content(&self, addr: &Expr, ty: Scalar, span: Span) -> Option<Expr> {
        let ExprKind::GlobalAddr(global, offset) = addr.kind else { return None };
        let global = self.linker.globals.get(global).filter(|g| g.kind == GlobalKind::Constant)?;
        let (start, size) = (u64::try_from(offset).ok()?, ty.size());
        let end = start.checked_add(size).filter(|end| *end <= global.size)?;
        let pointer = self.linker.pointer();
        let overlaps = |r: &&Relocation| r.offset < end && start < r.offset + pointer.size();
        if let Some(relocation) = global.relocations.iter().find(overlaps) {
            if relocation.offset != start || ty != pointer {
                return None;
            }
            let kind = match relocation.target {
                RelocationTarget::Global(target) => ExprKind::GlobalAddr(target, relocation.addend),
                RelocationTarget::Function(target) if relocation.addend == 0 => ExprKind::FuncAddr(target),
                RelocationTarget::Function(_) => return None,
            };
            return Some(Expr { kind, ty, span });
        }
        let byte = |at: u64| usize::try_from(at).ok().and_then(|at| global.init.get(at)).copied().unwrap_or(0);
        let bits = (start..end).rev().fold(0u128, |bits, at| bits << 8 | u128::from(byte(at)));
        Some(Expr::constant(bits, ty, span))
    }

    /// Writes a scalar of the lvalue's type. The result is the lvalue's new value.
    pub fn write(&mut self, target: &Target, value: Expr, span: Span) -> Expr {
        match target {
            Target::Register(id, scalar) => {
                let value = fold::cast(value, *scalar, span);
                self.set(*id, value, span);
                Expr::reg(*id, *scalar, span)
            }
            Target::Memory { addr, access } => {
                let value = fold::cast(value, access.ty, span);
                self.store(addr.clone(), value.clone(), *access, span);
                value
            }
            Target::Bits { addr, field, volatile, around } => {
                self.read_around(addr, field, *around, span);
                let access = Access { volatile: *volatile, ..Access::plain(field.container) };
                let old = if field.is_whole() { None } else { Some(self.load(addr.clone(), access, span)) };
                let value = fold::cast(value, field.declared, span);
                self.store(addr.clone(), field.insert(old, value.clone(), span), access, span);
                field.wrap(value, span)
            }
            Target::Object { .. } => {
                self.unsupported("an assignment of something that is no scalar", span);
                value
            }
        }
    }

    /// An lvalue whose address is used more than once: the address is computed once.
    pub fn hold_target(&mut self, target: Target) -> Target {
        match target {
            Target::Register(..) => target,
            Target::Memory { addr, access } => Target::Memory { addr: self.hold(addr), access },
            Target::Bits { addr, field, volatile, around } => {
                Target::Bits { addr: self.hold(addr), field, volatile, around }
            }
            Target::Object { addr } => Target::Object { addr: self.hold(addr) },
        }
    }

    /// Whether reading an lvalue needs no access.
    pub fn is_register(&self, lvalue: &hir::Lvalue) -> bool {
        match lvalue.kind {
            LvalueKind::Local(local) => matches!(self.homes[local.0 as usize], Home::Register(..)),
            LvalueKind::Global(_)
            | LvalueKind::Deref(_)
            | LvalueKind::Field { .. }
            | LvalueKind::CompoundLiteral { .. }
            | LvalueKind::Temporary(_) => false,
        }
    }

    /// Whether the address of an lvalue is known without evaluating anything.
    pub fn is_static(&self, lvalue: &hir::Lvalue) -> bool {
        match &lvalue.kind {
            LvalueKind::Local(local) => !matches!(self.homes[local.0 as usize], Home::Register(..)),
            LvalueKind::Global(_) => true,
            LvalueKind::Field { base, .. } => self.is_static(base),
            LvalueKind::Deref(_) | LvalueKind::CompoundLiteral { .. } | LvalueKind::Temporary(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U8: Scalar = Scalar::Int { bits: 8, signed: false };

    fn constant(bits: u128, ty: Scalar) -> Expr {
        Expr::constant(bits, ty, Span::NONE)
    }

    #[test]
    fn a_field_across_bytes_uses_just_these_bytes() {
        let (first, field) = BitField::new(BitRange { start: 30, width: 12, before: 0, after: 0 }, Scalar::INT);
        assert_eq!(first, 3);
        assert_eq!(field.container.bits(), 24);
        assert_eq!(field.shift, 6);
    }

    #[test]
    fn reading_gives_back_what_was_written_cut_to_the_width() {
        for (declared, width, value, expected) in
            [(Scalar::INT, 3, 3, 3i128), (Scalar::INT, 3, 5, -3), (U8, 3, 13, 5), (U8, 8, 255, 255)]
        {
            let (_, field) = BitField::new(BitRange { start: 2, width, before: 0, after: 0 }, declared);
            let inserted = field.insert(Some(constant(!0, field.container)), constant(value, declared), Span::NONE);
            let read = field.extract(inserted, Span::NONE);
            let wrapped = field.wrap(constant(value, declared), Span::NONE);
            for result in [read, wrapped] {
                assert_eq!(result.as_const().map(|v| declared.to_i128(v)), Some(expected), "{width} {value}");
            }
        }
    }
}
