//! What a register may hold: addresses of objects, with offsets, and numbers.
//!
//! **Idea.** Points-to analysis with offsets ([`Offsets`]) and with instances in place of functions. Numbers are kept beside
//! addresses for two reasons. They are what is added to addresses. And they tell an address that the program *made up* (an input, the
//! result of an external function, an integer turned into a pointer) from one that it was given: an access through a value that may be a
//! number is an access nobody can place, unless the number is null or an error number, with which no access succeeds.
//!
//! **Soundness.** A value stands for its numbers, and for all addresses that can be computed from the addresses of its objects:
//! every operator keeps the objects of its operands, and forgets offsets unless it is an addition or a copy. Numbers are signed, and so
//! are offsets (see [`Offsets`] for wrapping around).
//!
//! **Cost.** In large programs many registers and cells point to the same many objects. So sets of targets are immutable and shared ([`Targets`]): a copy of one costs nothing, whoever
//! joins what it has already sees that at once, and a load through many addresses joins each of the sets that it finds once (M. Barbar, Y. Sui: *Hash Consed Points-To Sets*, 2021).
//! Rejected: one set for everything beyond some size, which forgets what real programs need, where a driver's structures point to each other.

use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Deref;
use std::sync::Arc;

use raddle_program::{BinaryOp, DataModel, Expr, ExprKind, LocalId, Scalar, UnaryOp};

use super::instances::InstanceId;
use super::objects::{Object, ObjectId, Objects};
use super::offsets::Offsets;

/// No object lies below this address or in the last bytes of the address space, as many as this.
const UNUSED: i64 = 4096;

/// What is known about the arithmetic of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// How wide addresses are.
    pub data_model: DataModel,
    /// Whether signed numbers wrap around, as they do on the hardware, or stay in their types, as C says.
    pub wraps: bool,
}

/// The numbers that a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Which.
    pub offsets: Offsets,
    /// Whether no object has such an address.
    pub harmless: bool,
}

impl Number {
    /// Any number.
    pub const ANY: Number = Number { offsets: Offsets::ANY, harmless: false };
    /// Any number that is no address: an error number, a truth value, what is in memory that nobody has set.
    pub const SMALL: Number = Number { offsets: Offsets::ANY, harmless: true };

    /// One number.
    pub fn exactly(number: i64) -> Number {
        Number { offsets: Offsets::exactly(number), harmless: (-UNUSED..UNUSED).contains(&number) }
    }

    fn new(offsets: Offsets) -> Number {
        offsets.exact().map_or(Number { offsets, harmless: false }, Number::exactly)
    }

    fn join(self, other: Number) -> Number {
        Number { offsets: self.offsets.join(other.offsets), harmless: self.harmless && other.harmless }
    }
}

/// Addresses: objects with offsets, sorted by object.
#[derive(Clone, Default, Eq)]
pub struct Targets(Option<Arc<[(ObjectId, Offsets)]>>);

impl Deref for Targets {
    type Target = [(ObjectId, Offsets)];

    fn deref(&self) -> &[(ObjectId, Offsets)] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl std::fmt::Debug for Targets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Targets {
    fn eq(&self, other: &Targets) -> bool {
        self.is_same(other) || self[..] == other[..]
    }
}

impl FromIterator<(ObjectId, Offsets)> for Targets {
    /// Of sorted targets.
    fn from_iter<I: IntoIterator<Item = (ObjectId, Offsets)>>(iter: I) -> Targets {
        let all: Arc<[_]> = iter.into_iter().collect();
        Targets((!all.is_empty()).then_some(all))
    }
}

impl Targets {
    /// Whether two are one set in memory; what is equal need not be.
    pub fn is_same(&self, other: &Targets) -> bool {
        self.address() == other.address()
    }

    /// Where the set is in memory.
    fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |all| all.as_ptr() as usize)
    }

    /// The offsets at which they point into an object.
    pub fn offsets_in(&self, object: ObjectId) -> Option<Offsets> {
        let found = self.binary_search_by_key(&object, |(o, _)| *o).ok()?;
        Some(self[found].1)
    }

    /// With other offsets.
    pub fn map(&self, offsets: impl Fn(Offsets) -> Offsets) -> Targets {
        if self.iter().all(|(_, o)| offsets(*o) == *o) {
            return self.clone();
        }
        self.iter().map(|(object, o)| (*object, offsets(*o))).collect()
    }

    /// Whether all of them are among others.
    pub fn is_within(&self, other: &Targets) -> bool {
        if self.is_same(other) {
            return true;
        }
        if self.len() > other.len() {
            return false;
        }
        let mut theirs = other.iter();
        self.iter().all(|(object, mine)| {
            let found = theirs.find(|(o, _)| o >= object);
            found.is_some_and(|(o, offsets)| o == object && mine.is_within(*offsets))
        })
    }

    /// Adds others; true if something was new.
    fn join(&mut self, other: &Targets) -> bool {
        if other.is_within(self) {
            return false;
        }
        if self.is_within(other) {
            *self = other.clone();
            return true;
        }
        let mut out = Vec::with_capacity(self.len() + other.len());
        let mut mine = self.iter().copied().peekable();
        for (object, offsets) in other.iter().copied() {
            while let Some(target) = mine.next_if(|(o, _)| *o < object) {
                out.push(target);
            }
            let both = mine.next_if(|(o, _)| *o == object).map_or(offsets, |(_, known)| known.join(offsets));
            out.push((object, both));
        }
        out.extend(mine);
        *self = Targets(Some(out.into()));
        true
    }
}

