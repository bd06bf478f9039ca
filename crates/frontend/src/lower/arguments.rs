//! The arguments of the program.
//!
//! Nobody knows them: `argc` is any number from 1 on, `argv[0]` to `argv[argc - 1]` are texts of any content and length, and `argv[argc]` is null. A program that looks at them gets memory for them: up to
//! [`ARGUMENTS`] arguments exactly as many pointers as there are and one more; with more arguments the first pointers, in a block that is *open* ([`BlockOwner::Environment`](raddle_program::BlockOwner)).
//! Texts are open blocks as well, of indeterminate bytes. Whoever looks behind what is modelled of an open block gets no verdict that depends on it. So a program
//! that only looks at its first arguments is understood completely. The strings of the environment (the third parameter of `main`) are the same with a number that nobody knows.
//!
//! If the user says what the arguments are, they are that: as many, each with its characters and no room behind them; only `argv[0]`, the name under which the program is started, is still any text.
//!
//! Most programs do not look at their arguments; a vector of them would only make several states of one. Whether they are needed is known when the function is lowered, so room is left for what sets its parameters.

use raddle_program::{Access, BinaryOp, Expr, ExprKind, Loc, LocalId, NondetKind, Op, Scalar, Span};

use super::body::{Body, Home};
use super::fold;

/// Up to this many arguments are told apart.
const ARGUMENTS: u64 = 4;

/// So many characters of a text are modelled.
const CHARACTERS: u64 = 64;

/// Where the entry function's parameters get their values.
pub(super) struct Room {
    begins: Loc,
    ends: Loc,
}

/// Leaves room for what sets the parameters of the entry function.
pub(super) fn leave_room(body: &mut Body<'_, '_>) -> Room {
    let (begins, ends) = (body.automaton.here(), body.automaton.fresh());
    body.automaton.resume(ends);
    Room { begins, ends }
}

/// Sets the registers of the entry function's parameters.
pub(super) fn set_parameters(body: &mut Body<'_, '_>, room: Room, parameters: &[(Home, Span)]) {
    body.automaton.resume(room.begins);
    let mut argc = None;
    for (position, (home, span)) in parameters.iter().enumerate() {
        if let Home::Register(dst, scalar) = *home {
            let wanted = body.automaton.reads(dst);
            set(body, (dst, scalar), position, wanted.then(|| argc.clone()), *span);
            argc = argc.or(Some(Expr::reg(dst, scalar, *span)).filter(|_| is_count(position, scalar)));
        }
    }
    body.automaton.jump(room.ends);
}

/// Whether a parameter is `argc`.
pub(super) fn is_count(position: usize, scalar: Scalar) -> bool {
    position == 0 && scalar == Scalar::INT
}

/// Sets one parameter of the entry function. `looked_at`: something if somebody reads it; in it `argc`, if there is one.
pub(super) fn set(
    body: &mut Body<'_, '_>,
    (dst, scalar): (LocalId, Scalar),
    position: usize,
    looked_at: Option<Option<Expr>>,
    span: Span,
) {
    let any = |dst, name: &str, least: Option<i128>| {
        let ranges = least.map(|least| Box::from([(least, i128::from(i32::MAX))]));
        Op::Nondet { dst, kind: NondetKind::Input(name.to_string()), ranges }
    };
    let given = body.linker.arguments;
    match (position, looked_at) {
        _ if is_count(position, scalar) => match given {
            Some(given) => {
                let value = Expr::constant(given.len() as u128 + 1, scalar, span);
                body.emit(Op::Assign { dst, value }, span);
            }
            None => body.emit(any(dst, "argc", Some(1)), span),
        },
        (1, Some(Some(_))) if scalar == body.linker.pointer() && given.is_some() => {
            vector_of(body, dst, given.unwrap_or_default(), span);
        }
        (1, Some(Some(argc))) if scalar == body.linker.pointer() => vector(body, dst, &argc, span),
        (2, Some(_)) if scalar == body.linker.pointer() => {
            let count = body.temporary(Scalar::INT, span);
            body.emit(any(count, "number of environment variables", Some(0)), span);
            vector(body, dst, &Expr::reg(count, Scalar::INT, span), span);
        }
        (1, _) => body.emit(any(dst, "argv", None), span),
        _ => body.emit(any(dst, "program argument", None), span),
    }
}

