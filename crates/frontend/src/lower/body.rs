//! One function: its registers and memory, its parameters, its end.
//!
//! **Calling convention.** All parameters are registers, in this order: the address of the result object, if the
//! function returns a record; each declared parameter (a record is passed as the address of an object which the callee
//! copies before anything else); the address of the extra arguments, if the function is variadic.

use std::collections::BTreeMap;

use raddle_program::{
    Access, Expr, ExprKind, FuncId, Function, GlobalId, Loc, Local, LocalId, NondetKind, Op, QualType, Scalar, Span,
    Storage, Type, TypeId, VlaId,
};

use super::automaton::{Automaton, Head};
use super::scopes::{Departure, Ending};
use super::switch::Switch;
use super::{Linker, arguments, fold, start, statement};
use crate::hir::{self, FuncRef, LabelRef};

/// Where a C variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In a register.
    Register(LocalId, Scalar),
    /// In the frame.
    Memory(LocalId),
    /// In a block whose address is in a register (a variable-length array).
    Pointed(LocalId),
}

/// Where `break` or `continue` go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub target: Loc,
    /// How many endings are due there.
    pub endings: usize,
}

/// What lowering one function needs to remember.
pub(super) struct Body<'a, 'h> {
    pub linker: &'a mut Linker<'h>,
    pub automaton: Automaton,
    /// Of each C variable.
    pub homes: Vec<Home>,
    /// The variables themselves.
    pub variables: &'h [hir::Local],
    pub labels: Vec<Loc>,
    pub breaks: Vec<Exit>,
    pub continues: Vec<Exit>,
    pub switches: Vec<Switch>,
    /// Lengths of variable-length array types.
    pub lengths: BTreeMap<VlaId, LocalId>,
    /// What happens at the end of the scopes that are open, in order of declaration.
    pub endings: Vec<Ending<'h>>,
    /// How many blocks are open inside the function's own.
    pub depth: u32,
    /// What is due at each label that was lowered (absent: nothing).
    pub endings_at: BTreeMap<LabelRef, Vec<Ending<'h>>>,
    /// Jumps out of scopes that end with something.
    pub departures: Vec<Departure<'h>>,
    /// Where `goto *` goes, and the register with the label's address.
    pub computed_goto: Option<(LocalId, Loc)>,
    /// What `return` hands back.
    pub ret: Option<Scalar>,
    /// The C return type.
    pub ret_type: TypeId,
    /// Address of the result object of a function that returns a record.
    pub result: Option<LocalId>,
    /// Address of the extra arguments.
    pub extra: Option<LocalId>,
    /// Whether the whole body is an atomic section.
    pub atomic: bool,
    /// The function's name; a model's nondeterministic values are named after it.
    pub name: &'h str,
    /// A library model of ours.
    pub internal: bool,
}

/// Lowers a function that has a body.
pub(super) fn lower_function(linker: &mut Linker<'_>, f: FuncRef, entry: bool) -> Function {
    let typed = linker.typed;
    let function = &typed.functions[f.0 as usize];
    let Some(hir_body) = &function.body else {
        return super::call::lower_wrapper(linker, f);
    };
    let internal = linker.source.is_internal(function.span);
    let mut body = Body::new(linker, &function.name, internal);
    body.variables = &hir_body.locals;
    body.ret_type = body.return_type(function.ty);
    body.atomic = super::library::is_atomic_function(&function.name);
    let variadic = body.is_variadic(function.ty);
    let params = body.declare_parameters(hir_body, variadic, function.span);
    let room = entry.then(|| {
        start::refuse(&mut body);
        arguments::leave_room(&mut body)
    });
    let parameters: Vec<_> = body.homes.iter().copied().zip(hir_body.locals.iter().map(|local| local.span)).collect();
    body.declare_variables(hir_body);
    if body.atomic {
        body.emit(Op::AtomicBegin, function.span);
    }
    body.copy_parameters(hir_body);
    body.labels = hir_body.labels.iter().map(|_| body.automaton.fresh()).collect();
    for local in statement::bypassable(&hir_body.stmts) {
        if let Home::Register(id, _) = body.homes[local.0 as usize] {
            body.emit(Op::Declare { local: id }, hir_body.locals[local.0 as usize].span);
        }
    }
    body.statements(&hir_body.stmts);
    body.leave_scopes(hir_body.end);
    body.fall_off(function, f, hir_body.end);
    body.finish_departures();
    body.finish_computed_goto();
    if let Some(room) = room {
        arguments::set_parameters(&mut body, room, &parameters);
    }
    let head = Head {
        name: function.name.clone(),
        span: function.span,
        params: if entry { 0 } else { params },
        ret: body.ret,
        internal,
        pointer: body.linker.pointer(),
    };
    body.automaton.finish(head)
}