/// Makes sets that are equal one set in memory.
#[derive(Debug, Default)]
pub struct SharedTargets {
    sets: FxHashSet<Arc<[(ObjectId, Offsets)]>>,
}

impl SharedTargets {
    /// The same set, or the one that was there before.
    pub fn share(&mut self, targets: &mut Targets) {
        let Some(mine) = &targets.0 else { return };
        match self.sets.get(mine) {
            Some(known) => targets.0 = Some(known.clone()),
            None => drop(self.sets.insert(mine.clone())),
        }
    }
}

/// Which sets are within which, of those that were compared.
#[derive(Debug, Default)]
pub struct Inclusions {
    /// By where they are; they stay there as long as they are kept here.
    found: FxHashMap<(usize, usize), (Targets, Targets)>,
}

impl Inclusions {
    /// Smaller ones than this are compared again.
    const LARGE: usize = 16;

    /// Whether all of a set are among others.
    pub fn is_within(&mut self, mine: &Targets, other: &Targets) -> bool {
        if mine.len() < Inclusions::LARGE || mine.len() > other.len() || mine.is_same(other) {
            return mine.is_within(other);
        }
        let key = (mine.address(), other.address());
        if self.found.contains_key(&key) {
            return true;
        }
        let within = mine.is_within(other);
        if within {
            self.found.insert(key, (mine.clone(), other.clone()));
        }
        within
    }
}

/// Sets of targets, each once as long as they are one in memory.
#[derive(Debug, Default)]
pub struct Gathered {
    /// By where they are, and kept so that they stay there.
    seen: FxHashMap<usize, Targets>,
    all: Targets,
}

impl Gathered {
    /// Adds a set.
    pub fn add(&mut self, targets: &Targets) {
        // Small ones are joined as fast as they are found.
        let is_new = targets.len() < 4
            || !targets.is_same(&self.all) && self.seen.insert(targets.address(), targets.clone()).is_none();
        if is_new {
            self.all.join(targets);
        }
    }

    /// All together.
    pub fn all(self) -> Targets {
        self.all
    }
}

/// What a register or a cell may hold; nothing if it is never set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Addresses.
    pub targets: Targets,
    /// Numbers.
    pub number: Option<Number>,
}

impl Value {
    /// A number.
    pub fn number(number: Number) -> Value {
        Value { targets: Targets::default(), number: Some(number) }
    }

    /// An address.
    pub fn address(object: ObjectId, offsets: Offsets) -> Value {
        Value { targets: Targets::from_iter([(object, offsets)]), number: None }
    }

    /// Whether it may be an address that the program made up.
    pub fn is_made_up(&self) -> bool {
        self.number.is_some_and(|n| !n.harmless)
    }

    /// The one exact address that it may be, if an access through it succeeds at all.
    pub fn exact_address(&self) -> Option<(ObjectId, i64)> {
        match self.targets[..] {
            [(object, offsets)] if !self.is_made_up() => Some((object, offsets.exact()?)),
            _ => None,
        }
    }

    /// The one number that it is.
    pub fn exact_number(&self) -> Option<i64> {
        if self.targets.is_empty() { self.number?.offsets.exact() } else { None }
    }

    /// The offsets at which it may point into an object.
    pub fn offsets_in(&self, object: ObjectId) -> Option<Offsets> {
        self.targets.offsets_in(object)
    }

