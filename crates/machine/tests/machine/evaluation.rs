//! Law: the fast evaluator and the operators of `arith` agree on random expressions, and what the fast one gives up on
//! the complete one still answers.

use raddle_machine::{Config, Machine, Progress, ThreadIx, Value, ZeroOracle, arith};
use raddle_program::{BinaryOp, Expr, ExprKind, Op, Scalar, Span, UnaryOp};

use crate::build::{Fun, program};

/// A linear congruential generator is random enough to pick operators.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn scalar(&mut self) -> Scalar {
        let widths = [8, 16, 24, 32, 32, 32, 64, 64, 128];
        Scalar::Int { bits: widths[self.below(widths.len())], signed: self.below(2) == 0 }
    }

    fn constant(&mut self, ty: Scalar) -> Expr {
        let edges = [0, 1, 2, 7, 31, 255, u128::MAX, u128::MAX - 1, 1 << (ty.bits() - 1), (1 << (ty.bits() - 1)) - 1];
        Expr::constant(edges[self.below(edges.len())], ty, Span::NONE)
    }

    fn expr(&mut self, ty: Scalar, depth: usize) -> Expr {
        if depth == 0 {
            return self.constant(ty);
        }
        let arithmetic = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Rem,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
        ];
        let comparisons = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];
        let kind = match self.below(7) {
            0 => {
                let op = [UnaryOp::Neg, UnaryOp::BitNot][self.below(2)];
                ExprKind::Unary(op, Box::new(self.expr(ty, depth - 1)))
            }
            1 => {
                let from = self.scalar();
                ExprKind::Cast(Box::new(self.expr(from, depth - 1)))
            }
            2 => {
                let (of, op) = (self.scalar(), comparisons[self.below(comparisons.len())]);
                let operands = [0; 2].map(|_| Box::new(self.expr(of, depth - 1)));
                let [a, b] = operands;
                let compared = Expr { kind: ExprKind::Binary(op, a, b), ty: Scalar::INT, span: Span::NONE };
                ExprKind::Cast(Box::new(compared))
            }
            3 => {
                let op = [BinaryOp::Shl, BinaryOp::Shr][self.below(2)];
                let amount = self.scalar();
                ExprKind::Binary(op, Box::new(self.expr(ty, depth - 1)), Box::new(self.constant(amount)))
            }
            4 => {
                let of = self.scalar();
                let condition = Box::new(self.expr(of, depth - 1));
                ExprKind::Ite(condition, Box::new(self.expr(ty, depth - 1)), Box::new(self.expr(ty, depth - 1)))
            }
            _ => {
                let op = arithmetic[self.below(arithmetic.len())];
                ExprKind::Binary(op, Box::new(self.expr(ty, depth - 1)), Box::new(self.expr(ty, depth - 1)))
            }
        };
        Expr { kind, ty, span: Span::NONE }
    }
}

/// The value by the book: every operator through `arith`; `None` where a division is undefined.
fn by_the_book(expr: &Expr) -> Option<u128> {
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits),
        ExprKind::Unary(op, a) => Some(arith::unary(*op, a.ty, by_the_book(a)?)),
        ExprKind::Binary(op, a, b) => arith::binary(*op, a.ty, b.ty, by_the_book(a)?, by_the_book(b)?),
        ExprKind::Cast(a) => Some(arith::cast(a.ty, expr.ty, by_the_book(a)?).0),
        ExprKind::Ite(c, a, b) => by_the_book(if arith::is_true(c.ty, by_the_book(c)?) { a } else { b }),
        ExprKind::Reg(_) | ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => None,
    }
}

#[test]
fn the_machine_computes_by_the_book() {
    let mut random = Random(1);
    let mut defined = 0;
    for _ in 0..5_000 {
        let ty = random.scalar();
        let expr = random.expr(ty, 4);
        let mut main = Fun::new("main");
        let x = main.reg("x", ty);
        main.emit(Op::Assign { dst: x, value: expr.clone() });
        let built = program(vec![main], &[]);
        let machine = Machine::new(&built, Config::default());
        let mut oracle = ZeroOracle::default();
        let mut state = machine.initial(&mut oracle).unwrap();
        match (machine.step(&mut state, ThreadIx(0), &mut oracle), by_the_book(&expr)) {
            (Ok(progress), Some(expected)) => {
                assert_eq!(progress, Progress::Ran);
                assert_eq!(state.threads[0].frames[0].regs[0], Value::Bits(expected), "{expr:?}");
                defined += 1;
            }
            (Err(halt), None) => assert!(halt.what.contains("division"), "{halt}"),
            (got, expected) => panic!("{got:?} instead of {expected:?}: {expr:?}"),
        }
    }
    assert!(defined > 2_000, "only {defined} expressions were defined");
}
