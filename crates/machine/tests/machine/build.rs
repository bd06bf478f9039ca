//! Small programs built by hand, one function a chain of edges with labels to jump to.

use raddle_program::{
    Access, BinaryOp, DataModel, Edge, Expr, ExprKind, FuncId, Function, Global, GlobalId, GlobalKind, IdVec, IntKind,
    Loc, Local, LocalId, Op, Program, Scalar, SourceMap, Span, Storage, SyncOp, SyncSizes, TypeTable,
};

pub const I32: Scalar = Scalar::INT;
pub const PTR: Scalar = Scalar::Int { bits: 64, signed: false };

pub fn int(value: i64) -> Expr {
    Expr::constant(value as i128 as u128, I32, Span::NONE)
}

pub fn pointer(value: u64) -> Expr {
    Expr::constant(u128::from(value), PTR, Span::NONE)
}

pub fn global(id: GlobalId, offset: i64) -> Expr {
    Expr { kind: ExprKind::GlobalAddr(id, offset), ty: PTR, span: Span::NONE }
}

pub fn function(id: u32) -> Expr {
    Expr { kind: ExprKind::FuncAddr(FuncId(id)), ty: PTR, span: Span::NONE }
}

pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let ty = if op.is_comparison() { I32 } else { a.ty };
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span: Span::NONE }
}

/// A function under construction: each emitted edge starts where the last one ended.
pub struct Fun {
    name: &'static str,
    params: usize,
    locals: IdVec<LocalId, Local>,
    edges: Vec<Edge>,
    here: u32,
    locations: u32,
}

impl Fun {
    pub fn new(name: &'static str) -> Fun {
        Fun { name, params: 0, locals: IdVec::new(), edges: Vec::new(), here: 0, locations: 1 }
    }

    fn local(&mut self, name: &str, storage: Storage) -> LocalId {
        let mut types = TypeTable::new(DataModel::Lp64);
        let ty = types.int(IntKind::Int).into();
        self.locals.push(Local { name: Some(name.to_string()), ty, storage, span: Span::NONE })
    }

    pub fn param(&mut self, name: &str, ty: Scalar) -> LocalId {
        self.params += 1;
        self.local(name, Storage::Register(ty))
    }

    pub fn reg(&mut self, name: &str, ty: Scalar) -> LocalId {
        self.local(name, Storage::Register(ty))
    }

    pub fn mem(&mut self, name: &str, size: u64) -> LocalId {
        self.local(name, Storage::Memory { size, align: 8 })
    }

    pub fn value(&self, local: LocalId) -> Expr {
        Expr::reg(local, self.locals[local].scalar(), Span::NONE)
    }

    pub fn address(&self, local: LocalId) -> Expr {
        Expr { kind: ExprKind::LocalAddr(local, 0), ty: PTR, span: Span::NONE }
    }

    pub fn label(&self) -> Loc {
        Loc(self.here)
    }

    fn fresh(&mut self) -> Loc {
        self.locations += 1;
        Loc(self.locations - 1)
    }

    pub fn emit(&mut self, op: Op) -> &mut Fun {
        let target = self.fresh();
        self.edges.push(Edge { source: Loc(self.here), target, op, span: Span::NONE });
        self.here = target.0;
        self
    }

    /// Goes back to `label` while `cond` holds.
    pub fn loop_while(&mut self, cond: Expr, label: Loc) {
        let (source, out) = (Loc(self.here), self.fresh());
        let edge =
            |target, holds| Edge { source, target, op: Op::Assume { cond: cond.clone(), holds }, span: Span::NONE };
        self.edges.extend([edge(label, true), edge(out, false)]);
        self.here = out.0;
    }

    pub fn load(&mut self, dst: LocalId, addr: Expr) -> &mut Fun {
        let access = Access::plain(self.locals[dst].scalar());
        self.emit(Op::Load { dst, addr, access })
    }

    pub fn store(&mut self, addr: Expr, value: Expr) -> &mut Fun {
        let access = Access::plain(value.ty);
        self.emit(Op::Store { addr, value, access })
    }

    pub fn sync(&mut self, op: SyncOp, args: &[Expr], dst: Option<LocalId>, out: Option<LocalId>) -> &mut Fun {
        self.emit(Op::Sync { op, args: args.to_vec(), dst, out })
    }

    pub fn ret(&mut self, value: Expr) {
        self.emit(Op::Return { value: Some(value) });
    }
}

/// Links functions (the first is the entry) and globals given by name, size and kind.
pub fn program(functions: Vec<Fun>, globals: &[(&str, u64, GlobalKind)]) -> Program {
    let mut types = TypeTable::new(DataModel::Lp64);
    let ty = types.int(IntKind::Int).into();
    let globals = globals.iter().map(|(name, size, kind)| Global {
        name: (*name).to_string(),
        ty,
        kind: *kind,
        size: *size,
        align: 8,
        init: Vec::new(),
        relocations: Vec::new(),
        span: Span::NONE,
    });
    let functions = functions.into_iter().map(|f| {
        let ret = Some(PTR);
        Function::new(f.name.into(), Span::NONE, f.params, ret, f.locals, Loc(0), f.locations as usize, f.edges, false)
    });
    Program {
        types,
        globals: globals.collect(),
        functions: functions.collect(),
        entry: FuncId(0),
        source: SourceMap::default(),
        after_last_thread: None,
        sync_sizes: SyncSizes::new(DataModel::Lp64),
        lifetimes: false,
        arguments: None,
        allowed_races: Default::default(),
    }
}
