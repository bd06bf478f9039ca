//! Records as values, and copying objects.
//!
//! A record value is represented by the address of an object that holds it. Objects are copied piece by piece: small
//! ones scalar by scalar (so that the types of accesses stay what the program says, and padding is not touched), large
//! ones by the library model `__raddle_copy`, a loop. Unions, character arrays and runs of bit-fields are copied in words,
//! since nothing says which member is alive; but where another thread might see members change together that do not, the
//! loop copies the whole object byte by byte.

use raddle_program::library::{COPY, ZERO};
use raddle_program::{Access, ArrayLen, Callee, Expr, IntKind, Op, RecordKind, Scalar, Span, Type, TypeId};

use super::body::Body;
use super::fold;
use crate::hir::{self, ExprKind};

/// Objects of at most this many pieces are copied and cleared without a loop.
const PIECES: usize = 16;

/// A part of an object that is copied by one read and one write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub offset: u64,
    pub access: Access,
}

impl<'h> Body<'_, 'h> {
    /// The address of an object that holds the value of a record expression.
    pub fn record(&mut self, e: &'h hir::Expr) -> Expr {
        let span = e.span;
        match &e.kind {
            ExprKind::Load(lvalue) => {
                let addr = self.address(lvalue);
                if lvalue.ty.quals.is_atomic {
                    return self.load_atomic_record(addr, e.ty, span);
                }
                addr
            }
            ExprKind::Assign(lvalue, value) => self.assign_record(lvalue, value, span),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.record(b)
            }
            ExprKind::Convert(a) => self.record(a),
            ExprKind::Cond(c, a, b) => {
                let dst = self.temporary(self.linker.pointer(), span);
                let (yes, no, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
                self.condition(c, yes, no);
                for (start, value) in [(yes, a), (no, b)] {
                    self.automaton.resume(start);
                    let value = self.record(value);
                    self.emit(Op::Assign { dst, value }, span);
                    self.automaton.jump(after);
                }
                self.automaton.resume(after);
                self.pointer_register(dst, span)
            }
            ExprKind::StmtExpr { stmts, value: Some(value) } => {
                let before = self.endings.len();
                self.depth += 1;
                self.statements(stmts);
                self.depth -= 1;
                let value = self.record(value);
                if self.endings.len() == before {
                    return value;
                }
                // What the scope ends with may change the object: the value is what it is before.
                let (size, align) = (self.linker.types.size(e.ty).unwrap_or(0), self.linker.types.align(e.ty));
                let copy = self.memory_temporary(e.ty, size, align, span);
                let addr = self.local_address(copy, span);
                self.copy_object(addr.clone(), value, e.ty, span);
                self.close_scope(before, span);
                addr
            }
            ExprKind::Call { callee, args } => {
                let value = self.call(callee, args, e.ty, None, true, span);
                value.unwrap_or_else(|| fold::zero(self.linker.pointer(), span))
            }
            ExprKind::Builtin(builtin) => self.builtin(builtin, e.ty, span),
            ExprKind::Const(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::FieldBits { .. }
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Elvis(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::StmtExpr { value: None, .. } => {
                self.unsupported_value("a record value of this form", self.linker.word.ty, span)
            }
        }
    }

    /// Evaluates a record expression into the object at an address; a call writes its result there directly.
    pub fn record_into(&mut self, addr: Expr, e: &'h hir::Expr) {
        match &e.kind {
            ExprKind::Call { callee, args } => {
                self.call(callee, args, e.ty, Some(addr), true, e.span);
            }
            ExprKind::Load(_)
            | ExprKind::Assign(..)
            | ExprKind::Comma(..)
            | ExprKind::Convert(_)
            | ExprKind::Cond(..)
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_)
            | ExprKind::Const(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::FieldBits { .. }
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Elvis(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. } => {
                let from = self.record(e);
                self.copy_object(addr, from, e.ty, e.span);
            }
        }
    }

    /// `lvalue = value` on records; the result is the lvalue's address.
    pub fn assign_record(&mut self, lvalue: &'h hir::Lvalue, value: &'h hir::Expr, span: Span) -> Expr {
        let addr = self.address(lvalue);
        let addr = self.hold(addr);
        if lvalue.ty.quals.is_atomic {
            let from = self.record(value);
            let Some(access) = self.atomic_access(value.ty, raddle_program::MemoryOrder::SeqCst) else {
                return self.unsupported_value("an atomic object of this size", self.linker.word.ty, span);
            };
            let value = self.load(from, Access::plain(access.ty), span);
            self.store(addr.clone(), value, access, span);
            return addr;
        }
        self.record_into(addr.clone(), value);
        addr
    }

    fn load_atomic_record(&mut self, addr: Expr, ty: TypeId, span: Span) -> Expr {
        match self.atomic_access(ty, raddle_program::MemoryOrder::SeqCst) {
            Some(access) => {
                let value = self.load(addr, access, span);
                self.unpack(value, ty, span)
            }
            None => self.unsupported_value("an atomic object of this size", self.linker.word.ty, span),
        }
    }

    /// Copies an object of a type.
    pub fn copy_object(&mut self, to: Expr, from: Expr, ty: TypeId, span: Span) {
        let size = self.linker.types.size(ty).unwrap_or(0);
        let torn = self.linker.creates_threads && self.has_parts_without_type(ty);
        match self.pieces(ty).filter(|_| !torn) {
            Some(pieces) => {
                let (to, from) = (self.hold_address(to), self.hold_address(from));
                for piece in pieces {
                    let value = self.load(fold::offset(from.clone(), piece.offset, span), piece.access, span);
                    self.store(fold::offset(to.clone(), piece.offset, span), value, piece.access, span);
                }
            }
            None => self.call_model(COPY, vec![to, from, self.word(size, span)], span),
        }
    }

    /// Whether several members of an object, or elements of an array, would be copied by one access.
    fn has_parts_without_type(&self, ty: TypeId) -> bool {
        let types = &self.linker.types;
        let is_scalar = |ty: TypeId| types.scalar(ty).is_some();
        match types.get(ty) {
            Type::Array(element, _) if is_scalar(element.ty) => {
                types.size(element.ty) == Some(1) && types.size(ty).is_none_or(|size| size > 1)
            }
            Type::Array(element, _) => self.has_parts_without_type(element.ty),
            Type::Record(r) => {
                let record = &types.records[*r];
                let mut fields = record.fields.iter().flatten();
                match record.kind {
                    RecordKind::Union => fields.any(|field| !is_scalar(field.ty.ty)),
                    RecordKind::Struct => fields.any(|field| self.has_parts_without_type(field.ty.ty)),
                }
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => false,
        }
    }

    /// Makes all bytes of an object zero, but for the pieces that `skip` says will be written anyway.
    pub fn clear_object(&mut self, at: Expr, ty: TypeId, skip: impl Fn(Piece) -> bool, span: Span) {
        let size = self.linker.types.size(ty).unwrap_or(0);
        match self.pieces_and_padding(ty, size) {
            Some(pieces) => {
                for piece in pieces.into_iter().filter(|p| !skip(*p)) {
                    let zero = fold::zero(piece.access.ty, span);
                    self.store(fold::offset(at.clone(), piece.offset, span), zero, piece.access, span);
                }
            }
            None => self.call_model(ZERO, vec![at, self.word(size, span)], span),
        }
    }

    /// A register for an address that is more than a register plus a constant.
    fn hold_address(&mut self, addr: Expr) -> Expr {
        match addr.kind {
            raddle_program::ExprKind::Reg(_) => addr,
            raddle_program::ExprKind::Const(_)
            | raddle_program::ExprKind::GlobalAddr(..)
            | raddle_program::ExprKind::LocalAddr(..)
            | raddle_program::ExprKind::FuncAddr(_)
            | raddle_program::ExprKind::Unary(..)
            | raddle_program::ExprKind::Binary(..)
            | raddle_program::ExprKind::Cast(_)
            | raddle_program::ExprKind::Ite(..) => self.hold(addr),
        }
    }

    /// Calls a model of ours that returns nothing.
    pub fn call_model(&mut self, name: &str, args: Vec<Expr>, span: Span) {
        match self.linker.defined(name) {
            Some(f) => {
                let callee = Callee::Direct(self.linker.function(f));
                self.emit(Op::Call { dst: None, callee, args }, span);
            }
            None => self.unsupported(format!("the library function `{name}`, whose model is missing,"), span),
        }
    }

    /// The pieces of an object, if they are few.
    pub fn pieces(&self, ty: TypeId) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        self.add_pieces(ty.into(), 0, &mut pieces).then_some(pieces)
    }

    /// The pieces of an object and what lies between them, so that they cover it.
    fn pieces_and_padding(&self, ty: TypeId, size: u64) -> Option<Vec<Piece>> {
        let mut pieces = self.pieces(ty)?;
        pieces.sort_by_key(|p| p.offset);
        let mut covered = 0;
        let mut padding = Vec::new();
        for (start, end) in
            pieces.iter().map(|p| (p.offset, p.offset + p.access.ty.size())).chain(std::iter::once((size, size)))
        {
            if start > covered && !self.add_words(covered, start - covered, false, &mut padding) {
                return None;
            }
            covered = covered.max(end);
        }
        pieces.extend(padding);
        Some(pieces)
    }

    /// Adds the pieces of a part; false as soon as there are too many.
    fn add_pieces(&self, ty: raddle_program::QualType, offset: u64, pieces: &mut Vec<Piece>) -> bool {
        let types = &self.linker.types;
        let volatile = ty.quals.is_volatile;
        if let Some(scalar) = types.scalar(ty.ty) {
            let atomic = ty.quals.is_atomic.then_some(raddle_program::MemoryOrder::SeqCst);
            pieces.push(Piece { offset, access: Access { ty: scalar, atomic, volatile } });
            return pieces.len() <= PIECES;
        }
        match types.get(ty.ty) {
            Type::Array(element, ArrayLen::Fixed(n)) => {
                if matches!(types.get(element.ty), Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)) {
                    return self.add_words(offset, *n, volatile, pieces);
                }
                let Some(size) = types.size(element.ty) else { return false };
                // An empty element type would make the loop endless in effect.
                size == 0 || (0..*n).all(|i| self.add_pieces(*element, offset + i * size, pieces))
            }
            Type::Record(r) => {
                let record = &types.records[*r];
                match record.kind {
                    RecordKind::Union => self.add_words(offset, record.size, volatile, pieces),
                    RecordKind::Struct => self.add_fields(record, offset, pieces),
                }
            }
            Type::Array(_, ArrayLen::Incomplete | ArrayLen::Variable(_))
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Enum(_)
            | Type::Function(_) => true,
        }
    }

    fn add_fields(&self, record: &raddle_program::Record, offset: u64, pieces: &mut Vec<Piece>) -> bool {
        // Bytes of a run of bit-fields that have not been added yet.
        let mut run: Option<(u64, u64)> = None;
        for field in record.fields.iter().flatten() {
            if let Some(bits) = field.bits {
                if bits.width == 0 {
                    continue;
                }
                let (first, last) = (bits.start / 8, (bits.start + u64::from(bits.width)).div_ceil(8));
                run = match run {
                    Some((start, end)) if first <= end => Some((start, end.max(last))),
                    Some((start, end)) => {
                        if !self.add_words(offset + start, end - start, false, pieces) {
                            return false;
                        }
                        Some((first, last))
                    }
                    None => Some((first, last)),
                };
                continue;
            }
            if let Some((start, end)) = run.take()
                && !self.add_words(offset + start, end - start, false, pieces)
            {
                return false;
            }
            if !self.add_pieces(field.ty, offset + field.offset, pieces) {
                return false;
            }
        }
        match run {
            Some((start, end)) => self.add_words(offset + start, end - start, false, pieces),
            None => true,
        }
    }

    /// Bytes without a type of their own: pieces as large as possible that are aligned by nature.
    fn add_words(&self, mut offset: u64, mut bytes: u64, volatile: bool, pieces: &mut Vec<Piece>) -> bool {
        let word = self.linker.model.pointer_size();
        while bytes > 0 {
            let mut size = word;
            while size > bytes || !offset.is_multiple_of(size) {
                size /= 2;
            }
            let ty = Scalar::Int { bits: 8 * size as u8, signed: false };
            pieces.push(Piece { offset, access: Access { volatile, ..Access::plain(ty) } });
            if pieces.len() > PIECES {
                return false;
            }
            offset += size;
            bytes -= size;
        }
        true
    }
}