    /// Adds another one; true if something was new.
    pub fn join(&mut self, other: &Value) -> bool {
        let mut changed = self.targets.join(&other.targets);
        let number = match (self.number, other.number) {
            (Some(mine), Some(theirs)) => Some(mine.join(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
        changed |= number != self.number;
        self.number = number;
        changed
    }

    /// Whether another one stands for all that this one does.
    pub fn is_within(&self, other: &Value) -> bool {
        self.targets.is_within(&other.targets) && self.has_number_within(other)
    }

    /// Whether the numbers of another one are those of this one, too.
    pub fn has_number_within(&self, other: &Value) -> bool {
        match (self.number, other.number) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(theirs)) => mine.join(theirs) == theirs,
        }
    }

    /// With offsets and numbers forgotten.
    pub fn blurred(mut self) -> Value {
        self.targets = self.targets.map(|_| Offsets::ANY);
        self.number =
            self.number.map(|n| Number { offsets: Offsets::ANY, harmless: n.harmless && n.offsets.exact() == Some(0) });
        self
    }

    fn map(mut self, offsets: impl Fn(Offsets) -> Offsets, number: impl Fn(Number) -> Number) -> Value {
        self.targets = self.targets.map(offsets);
        self.number = self.number.map(number);
        self
    }
}

/// What an expression of an instance may be, given its registers.
pub fn evaluate(objects: &Objects, instance: InstanceId, registers: &[Value], expr: &Expr) -> Value {
    let eval = |e: &Expr| evaluate(objects, instance, registers, e);
    let model = objects.arithmetic();
    match &expr.kind {
        ExprKind::Const(bits) => Value::number(constant(*bits, expr.ty, model)),
        ExprKind::Reg(local) => register(registers, *local),
        ExprKind::GlobalAddr(g, offset) => Value::address(objects.id(Object::Global(*g)), Offsets::exactly(*offset)),
        ExprKind::LocalAddr(l, offset) => {
            Value::address(objects.id(Object::Local(instance, *l)), Offsets::exactly(*offset))
        }
        ExprKind::FuncAddr(f) => Value::address(objects.id(Object::Function(*f)), Offsets::exactly(0)),
        ExprKind::Unary(UnaryOp::Neg, a) => {
            eval(a).map(|_| Offsets::ANY, |n| fit(Number::new(n.offsets.negated()), expr.ty, model))
        }
        ExprKind::Unary(UnaryOp::BitNot, a) => {
            let complement = |n: Number| Number::new(n.offsets.negated().plus(Offsets::exactly(-1)));
            eval(a).map(|_| Offsets::ANY, |n| fit(complement(n), expr.ty, model))
        }
        ExprKind::Cast(a) => cast(eval(a), a.ty, expr.ty, model),
        ExprKind::Ite(_, a, b) => {
            let mut value = eval(a);
            value.join(&eval(b));
            value
        }
        ExprKind::Binary(op, a, b) => binary(*op, eval(a), eval(b), (a, b), expr.ty, model),
    }
}

fn register(registers: &[Value], local: LocalId) -> Value {
    registers.get(local.0 as usize).cloned().unwrap_or_default()
}

/// Whether numbers of a type are taken as signed: those of signed types, and those as wide as an address.
fn is_signed(ty: Scalar, model: Arithmetic) -> bool {
    match ty {
        Scalar::Int { bits, signed } => signed || u64::from(bits) == 8 * model.data_model.pointer_size() || bits == 64,
        Scalar::Float(_) => false,
    }
}

fn constant(bits: u128, ty: Scalar, model: Arithmetic) -> Number {
    match ty {
        Scalar::Int { bits: width, .. } if width <= 64 => {
            let signed = Scalar::Int { bits: width, signed: is_signed(ty, model) };
            i64::try_from(signed.to_i128(bits)).map_or(Number::ANY, Number::exactly)
        }
        Scalar::Int { .. } | Scalar::Float(_) => Number::ANY,
    }
}

/// The number as one of a type: it may have wrapped around.
fn fit(number: Number, ty: Scalar, model: Arithmetic) -> Number {
    match (ty, number.offsets.exact()) {
        (Scalar::Int { bits, .. }, Some(exact)) if bits <= 64 => {
            constant(ty.truncate(exact as i128 as u128), ty, model)
        }
        // Signed arithmetic that wraps around is undefined.
        (Scalar::Int { signed: true, .. }, None) if !model.wraps => number,
        (Scalar::Int { bits, .. }, None) if (8..=64).contains(&bits) => {
            let offsets = number.offsets.wrapped();
            Number { offsets: if offsets.modulus > 128 && bits < 32 { Offsets::ANY } else { offsets }, ..number }
        }
        (Scalar::Int { .. }, _) | (Scalar::Float(_), _) => Number { harmless: number.harmless, ..Number::ANY },
    }
}

fn cast(value: Value, from: Scalar, to: Scalar, model: Arithmetic) -> Value {
    let (Scalar::Int { bits: narrow, .. }, Scalar::Int { bits: wide, .. }) = (from, to) else {
        return Value { number: Some(Number::ANY), ..value.blurred() };
    };
    let keeps_address = u64::from(wide) >= 8 * model.data_model.pointer_size();
    let offsets = |o: Offsets| if keeps_address { o } else { Offsets::ANY };
    // Every number of the narrower type is one of the wider: the sign goes with it, if numbers are taken as the type says.
    let as_typed = matches!(from, Scalar::Int { signed, .. } if signed == is_signed(from, model));
    let grows = wide > narrow && is_signed(to, model) && as_typed;
    value.map(offsets, |n| match n.offsets.exact() {
        Some(exact) => {
            let number = from.to_i128(from.truncate(exact as i128 as u128));
            constant(to.truncate(number as u128), to, model)
        }
        None if grows => n,
        None if wide < 32 => Number { offsets: Offsets::ANY, ..n },
        None => fit(n, Scalar::Int { bits: wide, signed: false }, model),
    })
}

fn binary(op: BinaryOp, a: Value, b: Value, exprs: (&Expr, &Expr), ty: Scalar, model: Arithmetic) -> Value {
    match op {
        BinaryOp::Add => sum(&a, &b, ty, model),
        BinaryOp::Sub => {
            let negated = b.map(|_| Offsets::ANY, |n| Number::new(n.offsets.negated()));
            sum(&a, &negated, ty, model)
        }
        BinaryOp::Mul => match (a.exact_number(), b.exact_number()) {
            (_, Some(factor)) => product(a, exprs.0, factor, ty, model),
            (Some(factor), None) => product(b, exprs.1, factor, ty, model),
            (None, None) => mixed(a, b),
        },
        BinaryOp::Shl => match b.exact_number() {
            Some(by) if (0..40).contains(&by) => product(a, exprs.0, 1 << by, ty, model),
            Some(_) | None => mixed(a, b),
        },
        BinaryOp::And => {
            let small = |v: &Value| v.exact_number().is_some_and(|n| (0..UNUSED).contains(&n));
            let (harmless, mut value) = (small(&a) || small(&b), mixed(a, b));
            if harmless && value.targets.is_empty() {
                value.number = Some(Number::SMALL);
            }
            value
        }
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr | BinaryOp::Or | BinaryOp::Xor => mixed(a, b),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            let truth = compared(op, a.exact_number(), b.exact_number());
            Value::number(truth.map_or(Number::SMALL, |truth| Number::exactly(i64::from(truth))))
        }
    }
}

