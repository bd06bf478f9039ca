//! Which object a value is an address of; see the essay of the folder.

use raddle_program::analysis::Object;
use raddle_program::{Expr, ExprKind, GlobalId, GlobalKind, Op, Scalar, Storage};

use super::{Check, Located, Operand, SLACK, Source, Thing};
use crate::arith;
use crate::describe::{ObjectRef, is_identifier};
use crate::halt::{Halt, HaltKind};
use crate::state::{Addr, ObjectKind};
use crate::value::Value;

impl Check<'_, '_> {
    /// Whether an operand that is no address lies where an object may have lain that it may point to.
    pub(super) fn is_gone(&self, operand: Operand<'_>) -> bool {
        // With 32 bits the sentinels of signed types (`INT_MAX`) would look like addresses.
        let signed = matches!(operand.ty, Scalar::Int { bits: 32, signed: true });
        if self.only_ids || !self.is_wide(operand.ty) || signed {
            return false;
        }
        let addr = self.as_address(operand.bits, operand.ty);
        let regions = &self.machine.layout.regions;
        let (heap, stack) = (regions.is_heap(addr), regions.is_stack(addr));
        (heap || stack)
            && self.may_point(operand.source, &|object| match object {
                Object::Local(..) => stack,
                Object::Global(global) => stack && self.machine.program.globals[global].kind == GlobalKind::ThreadLocal,
                Object::Block(f, e) => {
                    let on_stack = matches!(self.machine.program.functions[f].edge(e).op, Op::StackAlloc { .. });
                    if on_stack { stack } else { heap }
                }
                Object::Function(_) | Object::ThreadIds => false,
            })
    }

    /// Whether an operand may point to one of some abstract objects.
    pub(super) fn may_point(&self, source: Source<'_>, wanted: &dyn Fn(Object) -> bool) -> bool {
        let points_to = &self.machine.addresses.points_to;
        let objects = points_to.objects();
        match source {
            Source::Value(expr) => points_to.may_address(self.frame.func, expr).iter().any(|o| wanted(objects[o])),
            Source::Content(addr) => points_to
                .may_address(self.frame.func, addr)
                .iter()
                .any(|o| points_to.content(o).iter().any(|o| wanted(objects[o]))),
        }
    }

    /// The object that a value is an address of, where addresses count.
    pub(super) fn locate(&self, operand: Operand<'_>) -> Option<Located> {
        if self.only_ids { None } else { self.locate_any(operand) }
    }

    /// The object that a value is an address of.
    pub(super) fn locate_any(&self, operand: Operand<'_>) -> Option<Located> {
        if !self.is_wide(operand.ty) {
            return None;
        }
        let addr = self.as_address(operand.bits, operand.ty);
        let possible = |located: &Located| {
            let object = match located.thing {
                Thing::Function(function) => Some(Object::Function(function)),
                Thing::Object(object) => object.declared(),
            };
            object.is_some_and(|wanted| self.may_point(operand.source, &|o| o == wanted))
        };
        let machine = self.machine;
        if let Some(function) = machine.layout.function_at(addr & !15, machine.program) {
            let base = machine.layout.function_address(function);
            let located = Located { thing: Thing::Function(function), base, size: 16, offset: (addr - base) as i64 };
            return Some(located).filter(possible);
        }
        let at = |probe: Addr| {
            let (object, offset) = machine.object_before(self.state, probe)?;
            let base = probe - offset;
            let size = machine.object_size(self.state, object);
            let offset = addr.wrapping_sub(base) as i64;
            let located = Located { thing: Thing::Object(object), base, size, offset };
            located.reaches(addr).then_some(located)
        };
        at(addr).filter(possible).or_else(|| at(addr.saturating_add(SLACK)).filter(possible))
    }

