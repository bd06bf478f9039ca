//! Declarations and initialisers of block-scope variables.

use raddle_program::library::{COPY, ZERO};
use raddle_program::{Access, Expr, Op, Scalar, Span, TypeId};

use super::body::{Body, Home};
use super::fold;
use super::lvalue::{BitField, Target};
use super::record::Piece;
use super::scopes::Ending;
use crate::hir::{self, ExprKind, Init, InitItem, LocalRef, LvalueKind};

impl<'h> Body<'_, 'h> {
    /// The life of a variable begins.
    pub fn declare(&mut self, local: LocalRef, init: Option<&'h Init>, span: Span) {
        self.begin_life(local, span);
        match (self.homes[local.0 as usize], init) {
            (Home::Register(id, _), None) | (Home::Memory(id), None) => self.emit(Op::Declare { local: id }, span),
            (Home::Register(..) | Home::Memory(_), Some(init)) => self.initialise(local, init, span),
            (Home::Pointed(id), _) => {
                let ty = self.variables[local.0 as usize].ty.ty;
                let size = self.vla_size(ty, span);
                let align = self.linker.types.align(ty).max(self.variables[local.0 as usize].align.unwrap_or(1));
                self.emit(Op::StackAlloc { dst: id, size, align }, span);
                self.endings.push(Ending::Free(local));
                if let Some(init) = init.filter(|i| i.zero || !i.items.is_empty()) {
                    self.initialise_array(id, ty, init, span);
                }
            }
        }
    }

    /// `int a[n] = {}` (C23): the whole array is zeroed.
    fn initialise_array(&mut self, id: raddle_program::LocalId, ty: TypeId, init: &'h Init, span: Span) {
        if !init.items.is_empty() {
            return self.unsupported("an initialiser of a variable-length array", span);
        }
        let (addr, size) = (self.pointer_register(id, span), self.vla_size(ty, span));
        self.call_model(ZERO, vec![addr, size], span);
    }

    /// The size of a variable-length array type.
    fn vla_size(&mut self, ty: TypeId, span: Span) -> Expr {
        use raddle_program::{ArrayLen, Type};
        let mut lengths = Vec::new();
        let mut bytes = 1u64;
        let mut inner = ty;
        loop {
            match self.linker.types.get(inner) {
                Type::Array(element, ArrayLen::Variable(vla)) => {
                    lengths.push(*vla);
                    inner = element.ty;
                }
                Type::Array(element, ArrayLen::Fixed(n)) if self.linker.types.size(inner).is_none() => {
                    bytes = bytes.saturating_mul(*n);
                    inner = element.ty;
                }
                Type::Array(..)
                | Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Record(_)
                | Type::Enum(_)
                | Type::Function(_) => break,
            }
        }
        let element = self.linker.types.size(inner).unwrap_or(1);
        self.size_of(&hir::SizeOf { bytes: bytes.saturating_mul(element), lengths }, span)
    }

    /// Executes the initialiser of a variable or compound literal.
    pub fn initialise(&mut self, local: LocalRef, init: &'h Init, span: Span) {
        let ty = self.variables[local.0 as usize].ty;
        match self.homes[local.0 as usize] {
            Home::Register(id, scalar) => match init.items.last() {
                Some(item) => {
                    let value = self.expression(&item.value);
                    let value = fold::cast(value, scalar, span);
                    self.set(id, value, item.value.span);
                }
                None => self.emit(Op::Assign { dst: id, value: fold::zero(scalar, span) }, span),
            },
            Home::Memory(id) => {
                let at = self.local_address(id, span);
                if init.zero {
                    let skip = |piece: Piece| init.items.iter().any(|i| self.covers(i, piece));
                    let covered: Vec<Piece> = self.pieces(ty.ty).into_iter().flatten().filter(|p| skip(*p)).collect();
                    self.clear_object(at.clone(), ty.ty, |p| covered.contains(&p), span);
                } else if self.linker.types.scalar(ty.ty).is_none() {
                    self.emit(Op::Declare { local: id }, span);
                    self.clear_bit_fields(&at, init, span);
                }
                for item in &init.items {
                    self.initialise_part(&at, item);
                }
            }
            Home::Pointed(_) => self.unsupported("an initialiser of a variable-length array", span),
        }
    }

    /// Whether an item writes the whole of a piece.
    fn covers(&self, item: &InitItem, piece: Piece) -> bool {
        let size = self.linker.types.size(item.ty.ty).unwrap_or(0);
        item.bits.is_none()
            && self.linker.types.scalar(item.ty.ty).is_some()
            && item.offset <= piece.offset
            && piece.offset + piece.access.ty.size() <= item.offset + size
    }

    /// The bytes that bit-field items read before they write them hold no earlier value: they start as zero.
    fn clear_bit_fields(&mut self, at: &Expr, init: &'h Init, span: Span) {
        let mut cleared = std::collections::BTreeSet::new();
        for bits in init.items.iter().filter_map(|i| i.bits) {
            for byte in bits.start / 8..(bits.start + u64::from(bits.width)).div_ceil(8) {
                if cleared.insert(byte) {
                    let ty = Scalar::Int { bits: 8, signed: false };
                    self.store(fold::offset(at.clone(), byte, span), fold::zero(ty, span), Access::plain(ty), span);
                }
            }
        }
    }

    fn initialise_part(&mut self, at: &Expr, item: &'h InitItem) {
        let span = item.value.span;
        let types = &self.linker.types;
        match (item.bits, types.scalar(item.ty.ty)) {
            (Some(bits), declared) => {
                let (first, field) = BitField::new(bits, declared.unwrap_or(Scalar::INT));
                let addr = fold::offset(at.clone(), first, span);
                let value = self.expression(&item.value);
                self.write(&Target::Bits { addr, field, volatile: false, around: (0, 0) }, value, span);
            }
            (None, Some(scalar)) => {
                let value = self.expression(&item.value);
                let addr = fold::offset(at.clone(), item.offset, span);
                // The object is not shared yet, whatever its qualifiers say.
                self.store(addr, fold::cast(value, scalar, span), Access::plain(scalar), span);
            }
            (None, None) if self.linker.is_record(item.ty.ty) => {
                let addr = fold::offset(at.clone(), item.offset, span);
                self.record_into(addr, &item.value);
            }
            (None, None) => self.initialise_array_part(at, item, span),
        }
    }

    /// A character array from a string literal: its bytes are known, so that they are written as constants.
    fn initialise_array_part(&mut self, at: &Expr, item: &'h InitItem, span: Span) {
        let addr = fold::offset(at.clone(), item.offset, span);
        let ExprKind::Load(lvalue) = &item.value.kind else {
            return self.unsupported("an array value of this form", span);
        };
        let size = self.linker.types.size(item.ty.ty).unwrap_or(0);
        let literal_size = self.linker.types.size(lvalue.ty.ty).unwrap_or(size);
        match (&lvalue.kind, self.pieces(item.ty.ty)) {
            (LvalueKind::Global(global), Some(pieces)) => {
                let bytes = &self.linker.typed.globals[global.0 as usize].init;
                for piece in pieces {
                    let mut value = 0u128;
                    for i in (0..piece.access.ty.size()).rev() {
                        let byte = bytes.get((piece.offset + i) as usize).copied().unwrap_or(0);
                        value = value << 8 | u128::from(byte);
                    }
                    let value = Expr::constant(value, piece.access.ty, span);
                    self.store(fold::offset(addr.clone(), piece.offset, span), value, piece.access, span);
                }
            }
            (
                LvalueKind::Global(_)
                | LvalueKind::Local(_)
                | LvalueKind::Deref(_)
                | LvalueKind::Field { .. }
                | LvalueKind::CompoundLiteral { .. }
                | LvalueKind::Temporary(_),
                _,
            ) => {
                let from = self.address(lvalue);
                let length = self.word(size.min(literal_size), span);
                self.call_model(COPY, vec![addr.clone(), from, length], span);
                if literal_size < size {
                    let rest = fold::offset(addr, literal_size, span);
                    self.call_model(ZERO, vec![rest, self.word(size - literal_size, span)], span);
                }
            }
        }
    }
}
