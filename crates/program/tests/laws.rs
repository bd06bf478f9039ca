//! What every program obeys: real programs do, and each change that breaks one law is noticed.

use raddle_frontend::{Options, load_text};
use raddle_program::{
    Access, BinaryOp, Callee, Edge, Expr, ExprKind, FloatKind, FuncId, Function, GlobalId, Id, Loc, LocalId,
    MemoryOrder, Op, Program, Relocation, RelocationTarget, RmwOp, Scalar, Span, Storage,
};

const TEXT: &str = "
extern void *malloc(unsigned long);
extern void free(void *);
extern double sqrt(double);
int g = 3, *p = &g; double d;
int twice(int a) { return a + a; }
int (*f)(int) = twice;
int main(void) {
  int x = g, y[2];
  y[x & 1] = 2;
  if (x < 5) x = twice(x);
  while (x > 1) x = x >> 1;
  x = f(x);
  x += __atomic_fetch_add(&g, 1, 5);
  int e = 1;
  __atomic_compare_exchange_n(&g, &e, 2, 0, 5, 5);
  int *q = malloc(4);
  *q = x;
  free(q);
  d = sqrt(d);
  return y[0];
}";

fn program() -> Program {
    let loaded = load_text("laws.c", TEXT, &Options::default());
    loaded.unwrap_or_else(|e| panic!("{:?}", e.diagnostics)).0
}

const INT: Scalar = Scalar::INT;
const LONG: Scalar = Scalar::Int { bits: 64, signed: true };
const ADDRESS: Scalar = Scalar::Int { bits: 64, signed: false };

fn constant(ty: Scalar) -> Expr {
    Expr::constant(1, ty, Span::NONE)
}

fn expr(kind: ExprKind, ty: Scalar) -> Expr {
    Expr { kind, ty, span: Span::NONE }
}

/// `main` with other edges.
fn with_edges(program: &mut Program, change: impl FnOnce(&Function, &mut Vec<Edge>)) {
    let entry = program.entry;
    let old = program.functions[entry].clone();
    let mut edges: Vec<Edge> = old.edges().iter().cloned().collect();
    change(&old, &mut edges);
    let (params, ret, internal) = (old.params, old.ret, old.internal);
    let locations = old.locations();
    program.functions[entry] =
        Function::new(old.name, old.span, params, ret, old.locals, old.entry, locations, edges, internal);
}

/// The first edge of `main` whose operation is wanted, changed.
fn with_op(program: &mut Program, wanted: impl Fn(&Op) -> bool, change: impl FnOnce(&mut Op)) {
    with_edges(program, |_, edges| {
        let edge = edges.iter_mut().find(|e| wanted(&e.op)).expect("main has such an operation");
        change(&mut edge.op);
    });
}

fn register(program: &Program, ty: Scalar) -> LocalId {
    let main = &program.functions[program.entry];
    main.locals.enumerated().find(|(_, l)| l.storage == Storage::Register(ty)).expect("a register").0
}

fn in_memory(program: &Program) -> LocalId {
    let main = &program.functions[program.entry];
    main.locals.enumerated().find(|(_, l)| matches!(l.storage, Storage::Memory { .. })).expect("an array").0
}

fn is_assign(op: &Op) -> bool {
    matches!(op, Op::Assign { value, .. } if value.ty == INT)
}

