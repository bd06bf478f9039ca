//! Lvalues, and what becomes of them as values.

use raddle_program::{BitRange, Field, QualType, Quals, RecordId, Span, Type};

use super::{Typed, Typer};
use crate::hir::{Expr, ExprKind, Init, Local, LocalRef, Lvalue, LvalueKind};

/// A typed expression before it is known whether its value or its lvalue is wanted.
#[derive(Debug)]
pub enum Operand {
    /// An lvalue, or a member of a record value.
    Lvalue(Lvalue),
    /// An rvalue.
    Value(Expr),
    /// A function designator: the pointer it decays to.
    Function(Expr),
}

/// A member found by name: its type, its bytes from the record's start, and its bits.
pub struct FoundField {
    /// Its type, with the qualifiers of the anonymous members around it.
    pub ty: QualType,
    /// Byte offset.
    pub offset: u64,
    /// Bits from the start of the record.
    pub bits: Option<BitRange>,
    /// Indices of the members on the way, outermost first.
    pub path: Vec<usize>,
}

impl Typer<'_> {
    /// The type of an operand before decay.
    pub(super) fn operand_type(&self, operand: &Operand) -> QualType {
        match operand {
            Operand::Lvalue(lvalue) => lvalue.ty,
            Operand::Value(value) => value.ty.into(),
            Operand::Function(pointer) => self.pointee(pointer.ty).unwrap_or(pointer.ty.into()),
        }
    }

    /// The value of an operand: arrays and functions decay, lvalues are read.
    pub(super) fn rvalue(&mut self, operand: Operand) -> Typed<Expr> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Function(pointer) => Ok(pointer),
            Operand::Lvalue(lvalue) => {
                let span = lvalue.span;
                match self.ty(lvalue.ty.ty) {
                    Type::Array(elem, _) => {
                        let ty = *elem;
                        let ty = self.pointer_to(ty);
                        Ok(self.address_of(lvalue, ty))
                    }
                    // `*p` of a `void *`: nothing is read.
                    Type::Void => Ok(self.discarded_lvalue(lvalue)),
                    Type::Record(record) => {
                        if self.p.types.records[*record].fields.is_none() {
                            let message = format!("invalid use of incomplete type {}", self.show(lvalue.ty.ty));
                            return Err(self.error(span, message));
                        }
                        let ty = lvalue.ty.ty;
                        Ok(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span })
                    }
                    Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => {
                        let ty = lvalue.ty.ty;
                        Ok(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span })
                    }
                }
            }
        }
    }

    fn discarded_lvalue(&mut self, lvalue: Lvalue) -> Expr {
        let (void, span) = (self.p.predeclared.void, lvalue.span);
        let pointer = self.pointer_to(lvalue.ty);
        let address = self.address_of(lvalue, pointer);
        Expr { kind: ExprKind::Convert(Box::new(address)), ty: void, span }
    }

    /// The address of an lvalue, of pointer type `ty`.
    pub(super) fn address_of(&mut self, lvalue: Lvalue, ty: raddle_program::TypeId) -> Expr {
        let span = lvalue.span;
        self.take_address(&lvalue);
        if let LvalueKind::Deref(pointer) = lvalue.kind {
            // `&*p` is `p`, and so is the decay of `*p`.
            let pointer = *pointer;
            return if pointer.ty == ty {
                Expr { span, ..pointer }
            } else {
                self.convert(Expr { span, ..pointer }, ty)
            };
        }
        self.make(ExprKind::AddrOf(Box::new(lvalue)), ty, span)
    }

    /// Notes that the object an lvalue belongs to needs an address.
    pub(super) fn take_address(&mut self, lvalue: &Lvalue) {
        if self.unevaluated > 0 {
            return;
        }
        let mut lvalue = lvalue;
        loop {
            match &lvalue.kind {
                LvalueKind::Field { base, .. } => lvalue = base,
                LvalueKind::Local(local) | LvalueKind::CompoundLiteral { local, .. } => {
                    if let Some(local) = self.function.as_mut().and_then(|f| f.locals.get_mut(local.0 as usize)) {
                        local.address_taken = true;
                    }
                    return;
                }
                LvalueKind::Global(_) | LvalueKind::Deref(_) | LvalueKind::Temporary(_) => return,
            }
        }
    }

    /// Whether an lvalue is an object of its own and not part of a record value.
    pub(super) fn is_lvalue(lvalue: &Lvalue) -> bool {
        match &lvalue.kind {
            LvalueKind::Field { base, .. } => Self::is_lvalue(base),
            LvalueKind::Temporary(_) => false,
            LvalueKind::Local(_)
            | LvalueKind::Global(_)
            | LvalueKind::Deref(_)
            | LvalueKind::CompoundLiteral { .. } => true,
        }
    }

    /// `*pointer`
    pub(super) fn dereference(&mut self, pointer: Expr, span: Span) -> Typed<Operand> {
        let Some(target) = self.pointee(pointer.ty) else {
            if self.is_opaque(pointer.ty) {
                let ty = pointer.ty;
                let what = Self::refusal(&[&pointer]).unwrap_or_else(|| "an element of a vector".to_string());
                return Ok(Operand::Value(self.unsupported(what, ty, span)));
            }
            let message = format!("invalid type argument of unary '*' (have {})", self.show(pointer.ty));
            return Err(self.error(span, message));
        };
        if self.function_type(target.ty).is_some() {
            return Ok(Operand::Function(Expr { span, ..pointer }));
        }
        Ok(Operand::Lvalue(Lvalue { kind: LvalueKind::Deref(Box::new(pointer)), ty: target, span }))
    }

    /// Finds a member by name, through anonymous members.
    pub(super) fn find_field(&mut self, record: RecordId, name: &str) -> Option<FoundField> {
        let fields: &[Field] = self.p.types.records[record].fields.as_deref()?;
        if let Some((index, field)) = fields.iter().enumerate().find(|(_, f)| f.name.as_deref() == Some(name)) {
            return Some(FoundField { ty: field.ty, offset: field.offset, bits: field.bits, path: vec![index] });
        }
        let anonymous: Vec<_> =
            fields.iter().enumerate().filter(|(_, f)| f.name.is_none()).map(|(i, f)| (i, f.ty, f.offset)).collect();
        for (index, ty, offset) in anonymous {
            let Some(inner) = self.record(ty.ty) else { continue };
            if let Some(mut found) = self.find_field(inner, name) {
                found.offset += offset;
                found.bits = found.bits.map(|b| BitRange { start: b.start + 8 * offset, ..b });
                found.path.insert(0, index);
                found.ty = self.qualify(found.ty, ty.quals);
                return Some(found);
            }
        }
        None
    }

    /// `base.name`
    pub(super) fn member(&mut self, base: Operand, name: &str, span: Span) -> Typed<Operand> {
        let base = match base {
            Operand::Lvalue(lvalue) => lvalue,
            Operand::Value(value) => {
                let (ty, at) = (value.ty.into(), value.span);
                Lvalue { kind: LvalueKind::Temporary(Box::new(value)), ty, span: at }
            }
            Operand::Function(_) => {
                return Err(self.error(span, format!("request for member '{name}' in a function")));
            }
        };
        let Some(record) = self.record(base.ty.ty) else {
            let message = format!(
                "request for member '{name}' in something not a structure or union (it has type {})",
                self.show(base.ty)
            );
            return Err(self.error(span, message));
        };
        if self.is_opaque(base.ty.ty) {
            let what = format!("a member of {}", self.show(base.ty.ty));
            let ty = self.find_field(record, name).map_or(base.ty.ty, |found| found.ty.ty);
            return Ok(Operand::Value(self.unsupported(what, ty, span)));
        }
        if self.p.types.records[record].fields.is_none() {
            let message = format!("invalid use of incomplete type {}", self.show(base.ty.ty));
            return Err(self.error(span, message));
        }
        let Some(found) = self.find_field(record, name) else {
            let message = format!("{} has no member named '{name}'", self.show(base.ty.ty));
            return Err(self.error(span, message));
        };
        // The member of an atomic record is not itself atomic; accessing it is undefined.
        let quals = Quals { is_atomic: false, is_restrict: false, ..base.ty.quals };
        let ty = self.qualify(found.ty, quals);
        let kind = LvalueKind::Field { base: Box::new(base), offset: found.offset, bits: found.bits };
        Ok(Operand::Lvalue(Lvalue { kind, ty, span }))
    }

    /// A new local of the current function.
    pub(super) fn new_local(&mut self, name: Option<String>, ty: QualType, align: Option<u64>, span: Span) -> LocalRef {
        let address_taken = !self.is_scalar(ty.ty);
        let local = Local { name, ty, align, promoted: None, address_taken, span };
        match &mut self.function {
            Some(function) => {
                function.locals.push(local);
                LocalRef(function.locals.len() as u32 - 1)
            }
            None => LocalRef(0),
        }
    }

    /// The lvalue of a compound literal with automatic storage.
    pub(super) fn compound_local(&mut self, ty: QualType, init: Init, span: Span) -> Lvalue {
        let local = self.new_local(None, ty, None, span);
        Lvalue { kind: LvalueKind::CompoundLiteral { local, init: Box::new(init) }, ty, span }
    }
}