    /// The alignment that the object has in every layout, and so a power of two that divides its base.
    pub(super) fn align(&self, located: Located) -> u64 {
        let program = self.machine.program;
        let global = |id: GlobalId| program.globals[id].align;
        let declared = match located.thing {
            Thing::Function(_) => 1,
            Thing::Object(ObjectRef::Global(id)) => global(id),
            Thing::Object(ObjectRef::Object { kind, .. }) => match kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Freed => 1,
                ObjectKind::Global(id) | ObjectKind::ThreadLocal(id, _) => global(id),
                ObjectKind::Local(f, local, _) => match program.functions[f].locals[local].storage {
                    Storage::Memory { align, .. } => align,
                    Storage::Register(_) => 1,
                },
                ObjectKind::StackBlock(f, edge, _) => {
                    let Op::StackAlloc { align, .. } = program.functions[f].edge(edge).op else { return 1 };
                    align
                }
                ObjectKind::Heap(f, edge) => {
                    let Op::Alloc { align, .. } = &program.functions[f].edge(edge).op else { return 1 };
                    // A block with a wanted alignment is placed so that it has no larger one.
                    if align.as_const() == Some(0) { crate::heap::MALLOC_ALIGN } else { located.base }
                }
            },
        };
        let declared = declared.max(1);
        declared & declared.wrapping_neg()
    }

    pub(super) fn is_literal(&self, located: Located) -> bool {
        match located.thing {
            Thing::Object(ObjectRef::Global(id)) => {
                let global = &self.machine.program.globals[id];
                global.kind == GlobalKind::Constant && !is_identifier(&global.name)
            }
            Thing::Object(ObjectRef::Object { .. }) | Thing::Function(_) => false,
        }
    }

    pub(super) fn name(&self, located: Located) -> String {
        let name = self.machine.describe_addr(self.state, located.base);
        let name = name.strip_suffix("[0]").unwrap_or(&name);
        if name.contains(' ') { name.to_string() } else { format!("`{name}`") }
    }

    pub(super) fn depends(&self, located: Located, how: &str) -> Halt {
        let what = format!("the program's behaviour depends on the address of {}: {how}", self.name(located));
        Halt::new(HaltKind::Layout, what, self.span)
    }

    pub(super) fn is_wide(&self, ty: Scalar) -> bool {
        match ty {
            Scalar::Int { bits, .. } => u32::from(bits) >= self.machine.pointer.bits(),
            Scalar::Float(_) => false,
        }
    }

    /// The address that a value is if it is one: an address in a wider type has been extended, by zeros or by its sign.
    pub(super) fn as_address(&self, bits: u128, ty: Scalar) -> Addr {
        let pointer = self.machine.pointer;
        let low = pointer.truncate(bits);
        let high = ty.truncate(bits) >> pointer.bits();
        let ones = ty.truncate(u128::MAX) >> pointer.bits();
        if high == 0 || high == ones { low as Addr } else { 0 }
    }

    pub(super) fn operand<'e>(&self, expr: &'e Expr) -> Option<Operand<'e>> {
        self.known(expr).map(|bits| Operand { source: Source::Value(expr), ty: expr.ty, bits })
    }

    /// What lies in memory at an address, if it is plain.
    pub(super) fn content<'e>(&self, addr: &'e Expr, ty: Scalar) -> Option<Operand<'e>> {
        let at = self.known(addr)? as Addr;
        let resolved = self.machine.resolve(&self.state.memory, at, ty.size())?;
        let bits = self.machine.peek(&self.state.memory, resolved, ty.size() as u32)?;
        Some(Operand { source: Source::Content(addr), ty, bits })
    }

    /// The value of an expression if nothing in it is lazy or undefined.
    pub(super) fn known(&self, expr: &Expr) -> Option<u128> {
        if let Some(bits) = self.machine.fast(expr, self.frame, self.thread) {
            return Some(u128::from(bits));
        }
        match &expr.kind {
            ExprKind::Const(bits) => Some(*bits),
            ExprKind::Reg(local) => match self.frame.regs[raddle_program::Id::index(*local)] {
                Value::Bits(bits) => Some(bits),
                Value::Lazy(_) => None,
            },
            ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => None,
            ExprKind::Unary(op, a) => Some(arith::unary(*op, a.ty, self.known(a)?)),
            ExprKind::Binary(op, a, b) => arith::binary(*op, a.ty, b.ty, self.known(a)?, self.known(b)?),
            ExprKind::Cast(a) => Some(arith::cast(a.ty, expr.ty, self.known(a)?).0),
            ExprKind::Ite(c, a, b) => match arith::is_true(c.ty, self.known(c)?) {
                true => self.known(a),
                false => self.known(b),
            },
        }
    }
}