impl<'a, 'h> Body<'a, 'h> {
    /// An empty function.
    pub fn new(linker: &'a mut Linker<'h>, name: &'h str, internal: bool) -> Body<'a, 'h> {
        let ret_type = linker.int.ty;
        Body {
            linker,
            automaton: Automaton::new(),
            homes: Vec::new(),
            variables: &[],
            labels: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            lengths: BTreeMap::new(),
            endings: Vec::new(),
            depth: 0,
            endings_at: BTreeMap::new(),
            departures: Vec::new(),
            computed_goto: None,
            ret: None,
            ret_type,
            result: None,
            extra: None,
            atomic: false,
            name,
            internal,
        }
    }

    /// The C type a function type returns.
    pub fn return_type(&self, ty: TypeId) -> TypeId {
        match self.linker.types.get(ty) {
            Type::Function(f) => f.ret.ty,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_) => ty,
        }
    }

    /// Whether a function type ends in `...`.
    pub fn is_variadic(&self, ty: TypeId) -> bool {
        match self.linker.types.get(ty) {
            Type::Function(f) => f.variadic,
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_) => false,
        }
    }

    /// Makes the registers a caller fills, and returns their number. Sets what the function returns.
    fn declare_parameters(&mut self, hir_body: &'h hir::Body, variadic: bool, span: Span) -> usize {
        self.declare_result(span);
        for param in &hir_body.locals[..hir_body.params] {
            let passed = param.promoted.unwrap_or(param.ty);
            let scalar = self.linker.types.scalar(passed.ty).unwrap_or(self.linker.pointer());
            let id = self.automaton.locals.push(Local {
                name: param.name.clone(),
                ty: param.ty,
                storage: Storage::Register(scalar),
                span: param.span,
            });
            self.homes.push(Home::Register(id, scalar));
        }
        if variadic {
            self.extra = Some(self.temporary(self.linker.pointer(), span));
        }
        self.automaton.locals.len()
    }

    /// The hidden parameter for a record result, or the scalar that is returned.
    pub fn declare_result(&mut self, span: Span) {
        if self.linker.is_record(self.ret_type) {
            self.result = Some(self.temporary(self.linker.pointer(), span));
        } else {
            self.ret = self.linker.types.scalar(self.ret_type);
        }
    }

    fn declare_variables(&mut self, hir_body: &'h hir::Body) {
        for variable in &hir_body.locals[hir_body.params..] {
            let home = self.variable(variable);
            self.homes.push(home);
        }
    }

    /// The home of a variable that is not a parameter.
    fn variable(&mut self, variable: &hir::Local) -> Home {
        let types = &self.linker.types;
        let (storage, pointed) = match (types.scalar(variable.ty.ty), types.size(variable.ty.ty)) {
            (Some(scalar), _) if !variable.address_taken => (Storage::Register(scalar), false),
            (_, Some(size)) => {
                let align = variable.align.unwrap_or(1).max(types.align(variable.ty.ty)).max(1);
                (Storage::Memory { size, align }, false)
            }
            (_, None) => (Storage::Register(self.linker.pointer()), true),
        };
        let id = self.automaton.locals.push(Local {
            name: variable.name.clone(),
            ty: variable.ty,
            storage,
            span: variable.span,
        });
        match storage {
            Storage::Register(_) if pointed => Home::Pointed(id),
            Storage::Register(scalar) => Home::Register(id, scalar),
            Storage::Memory { .. } => Home::Memory(id),
        }
    }

    /// Parameters that need an address, are records, or are passed promoted get the home their type asks for.
    fn copy_parameters(&mut self, hir_body: &'h hir::Body) {
        for (i, param) in hir_body.locals[..hir_body.params].iter().enumerate() {
            let Home::Register(id, scalar) = self.homes[i] else { continue };
            let value = Expr::reg(id, scalar, param.span);
            let declared = self.linker.types.scalar(param.ty.ty);
            if param.promoted.is_none() && !param.address_taken && declared.is_some() {
                continue;
            }
            let home = self.variable(param);
            self.homes[i] = home;
            match (home, declared) {
                (Home::Register(dst, to), _) => {
                    let value = self.convert(value, to, param.ty.ty, param.span);
                    self.emit(Op::Assign { dst, value }, param.span);
                }
                (Home::Memory(local), Some(to)) => {
                    let value = self.convert(value, to, param.ty.ty, param.span);
                    let addr = self.local_address(local, param.span);
                    self.store(addr, value, Access::plain(to), param.span);
                }
                (Home::Memory(local), None) => {
                    let addr = self.local_address(local, param.span);
                    self.copy_object(addr, value, param.ty.ty, param.span);
                }
                (Home::Pointed(_), _) => {
                    self.unsupported("a parameter of a type without a size", param.span);
                }
            }
        }
    }

    /// What happens at the closing brace.
    fn fall_off(&mut self, function: &hir::Function, f: FuncRef, end: Span) {
        if function.noreturn {
            return self.automaton.end(Op::Unreachable, end);
        }
        let value = self.ret.map(|scalar| {
            if f == self.linker.entry && self.linker.typed.functions[f.0 as usize].name == "main" {
                return fold::zero(scalar, end);
            }
            let dst = self.temporary(scalar, end);
            self.emit(Op::Nondet { dst, kind: NondetKind::Uninitialised, ranges: None }, end);
            Expr::reg(dst, scalar, end)
        });
        self.leave(value, end);
    }

    /// Returns, leaving the atomic section that the function is.
    pub fn leave(&mut self, value: Option<Expr>, span: Span) {
        if self.atomic {
            self.emit(Op::AtomicEnd, span);
        }
        self.automaton.end(Op::Return { value }, span);
    }

    /// Emits an edge.
    pub fn emit(&mut self, op: Op, span: Span) {
        self.automaton.emit(op, span);
    }

    /// Control ends in something that is not modelled. What follows is lowered as code nothing leads to.
    pub fn unsupported(&mut self, what: impl Into<String>, span: Span) {
        self.automaton.end(Op::Unsupported { what: what.into() }, span);
    }

    /// An unsupported expression; the value is only there to go on with.
    pub fn unsupported_value(&mut self, what: impl Into<String>, ty: TypeId, span: Span) -> Expr {
        self.unsupported(what, span);
        fold::zero(self.linker.types.scalar(ty).unwrap_or(self.linker.pointer()), span)
    }

    /// A register of the given type.
    pub fn temporary(&mut self, scalar: Scalar, span: Span) -> LocalId {
        let ty: QualType = if scalar == Scalar::INT { self.linker.int } else { self.linker.word };
        self.automaton.temporary(scalar, ty, span)
    }

    /// A register of a C type.
    pub fn typed_temporary(&mut self, ty: TypeId, scalar: Scalar, span: Span) -> LocalId {
        self.automaton.temporary(scalar, ty.into(), span)
    }

    /// An object of the frame without a name.
    pub fn memory_temporary(&mut self, ty: TypeId, size: u64, align: u64, span: Span) -> LocalId {
        let storage = Storage::Memory { size, align };
        self.automaton.locals.push(Local { name: None, ty: ty.into(), storage, span })
    }

    /// The value in a register of its own, unless it is one that never changes. Used where an expression is needed
    /// more than once, or must be read before something else happens.
    pub fn hold(&mut self, value: Expr) -> Expr {
        if fold::is_fixed(&value) {
            return value;
        }
        if let ExprKind::Reg(id) = value.kind
            && self.automaton.locals[id].name.is_none()
        {
            return value;
        }
        let (ty, span) = (value.ty, value.span);
        let dst = self.temporary(ty, span);
        self.emit(Op::Assign { dst, value }, span);
        Expr::reg(dst, ty, span)
    }

    /// The address of an object of the frame.
    pub fn local_address(&self, local: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::LocalAddr(local, 0), ty: self.linker.pointer(), span }
    }

    /// The address of a global object.
    pub fn global_address(&self, global: GlobalId, span: Span) -> Expr {
        Expr { kind: ExprKind::GlobalAddr(global, 0), ty: self.linker.pointer(), span }
    }

    /// The address of a function.
    pub fn function_address(&self, function: FuncId, span: Span) -> Expr {
        Expr { kind: ExprKind::FuncAddr(function), ty: self.linker.pointer(), span }
    }

    /// A number of bytes, as wide as a pointer.
    pub fn word(&self, value: u64, span: Span) -> Expr {
        Expr::constant(u128::from(value), self.linker.pointer(), span)
    }

    /// Reads memory into a new register.
    pub fn load(&mut self, addr: Expr, access: Access, span: Span) -> Expr {
        let dst = self.temporary(access.ty, span);
        self.emit(Op::Load { dst, addr, access }, span);
        Expr::reg(dst, access.ty, span)
    }

    /// Writes memory.
    pub fn store(&mut self, addr: Expr, value: Expr, access: Access, span: Span) {
        self.emit(Op::Store { addr, value, access }, span);
    }
}
