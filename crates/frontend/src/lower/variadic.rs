//! Variadic functions: the caller stores the extra arguments one after the other into an object of its own frame, and
//! passes its address; `va_list` is a cursor into it.
//!
//! Slots are multiples of the pointer size; values of 16-byte alignment are aligned. The real conventions pass the
//! first arguments in registers, which no C program can observe.

use raddle_program::{Access, BinaryOp, DataModel, Expr, Span, TypeId};

use super::body::Body;
use super::call::Argument;
use super::fold;
use super::lvalue::Target;
use crate::hir;

/// Offset and size of each slot, and the size of all.
struct Slots {
    model: DataModel,
    end: u64,
}

impl Slots {
    /// Where a value of the given size and alignment goes.
    fn take(&mut self, size: u64, align: u64) -> u64 {
        let at = self.end.next_multiple_of(slot_align(self.model, align));
        self.end = at + slot_size(self.model, size);
        at
    }
}

fn slot_align(model: DataModel, align: u64) -> u64 {
    if align >= 16 { 16 } else { model.pointer_size() }
}

fn slot_size(model: DataModel, size: u64) -> u64 {
    size.next_multiple_of(model.pointer_size())
}

impl<'h> Body<'_, 'h> {
    /// Stores the extra arguments of a call and returns their address.
    pub fn extra_arguments(&mut self, args: &[Argument], span: Span) -> Expr {
        if args.is_empty() {
            return self.word(0, span);
        }
        let mut slots = Slots { model: self.linker.model, end: 0 };
        let offsets: Vec<u64> = args
            .iter()
            .map(|a| {
                let types = &self.linker.types;
                slots.take(types.size(a.ty).unwrap_or(0), types.align(a.ty))
            })
            .collect();
        let local = self.memory_temporary(self.linker.word.ty, slots.end, 16, span);
        let area = self.local_address(local, span);
        for (arg, offset) in args.iter().zip(offsets) {
            let at = fold::offset(area.clone(), offset, span);
            match self.linker.types.scalar(arg.ty) {
                Some(scalar) => {
                    self.store(at, fold::cast(arg.value.clone(), scalar, span), Access::plain(scalar), span)
                }
                None => self.copy_object(at, arg.value.clone(), arg.ty, span),
            }
        }
        area
    }

    /// The lvalue that holds the cursor of a `va_list`: its first member.
    fn cursor(&mut self, list: &'h hir::Lvalue) -> Target {
        match self.lvalue(list) {
            Target::Object { addr } => {
                let addr = self.hold(addr);
                Target::Memory { addr, access: Access::plain(self.linker.pointer()) }
            }
            target @ (Target::Register(..) | Target::Memory { .. } | Target::Bits { .. }) => self.hold_target(target),
        }
    }

    /// `va_start(list, last)`
    pub fn va_start(&mut self, list: &'h hir::Lvalue, span: Span) {
        let cursor = self.cursor(list);
        match self.extra {
            Some(extra) => {
                let start = self.pointer_register(extra, span);
                self.write(&cursor, start, span);
            }
            None => self.unsupported("`va_start` in a function without `...`", span),
        }
    }

    /// `va_copy(to, from)`
    pub fn va_copy(&mut self, to: &'h hir::Lvalue, from: &'h hir::Lvalue, span: Span) {
        let from = self.cursor(from);
        let value = self.read(&from, span);
        let to = self.cursor(to);
        self.write(&to, value, span);
    }

    /// `va_arg(list, type)`: the value, or the address of the record.
    pub fn va_arg(&mut self, list: &'h hir::Lvalue, ty: TypeId, span: Span) -> Expr {
        let (Some(size), align) = (self.linker.types.size(ty), self.linker.types.align(ty)) else {
            return self.unsupported_value("`va_arg` of a type without a size", ty, span);
        };
        let cursor = self.cursor(list);
        let mut at = self.read(&cursor, span);
        if slot_align(self.linker.model, align) > self.linker.model.pointer_size() {
            let mask = Expr::constant(!15, at.ty, span);
            at = fold::binary(BinaryOp::And, fold::offset(at, 15, span), mask, span);
        }
        let at = self.hold(at);
        let next = fold::offset(at.clone(), slot_size(self.linker.model, size), span);
        self.write(&cursor, next, span);
        match self.linker.types.scalar(ty) {
            Some(scalar) => self.load(at, Access::plain(scalar), span),
            None => at,
        }
    }
}