/// Memory for the name of the program, any text, and the arguments that are given.
fn vector_of(body: &mut Body<'_, '_>, dst: LocalId, given: &[String], span: Span) {
    let pointer = body.linker.pointer();
    let width = pointer.size();
    let size = body.word((given.len() as u64 + 2) * width, span);
    let block = body.environment_block(size, false, span);
    body.emit(Op::Assign { dst, value: block }, span);
    let set = |body: &mut Body<'_, '_>, index: u64, value: Expr| {
        let at = fold::binary(BinaryOp::Add, Expr::reg(dst, pointer, span), body.word(index * width, span), span);
        body.store(at, value, Access::plain(pointer), span);
    };
    let room = body.word(CHARACTERS, span);
    let name = body.environment_block(room, true, span);
    set(body, 0, name);
    for (index, text) in (1..).zip(given) {
        let size = body.word(text.len() as u64 + 1, span);
        let block = body.environment_block(size, false, span);
        set(body, index, block.clone());
        let character = Scalar::Int { bits: 8, signed: true };
        for (offset, byte) in (0..).zip(text.bytes().chain([0])) {
            let at = fold::binary(BinaryOp::Add, block.clone(), body.word(offset, span), span);
            body.store(at, Expr::constant(u128::from(byte), character, span), Access::plain(character), span);
        }
    }
    let null = body.word(0, span);
    set(body, given.len() as u64 + 1, null);
}

/// Memory for `count` texts, with their addresses and null in a block.
fn vector(body: &mut Body<'_, '_>, dst: LocalId, count: &Expr, span: Span) {
    let pointer = body.linker.pointer();
    let width = pointer.size();
    let at_least = |n: u64| {
        let n = Expr::constant(u128::from(n), Scalar::INT, span);
        fold::binary(BinaryOp::Le, n, count.clone(), span)
    };
    let [few, many, filled] = [(); 3].map(|()| body.automaton.fresh());
    body.automaton.branch(at_least(ARGUMENTS + 1), span, many, few);

    body.automaton.resume(few);
    let size = |body: &Body<'_, '_>, elements: Expr| {
        fold::binary(BinaryOp::Mul, fold::cast(elements, pointer, span), body.word(width, span), span)
    };
    let one = Expr::constant(1, Scalar::INT, span);
    let bytes = size(body, fold::binary(BinaryOp::Add, count.clone(), one, span));
    let block = body.environment_block(bytes, false, span);
    body.emit(Op::Assign { dst, value: block }, span);
    let begin = || Expr::reg(dst, pointer, span);
    let end = fold::binary(BinaryOp::Add, begin(), size(body, count.clone()), span);
    let null = body.word(0, span);
    body.store(end, null, Access::plain(pointer), span);
    let element = |body: &mut Body<'_, '_>, index: u64| {
        let text = body.word(CHARACTERS, span);
        let text = body.environment_block(text, true, span);
        let at = fold::binary(BinaryOp::Add, begin(), body.word(index * width, span), span);
        body.store(at, text, Access::plain(pointer), span);
    };
    for index in 0..ARGUMENTS {
        let there = body.automaton.fresh();
        body.automaton.branch(at_least(index + 1), span, there, filled);
        body.automaton.resume(there);
        element(body, index);
    }
    body.automaton.jump(filled);

    body.automaton.resume(many);
    let bytes = body.word((ARGUMENTS + 1) * width, span);
    let block = body.environment_block(bytes, true, span);
    body.emit(Op::Assign { dst, value: block }, span);
    for index in 0..=ARGUMENTS {
        element(body, index);
    }
    body.automaton.enter(filled);
}

impl super::automaton::Automaton {
    /// Whether a register is read somewhere.
    fn reads(&self, register: LocalId) -> bool {
        let mut found = false;
        for edge in self.edges() {
            let is_read = |part: &Expr| part.kind == ExprKind::Reg(register);
            edge.op.for_each_expr(&mut |expr| expr.walk(&mut |part| found |= is_read(part)));
        }
        found
    }
}
