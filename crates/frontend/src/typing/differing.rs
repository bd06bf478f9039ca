//! What units say differently of one name.
//!
//! **Idea.** A linker compares names, not types. Programs are linked every day in which two units declare one function or object differently: with other feature macros in force (`struct tm`), with a type that one of them leaves
//! incomplete, `extern unsigned x` for an `int x`, or a prototype that is plainly wrong and belongs to a function nobody calls. None of this refuses a program. Each unit is typed by its own declaration;
//! the definition says what there is.
//!
//! **When it matters.** Differences that leave a value where the other side looks for it (same number of arguments, each of the same size and kind) do not matter, and nothing is said. Others are a warning at
//! both places, and what is called or accessed is not modelled: UNKNOWN where an execution gets there, whichever unit's code it is in. (C11 6.2.7p2 makes the behaviour undefined already where the types are not compatible; what the
//! hardware does with the harmless ones is known, see `docs/soundness.md`.)
//!
//! **Cost.** A comparison for each declaration that another unit has made before. **Rejected**: comparing at the call, when all units are known: what the call converts its arguments to has been decided by then.

use raddle_program::{ArrayLen, Diagnostic, FunctionType, QualType, Scalar, Span, Type, TypeId};

use super::{Typer, Typing};
use crate::hir::{Difference, FuncRef, GlobalRef};

impl Typing {
    /// How far two types of one object differ.
    fn object_difference(&self, a: TypeId, b: TypeId) -> Difference {
        match (self.types.get(a), self.types.get(b)) {
            (Type::Array(x, n), Type::Array(y, m)) => {
                let lengths = match (n, m) {
                    (ArrayLen::Fixed(n), ArrayLen::Fixed(m)) => n == m,
                    (ArrayLen::Incomplete | ArrayLen::Variable(_), _)
                    | (_, ArrayLen::Incomplete | ArrayLen::Variable(_)) => true,
                };
                if lengths { self.object_difference(x.ty, y.ty) } else { Difference::Kind }
            }
            (_, _) => self.value_difference(a, b),
        }
    }

    /// How far two types differ in which one value is passed.
    fn value_difference(&self, a: TypeId, b: TypeId) -> Difference {
        let is_float = |scalar: Scalar| matches!(scalar, Scalar::Float(_));
        let is_void = |ty: TypeId| matches!(self.types.get(ty), Type::Void);
        if let (Type::Pointer(x), Type::Pointer(y)) = (self.types.get(a), self.types.get(b))
            && x.quals.is_const != y.quals.is_const
        {
            return Difference::Promise;
        }
        let is_record = |ty: TypeId| matches!(self.types.get(ty), Type::Record(_));
        let alike = match (self.types.scalar(a), self.types.scalar(b)) {
            (Some(x), Some(y)) => x.bits() == y.bits() && is_float(x) == is_float(y),
            (None, None) if is_record(a) && is_record(b) => self.types.size(a) == self.types.size(b),
            (None, None) => is_void(a) && is_void(b),
            (Some(_), None) | (None, Some(_)) => false,
        };
        if alike { Difference::Names } else { Difference::Kind }
    }

    /// How far two types of one function differ.
    fn function_difference(&self, f: &FunctionType, g: &FunctionType) -> Difference {
        let ret = match self.value_difference(f.ret.ty, g.ret.ty) {
            // Nobody writes through a result that is const but its caller.
            Difference::Promise => Difference::Names,
            other => other,
        };
        if f.unprototyped || g.unprototyped {
            return ret;
        }
        if f.variadic != g.variadic || f.params.len() != g.params.len() {
            return Difference::Kind;
        }
        let params = f.params.iter().zip(&g.params).map(|(x, y)| self.value_difference(x.ty, y.ty));
        params.fold(ret, Difference::max)
    }
}

impl Typer<'_> {
    /// What this unit's code takes a function for.
    pub(super) fn type_of_function(&self, function: FuncRef) -> TypeId {
        self.own_functions.get(&function).copied().unwrap_or(self.p.functions[function.0 as usize].ty)
    }

    /// What this unit's code takes an object for.
    pub(super) fn type_of_object(&self, global: GlobalRef) -> QualType {
        self.own_objects.get(&global).copied().unwrap_or(self.p.globals[global.0 as usize].ty)
    }

    /// A unit before has declared a function as `old`, and this one declares it as `ty`.
    pub(super) fn function_differs(&mut self, function: FuncRef, name: &str, (old, ty): (TypeId, TypeId), span: Span) {
        self.own_functions.insert(function, ty);
        let (Type::Function(f), Type::Function(g)) = (self.ty(old), self.ty(ty)) else { return };
        let difference = self.p.function_difference(f, g);
        let declared = &mut self.p.functions[function.0 as usize];
        declared.difference = declared.difference.max(difference);
        if difference == Difference::Kind {
            let before = declared.span;
            self.differs(name, (old.into(), ty.into()), (before, span));
        }
    }

    /// A unit before has declared an object as `old`, and this one declares it as `ty`.
    pub(super) fn object_differs(
        &mut self,
        global: GlobalRef,
        name: &str,
        (old, ty): (QualType, QualType),
        span: Span,
    ) {
        self.own_objects.insert(global, ty);
        let is_atomic = |ty: QualType| self.quals(ty).is_atomic;
        let same = is_atomic(old) == is_atomic(ty) && self.p.object_difference(old.ty, ty.ty) < Difference::Kind;
        if !same {
            let before = self.p.globals[global.0 as usize].span;
            self.differs(name, (old, ty), (before, span));
            self.p.global_states[global.0 as usize].differs = true;
        }
    }

    /// A warning at both places.
    fn differs(&mut self, name: &str, (old, ty): (QualType, QualType), (before, span): (Span, Span)) {
        let (old, ty) = (self.show(old), self.show(ty));
        let help = "if the program gets there the verdict is UNKNOWN";
        let message = format!("'{name}' has type {ty} here, but {old} in another unit");
        self.p.report(Diagnostic::warning(span, message).with_help(help));
        self.p.report(Diagnostic::warning(before, format!("this is the other declaration of '{name}'")));
    }
}