/// Replaces the value of an assignment to an `int`.
fn assign(value: fn(&Program) -> Expr) -> impl Fn(&mut Program) {
    move |program| {
        let new = value(program);
        with_op(program, is_assign, |op| {
            let Op::Assign { value, .. } = op else { return };
            *value = new;
        });
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr, ty: Scalar) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

#[test]
fn a_real_program_obeys_the_laws() {
    assert_eq!(program().check_laws(), Vec::<String>::new());
}

type Change = Box<dyn Fn(&mut Program)>;

#[test]
fn each_law_can_be_broken_and_that_is_noticed() {
    let of = |op: fn(&Op) -> bool, change: fn(&Program, &mut Op)| -> Change {
        Box::new(move |program| {
            let before = program.clone();
            with_op(program, op, |op| change(&before, op));
        })
    };
    let is_load = |op: &Op| matches!(op, Op::Load { .. });
    let is_store = |op: &Op| matches!(op, Op::Store { .. });
    let is_direct = |op: &Op| matches!(op, Op::Call { callee: Callee::Direct(_), args, .. } if args.len() == 1);
    let broken: Vec<(&str, Change)> = vec![
        ("a constant wider than its type", Box::new(assign(|_| expr(ExprKind::Const(1 << 40), INT)))),
        ("a register operand that is no register", Box::new(assign(|p| expr(ExprKind::Reg(in_memory(p)), INT)))),
        ("a register operand that is no register", Box::new(assign(|_| expr(ExprKind::Reg(LocalId(9999)), INT)))),
        ("a register operand that is no register", {
            Box::new(assign(|p| expr(ExprKind::Cast(Box::new(expr(ExprKind::Reg(register(p, INT)), LONG))), INT)))
        }),
        ("the address of no global", Box::new(assign(|_| expr(ExprKind::GlobalAddr(GlobalId(9999), 0), ADDRESS)))),
        ("the address of no global", Box::new(assign(|_| expr(ExprKind::GlobalAddr(GlobalId(0), 0), INT)))),
        ("the address of a local that is not in memory", {
            Box::new(assign(|p| expr(ExprKind::LocalAddr(register(p, INT), 0), ADDRESS)))
        }),
        ("the address of no function", Box::new(assign(|_| expr(ExprKind::FuncAddr(FuncId(9999)), ADDRESS)))),
        ("an operand of another type", {
            Box::new(assign(|_| expr(ExprKind::Unary(raddle_program::UnaryOp::Neg, Box::new(constant(LONG))), INT)))
        }),
        ("a shift of mixed types", Box::new(assign(|_| binary(BinaryOp::Shl, constant(LONG), constant(INT), INT)))),
        ("a shift of mixed types", {
            Box::new(assign(|_| binary(BinaryOp::Shr, constant(INT), constant(Scalar::Float(FloatKind::F32)), INT)))
        }),
        ("a comparison of mixed types", Box::new(assign(|_| binary(BinaryOp::Lt, constant(LONG), constant(INT), INT)))),
        ("a comparison of mixed types", Box::new(assign(|_| binary(BinaryOp::Eq, constant(INT), constant(INT), LONG)))),
        ("arithmetic on mixed types", Box::new(assign(|_| binary(BinaryOp::Add, constant(LONG), constant(INT), INT)))),
        ("arithmetic on mixed types", Box::new(assign(|_| binary(BinaryOp::Add, constant(LONG), constant(LONG), INT)))),
        ("a choice of mixed types", {
            Box::new(assign(|_| {
                let parts = [INT, INT, LONG].map(|ty| Box::new(constant(ty)));
                let [c, a, b] = parts;
                expr(ExprKind::Ite(c, a, b), INT)
            }))
        }),
        ("a register is set to a value of another type", Box::new(assign(|_| constant(LONG)))),
        (
            "an operation sets something that is no register",
            of(is_assign, |p, op| {
                let Op::Assign { dst, .. } = op else { return };
                *dst = in_memory(p);
            }),
        ),
        (
            "an operation sets something that is no register",
            of(is_assign, |_, op| {
                let Op::Assign { dst, .. } = op else { return };
                *dst = LocalId(9999);
            }),
        ),
        (
            "an address of a wrong type",
            of(is_load, |_, op| {
                let Op::Load { addr, .. } = op else { return };
                *addr = constant(INT);
            }),
        ),
        (
            "a register is loaded with a value of another type",
            of(is_load, |_, op| {
                let Op::Load { access, .. } = op else { return };
                access.ty = Scalar::Int { bits: 8, signed: false };
            }),
        ),
        (
            "an address of a wrong type",
            of(is_store, |_, op| {
                let Op::Store { addr, .. } = op else { return };
                *addr = constant(INT);
            }),
        ),
        (
            "a value of another type is stored",
            of(is_store, |_, op| {
                let Op::Store { access, .. } = op else { return };
                *access = Access::plain(Scalar::Int { bits: 16, signed: true });
            }),
        ),
        (
            "a read-modify-write that is not atomic",
            of(
                |op| matches!(op, Op::Rmw { .. }),
                |_, op| {
                    let Op::Rmw { access, .. } = op else { return };
                    access.atomic = None;
                },
            ),
        ),
        (
            "the old value has another type",
            of(
                |op| matches!(op, Op::Rmw { dst: Some(_), .. }),
                |p, op| {
                    let Op::Rmw { dst, .. } = op else { return };
                    *dst = Some(register(p, ADDRESS));
                },
            ),
        ),
        (
            "a compare-exchange of mixed types",
            of(
                |op| matches!(op, Op::CompareExchange { .. }),
                |_, op| {
                    let Op::CompareExchange { desired, .. } = op else { return };
                    *desired = constant(LONG);
                },
            ),
        ),
        (
            "the failure flag is no int",
            of(
                |op| matches!(op, Op::CompareExchange { .. }),
                |p, op| {
                    let Op::CompareExchange { failed, .. } = op else { return };
                    *failed = register(p, ADDRESS);
                },
            ),
        ),
        (
            "a call of no function",
            of(is_direct, |_, op| {
                let Op::Call { callee, .. } = op else { return };
                *callee = Callee::Direct(FuncId(9999));
            }),
        ),
        (
            "a call with a wrong number of arguments",
            of(is_direct, |_, op| {
                let Op::Call { args, .. } = op else { return };
                args.push(constant(INT));
            }),
        ),
        (
            "a call with an argument of a wrong type",
            of(is_direct, |_, op| {
                let Op::Call { args, .. } = op else { return };
                args[0] = constant(Scalar::Float(FloatKind::F80));
            }),
        ),
        (
            "the result of a call has another type",
            of(is_direct, |p, op| {
                let Op::Call { dst, callee: Callee::Direct(f), .. } = op else { return };
                let wrong = if p.functions[*f].ret == Some(ADDRESS) { INT } else { ADDRESS };
                *dst = Some(register(p, wrong));
            }),
        ),
        (
            "a callee that is no address",
            of(
                |op| matches!(op, Op::Call { callee: Callee::Indirect(_), .. }),
                |_, op| {
                    let Op::Call { callee, .. } = op else { return };
                    *callee = Callee::Indirect(constant(INT));
                },
            ),
        ),
        (
            "a result of a wrong type is returned",
            of(
                |op| matches!(op, Op::Return { .. }),
                |_, op| {
                    *op = Op::Return { value: Some(constant(LONG)) };
                },
            ),
        ),
        (
            "a result of a wrong type is returned",
            of(
                |op| matches!(op, Op::Return { .. }),
                |_, op| {
                    *op = Op::Return { value: None };
                },
            ),
        ),
        (
            "an address or size in a register of another type",
            of(
                |op| matches!(op, Op::Alloc { .. }),
                |p, op| {
                    let Op::Alloc { dst, .. } = op else { return };
                    *dst = register(p, INT);
                },
            ),
        ),
        (
            "an address of a wrong type",
            of(
                |op| matches!(op, Op::Free { .. }),
                |_, op| {
                    let Op::Free { addr } = op else { return };
                    *addr = constant(INT);
                },
            ),
        ),
        (
            "an assume edge without its opposite",
            Box::new(|p| {
                with_edges(p, |_, edges| {
                    let at = edges.iter().position(|e| matches!(e.op, Op::Assume { .. })).expect("a condition");
                    edges.remove(at);
                });
            }),
        ),
        (
            "two edges that are not the halves of one condition",
            Box::new(|p| {
                with_op(
                    p,
                    |op| matches!(op, Op::Assume { .. }),
                    |op| {
                        let Op::Assume { holds, .. } = op else { return };
                        *holds = !*holds;
                    },
                );
            }),
        ),
        (
            "two edges that are not the halves of one condition",
            Box::new(|p| {
                with_op(
                    p,
                    |op| matches!(op, Op::Assume { .. }),
                    |op| {
                        let Op::Assume { cond, .. } = op else { return };
                        *cond = constant(INT);
                    },
                );
            }),
        ),
        (
            "two edges that are not the halves of one condition",
            Box::new(|p| {
                with_edges(p, |_, edges| {
                    let edge = edges.iter().find(|e| is_assign(&e.op)).expect("an assignment").clone();
                    edges.push(Edge { op: Op::Skip, ..edge });
                });
            }),
        ),
        (
            "more than two edges",
            Box::new(|p| {
                with_edges(p, |_, edges| {
                    let edge = edges.iter().find(|e| matches!(e.op, Op::Assume { .. })).expect("a condition").clone();
                    edges.push(edge);
                });
            }),
        ),
        (
            "an edge ends nowhere",
            Box::new(|p| {
                with_edges(p, |function, edges| edges[0].target = Loc::from_index(function.locations()));
            }),
        ),
        (
            "the entry is no location",
            Box::new(|p| {
                let entry = p.entry;
                p.functions[entry].entry = Loc::from_index(p.functions[entry].locations());
            }),
        ),
        (
            "more parameters than locals",
            Box::new(|p| {
                let entry = p.entry;
                p.functions[entry].params = p.functions[entry].locals.len() + 1;
            }),
        ),
        (
            "a parameter is no register",
            Box::new(|p| {
                let twice = p.function_named("twice").expect("it is called");
                p.functions[twice].locals[LocalId(0)].storage = Storage::Memory { size: 4, align: 4 };
            }),
        ),
        ("there is no entry function", Box::new(|p| p.entry = FuncId(9999))),
        ("what follows the last thread takes arguments", Box::new(|p| p.after_last_thread = p.function_named("twice"))),
        ("what follows the last thread takes arguments", Box::new(|p| p.after_last_thread = Some(FuncId(9999)))),
        (
            "a relocation points nowhere",
            Box::new(|p| {
                relocation(p, |r| r.target = RelocationTarget::Global(GlobalId(9999)));
            }),
        ),
        (
            "a relocation points nowhere",
            Box::new(|p| {
                relocation(p, |r| r.target = RelocationTarget::Function(FuncId(9999)));
            }),
        ),
        ("a relocation lies outside of its object", Box::new(|p| relocation(p, |r| r.offset = 4))),
        ("a relocation lies outside of its object", Box::new(|p| relocation(p, |r| r.offset = u64::MAX - 3))),
        ("more initial bytes than the object has", Box::new(|p| p.globals[GlobalId(0)].init = vec![1; 64])),
        ("an alignment that is no power of two", Box::new(|p| p.globals[GlobalId(0)].align = 3)),
        ("an alignment that is no power of two", Box::new(|p| p.globals[GlobalId(0)].align = 0)),
    ];
    for (law, change) in broken {
        let mut program = program();
        change(&mut program);
        let wrong = program.check_laws();
        assert!(wrong.iter().any(|w| w.contains(law)), "{law}: {wrong:?}");
    }
}

fn relocation(program: &mut Program, change: impl FnOnce(&mut Relocation)) {
    let global = program.globals.iter_mut().find(|g| !g.relocations.is_empty()).expect("p points to g");
    change(&mut global.relocations[0]);
}

/// One operation of each kind that has operands, over the registers 1, 2, 3, …, each of them once.
fn operations() -> Vec<(Op, &'static [u32], &'static [u32])> {
    let reg = |n: u32| Expr::reg(LocalId(n), INT, Span::NONE);
    let access = Access { ty: INT, atomic: Some(MemoryOrder::SeqCst), volatile: false };
    let dst = LocalId(1);
    let argument =
        raddle_program::ExternalArg { value: reg(2), writable_target: None, writes_behind: false, points: true };
    let buffer = raddle_program::OutputSink::Buffer { addr: reg(2), size: Some(reg(3)) };
    vec![
        (Op::Assume { cond: reg(2), holds: true }, &[], &[2]),
        (Op::Require { cond: binary(BinaryOp::Add, reg(2), reg(3), INT) }, &[], &[2, 3]),
        (Op::Assign { dst, value: expr(ExprKind::Cast(Box::new(reg(2))), LONG) }, &[1], &[2]),
        (Op::Nondet { dst, kind: raddle_program::NondetKind::Uninitialised, ranges: None }, &[1], &[]),
        (Op::Declare { local: dst }, &[1], &[]),
        (Op::Load { dst, addr: reg(2), access }, &[1], &[2]),
        (Op::Store { addr: reg(2), value: reg(3), access }, &[], &[2, 3]),
        (Op::Rmw { dst: Some(dst), addr: reg(2), op: RmwOp::Add, operand: reg(3), access }, &[1], &[2, 3]),
        (
            Op::CompareExchange {
                dst,
                failed: LocalId(2),
                addr: reg(3),
                expected: reg(4),
                desired: reg(5),
                weak: true,
                access,
            },
            &[1, 2],
            &[3, 4, 5],
        ),
        (Op::Call { dst: Some(dst), callee: Callee::Indirect(reg(2)), args: vec![reg(3), reg(4)] }, &[1], &[2, 3, 4]),
        (Op::Return { value: Some(reg(2)) }, &[], &[2]),
        (Op::Free { addr: reg(2) }, &[], &[2]),
        (Op::StackFree { addr: reg(2) }, &[], &[2]),
        (Op::BlockSize { dst, addr: reg(2) }, &[1], &[2]),
        (Op::TakeText { dst, addr: reg(2) }, &[1], &[2]),
        (
            Op::Compute { dst, function: raddle_program::Computation::Fma, args: vec![reg(2), reg(3), reg(4)] },
            &[1],
            &[2, 3, 4],
        ),
        (
            Op::Sync {
                op: raddle_program::SyncOp::ThreadJoin,
                args: vec![reg(3)],
                dst: Some(dst),
                out: Some(LocalId(2)),
            },
            &[1, 2],
            &[3],
        ),
        (Op::External { name: "f".to_string(), dst: Some(dst), args: vec![argument] }, &[1], &[2]),
        (Op::Output { dst: Some(dst), sink: buffer, format: reg(4), args: vec![reg(5)] }, &[1], &[2, 3, 4, 5]),
    ]
}

#[test]
fn an_operation_names_all_its_operands_and_a_renaming_reaches_each() {
    let read = |op: &Op| {
        let mut found = Vec::new();
        op.for_each_expr(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Reg(local) = e.kind {
                    found.push(local.0);
                }
            });
        });
        found.sort_unstable();
        found
    };
    let set = |op: &Op| op.defs().into_iter().flatten().map(|l| l.0).collect::<Vec<u32>>();
    for (op, sets, reads) in operations() {
        assert_eq!((set(&op), read(&op)), (sets.to_vec(), reads.to_vec()), "{op:?}");
        let mut renamed = op.clone();
        renamed.rename_locals(&|local| LocalId(local.0 + 100));
        let all = |locals: &[u32]| locals.iter().map(|l| l + 100).collect::<Vec<u32>>();
        assert_eq!((set(&renamed), read(&renamed)), (all(sets), all(reads)), "{op:?}");
        renamed.rename_locals(&|local| LocalId(local.0 - 100));
        assert_eq!(renamed, op);
    }
    let mut addr = expr(ExprKind::LocalAddr(LocalId(1), 4), ADDRESS);
    addr.rename_locals(&|_| LocalId(7));
    assert_eq!(addr.kind, ExprKind::LocalAddr(LocalId(7), 4));
}