/// The result of a comparison of two numbers, if it does not depend on whether they are signed.
fn compared(op: BinaryOp, a: Option<i64>, b: Option<i64>) -> Option<bool> {
    let (a, b) = (a?, b?);
    match op {
        BinaryOp::Eq => Some(a == b),
        BinaryOp::Ne => Some(a != b),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge if a < 0 || b < 0 => None,
        BinaryOp::Lt => Some(a < b),
        BinaryOp::Le => Some(a <= b),
        BinaryOp::Gt => Some(a > b),
        BinaryOp::Ge => Some(a >= b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => None,
    }
}

/// All sums: of addresses and numbers, and of numbers.
fn sum(a: &Value, b: &Value, ty: Scalar, model: Arithmetic) -> Value {
    let mut out = Value::default();
    for (mine, other) in [(a, b), (b, a)] {
        let moved = mine.targets.map(|offsets| match other.number {
            Some(n) if other.targets.is_empty() => offsets.plus(n.offsets),
            Some(_) | None => Offsets::ANY,
        });
        out.targets.join(&moved);
    }
    if let (Some(mine), Some(theirs)) = (a.number, b.number) {
        let both = Number::new(mine.offsets.plus(theirs.offsets));
        // A pointer that may be null, or unset, is moved: nobody may do that if it is.
        let moved = (mine.harmless && !a.targets.is_empty()) || (theirs.harmless && !b.targets.is_empty());
        let fitted = fit(both, ty, model);
        out.number = Some(Number { harmless: fitted.harmless || moved, ..fitted });
    }
    out
}

/// The products with a number. An index that is narrower than an address cannot make them wrap around.
fn product(value: Value, expr: &Expr, factor: i64, ty: Scalar, model: Arithmetic) -> Value {
    let narrow = matches!((&expr.kind, ty), (ExprKind::Cast(inner), Scalar::Int { bits: 64, .. })
        if inner.ty.bits() <= 32 && factor.unsigned_abs() < 1 << 31);
    value.map(
        |_| Offsets::ANY,
        |n| {
            let times = Number::new(n.offsets.times(factor));
            if narrow && times.offsets.exact().is_none() { times } else { fit(times, ty, model) }
        },
    )
}

/// Some number, or some address in the objects of both.
fn mixed(a: Value, b: Value) -> Value {
    let a_number = a.number;
    let mut out = a.blurred();
    let number = a_number.and(b.number).map(|_| Number::ANY);
    out.join(&b.blurred());
    out.number = number;
    out
}
