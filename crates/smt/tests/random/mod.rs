//! Random expressions with a meaning of their own: values are vectors of bits and every operator is written out on them, sharing
//! nothing with the crate under test.

#![allow(dead_code)]

use raddle_smt::{Sort, Term, Terms};

/// A small generator of pseudo-random numbers (splitmix).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// An expression as written.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A variable by its number in the list of variables.
    Variable(usize),
    Bool(bool),
    Constant(u128, u32),
    Op(Op, Vec<Expression>),
}

/// The operators of the constructors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Equal,
    Ite,
    Neg,
    BvNot,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    BvAnd,
    BvOr,
    BvXor,
    Shl,
    Lshr,
    Ashr,
    Ult,
    Ule,
    Slt,
    Sle,
    Concat,
    Extract {
        low: u32,
        width: u32,
    },
    ZeroExtend(u32),
    SignExtend(u32),
    Select,
    Store,
    ConstantArray {
        index: u32,
    },
    /// The function whose table is this variable, an array with indices of [`FUNCTION`] bits.
    Apply(usize),
}

/// Arrays with indices of this width are tables of functions.
pub const FUNCTION: u32 = 1;

/// How many bits a value of a sort has; an array is its elements one after the other.
pub fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Bool | Sort::Bv(_) => sort.width(),
        Sort::Array { index, element } => element << index,
    }
}

/// A random expression of a sort over the variables.
pub fn expression(random: &mut Random, sort: Sort, depth: u32, variables: &[Sort]) -> Expression {
    if depth == 0 || random.below(8) == 0 {
        return leaf(random, sort, variables);
    }
    match sort {
        Sort::Bool => {
            let width = variable_width(random, variables);
            let bv = Sort::Bv(width);
            let bv_op = |random: &mut Random, op| {
                let a = expression(random, bv, depth - 1, variables);
                let b = expression(random, bv, depth - 1, variables);
                Expression::Op(op, vec![a, b])
            };
            let bool_op = |random: &mut Random, op, n: usize| {
                Expression::Op(op, (0..n).map(|_| expression(random, Sort::Bool, depth - 1, variables)).collect())
            };
            match random.below(14) {
                0 => bool_op(random, Op::Not, 1),
                1 | 2 => bool_op(random, Op::And, 2),
                3 | 4 => bool_op(random, Op::Or, 2),
                5 => bool_op(random, Op::Xor, 2),
                6 => bool_op(random, Op::Implies, 2),
                7 => bool_op(random, Op::Iff, 2),
                8 => bool_op(random, Op::Ite, 3),
                9 => bv_op(random, Op::Ult),
                10 => bv_op(random, Op::Ule),
                11 => bv_op(random, Op::Slt),
                12 => bv_op(random, Op::Sle),
                _ => match arrays(variables).find(|(_, index, _)| *index != FUNCTION) {
                    Some((_, index, element)) if random.below(3) == 0 => {
                        let sort = Sort::Array { index, element };
                        let a = expression(random, sort, depth - 1, variables);
                        let b = expression(random, sort, depth - 1, variables);
                        Expression::Op(Op::Equal, vec![a, b])
                    }
                    _ => bv_op(random, Op::Equal),
                },
            }
        }
        Sort::Bv(width) => {
            let fitting: Vec<(usize, u32)> =
                arrays(variables).filter(|(_, _, e)| *e == width).map(|(i, index, _)| (i, index)).collect();
            if !fitting.is_empty() && random.below(3) == 0 {
                let (variable, index) = fitting[random.below(fitting.len() as u64) as usize];
                let at = expression(random, Sort::Bv(index), depth - 1, variables);
                return if index == FUNCTION {
                    Expression::Op(Op::Apply(variable), vec![at])
                } else {
                    let array = expression(random, Sort::Array { index, element: width }, depth - 1, variables);
                    Expression::Op(Op::Select, vec![array, at])
                };
            }
            let same = |random: &mut Random, n: usize| {
                (0..n).map(|_| expression(random, sort, depth - 1, variables)).collect()
            };
            const BINARY: [Op; 14] = [
                Op::Add,
                Op::Sub,
                Op::Add,
                Op::Sub,
                Op::Mul,
                Op::Udiv,
                Op::Urem,
                Op::Sdiv,
                Op::Srem,
                Op::BvAnd,
                Op::BvOr,
                Op::BvXor,
                Op::Shl,
                Op::Lshr,
            ];
            match random.below(26) {
                0 => Expression::Op(Op::Neg, same(random, 1)),
                1 => Expression::Op(Op::BvNot, same(random, 1)),
                2..16 => {
                    let op = BINARY[random.below(14) as usize];
                    Expression::Op(op, same(random, 2))
                }
                16 => Expression::Op(Op::Ashr, same(random, 2)),
                17..20 => {
                    let c = expression(random, Sort::Bool, depth - 1, variables);
                    let mut operands = vec![c];
                    operands.extend::<Vec<_>>(same(random, 2));
                    Expression::Op(Op::Ite, operands)
                }
                20 if width > 1 => {
                    let low = 1 + random.below(u64::from(width) - 1) as u32;
                    let a = expression(random, Sort::Bv(width - low), depth - 1, variables);
                    let b = expression(random, Sort::Bv(low), depth - 1, variables);
                    Expression::Op(Op::Concat, vec![a, b])
                }
                21 | 22 => {
                    let whole = width + random.below(u64::from((129 - width).min(5))) as u32;
                    let low = random.below(u64::from(whole - width) + 1) as u32;
                    let a = expression(random, Sort::Bv(whole), depth - 1, variables);
                    Expression::Op(Op::Extract { low, width }, vec![a])
                }
                23 => {
                    let from = 1 + random.below(u64::from(width)) as u32;
                    let a = expression(random, Sort::Bv(from), depth - 1, variables);
                    Expression::Op(Op::ZeroExtend(width), vec![a])
                }
                24 => {
                    let from = 1 + random.below(u64::from(width)) as u32;
                    let a = expression(random, Sort::Bv(from), depth - 1, variables);
                    Expression::Op(Op::SignExtend(width), vec![a])
                }
                _ => leaf(random, sort, variables),
            }
        }
        Sort::Array { index, element } => match random.below(4) {
            0 => {
                let c = expression(random, Sort::Bool, depth - 1, variables);
                let a = expression(random, sort, depth - 1, variables);
                let b = expression(random, sort, depth - 1, variables);
                Expression::Op(Op::Ite, vec![c, a, b])
            }
            _ => {
                let a = expression(random, sort, depth - 1, variables);
                let i = expression(random, Sort::Bv(index), depth - 1, variables);
                let v = expression(random, Sort::Bv(element), depth - 1, variables);
                Expression::Op(Op::Store, vec![a, i, v])
            }
        },
    }
}

/// The array variables with their widths, and the tables of functions.
fn arrays(variables: &[Sort]) -> impl Iterator<Item = (usize, u32, u32)> {
    variables.iter().enumerate().filter_map(|(i, s)| match s {
        Sort::Array { index, element } => Some((i, *index, *element)),
        Sort::Bool | Sort::Bv(_) => None,
    })
}

fn variable_width(random: &mut Random, variables: &[Sort]) -> u32 {
    let widths: Vec<u32> = variables.iter().filter_map(|s| if let Sort::Bv(w) = s { Some(*w) } else { None }).collect();
    if widths.is_empty() || random.below(6) == 0 {
        1 + random.below(6) as u32
    } else {
        widths[random.below(widths.len() as u64) as usize]
    }
}

fn leaf(random: &mut Random, sort: Sort, variables: &[Sort]) -> Expression {
    let fitting: Vec<usize> = (0..variables.len()).filter(|i| variables[*i] == sort).collect();
    if !fitting.is_empty() && random.below(3) > 0 {
        return Expression::Variable(fitting[random.below(fitting.len() as u64) as usize]);
    }
    match sort {
        Sort::Bool => Expression::Bool(random.below(2) == 0),
        Sort::Bv(width) => {
            let ones = u128::MAX >> (128 - width);
            let value = match random.below(8) {
                0 => 0,
                1 => 1,
                2 => ones,
                3 => ones >> 1,
                4 => (ones >> 1) + 1,
                5 => ones - 1,
                _ => random.wide() & ones,
            };
            Expression::Constant(value & ones, width)
        }
        Sort::Array { index, element } => {
            let value = leaf(random, Sort::Bv(element), variables);
            Expression::Op(Op::ConstantArray { index }, vec![value])
        }
    }
}

/// The expression built through the store.
pub fn build(terms: &mut Terms, e: &Expression, variables: &[Term]) -> Term {
    let (op, operands) = match e {
        Expression::Variable(i) => return variables[*i],
        Expression::Bool(value) => return terms.bool(*value),
        Expression::Constant(value, width) => return terms.constant(*value, *width),
        Expression::Op(op, operands) => (op, operands),
    };
    let t: Vec<Term> = operands.iter().map(|o| build(terms, o, variables)).collect();
    match op {
        Op::Not => terms.not(t[0]),
        Op::And => terms.and(t[0], t[1]),
        Op::Or => terms.or(t[0], t[1]),
        Op::Xor => terms.xor(t[0], t[1]),
        Op::Implies => terms.implies(t[0], t[1]),
        Op::Iff => terms.iff(t[0], t[1]),
        Op::Equal => terms.equal(t[0], t[1]),
        Op::Ite => terms.ite(t[0], t[1], t[2]),
        Op::Neg => terms.bv_neg(t[0]),
        Op::BvNot => terms.bv_not(t[0]),
        Op::Add => terms.add(t[0], t[1]),
        Op::Sub => terms.sub(t[0], t[1]),
        Op::Mul => terms.mul(t[0], t[1]),
        Op::Udiv => terms.udiv(t[0], t[1]),
        Op::Urem => terms.urem(t[0], t[1]),
        Op::Sdiv => terms.sdiv(t[0], t[1]),
        Op::Srem => terms.srem(t[0], t[1]),
        Op::BvAnd => terms.bv_and(t[0], t[1]),
        Op::BvOr => terms.bv_or(t[0], t[1]),
        Op::BvXor => terms.bv_xor(t[0], t[1]),
        Op::Shl => terms.shl(t[0], t[1]),
        Op::Lshr => terms.lshr(t[0], t[1]),
        Op::Ashr => terms.ashr(t[0], t[1]),
        Op::Ult => terms.ult(t[0], t[1]),
        Op::Ule => terms.ule(t[0], t[1]),
        Op::Slt => terms.slt(t[0], t[1]),
        Op::Sle => terms.sle(t[0], t[1]),
        Op::Concat => terms.concat(t[0], t[1]),
        Op::Extract { low, width } => terms.extract(t[0], *low, *width),
        Op::ZeroExtend(width) => terms.zero_extend(t[0], *width),
        Op::SignExtend(width) => terms.sign_extend(t[0], *width),
        Op::Select => terms.select(t[0], t[1]),
        Op::Store => terms.store(t[0], t[1], t[2]),
        Op::ConstantArray { index } => terms.constant_array(*index, t[0]),
        Op::Apply(table) => {
            let Sort::Array { index, element } = terms.sort(variables[*table]) else { panic!("a table is an array") };
            let f = terms.function(&format!("f{table}"), &[Sort::Bv(index)], Sort::Bv(element));
            terms.apply(f, &[t[0]])
        }
    }
}

type Bits = Vec<bool>;

/// The bits of a number, lowest first.
pub fn to_bits(value: u128, width: u32) -> Bits {
    (0..width).map(|i| i < 128 && value >> i & 1 == 1).collect()
}

/// The number of bits.
pub fn from_bits(bits: &[bool]) -> u128 {
    bits.iter().rev().fold(0, |n, b| n << 1 | u128::from(*b))
}

/// The value of the expression as written. A Bool is one bit.
pub fn evaluate(e: &Expression, values: &[Bits]) -> Bits {
    let (op, operands) = match e {
        Expression::Variable(i) => return values[*i].clone(),
        Expression::Bool(value) => return vec![*value],
        Expression::Constant(value, width) => return to_bits(*value, *width),
        Expression::Op(op, operands) => (op, operands),
    };
    let v: Vec<Bits> = operands.iter().map(|o| evaluate(o, values)).collect();
    let bitwise = |f: fn(bool, bool) -> bool| v[0].iter().zip(&v[1]).map(|(a, b)| f(*a, *b)).collect::<Bits>();
    match op {
        Op::Not | Op::BvNot => v[0].iter().map(|b| !b).collect(),
        Op::And | Op::BvAnd => bitwise(|a, b| a & b),
        Op::Or | Op::BvOr => bitwise(|a, b| a | b),
        Op::Xor | Op::BvXor => bitwise(|a, b| a ^ b),
        Op::Implies => vec![!v[0][0] || v[1][0]],
        Op::Iff | Op::Equal => vec![v[0] == v[1]],
        Op::Ite => {
            if v[0][0] {
                v[1].clone()
            } else {
                v[2].clone()
            }
        }
        Op::Neg => negate(&v[0]),
        Op::Add => plus(&v[0], &v[1]),
        Op::Sub => plus(&v[0], &negate(&v[1])),
        Op::Mul => times(&v[0], &v[1]),
        Op::Udiv => divide(&v[0], &v[1]).0,
        Op::Urem => divide(&v[0], &v[1]).1,
        Op::Sdiv => {
            let quotient = divide(&magnitude(&v[0]), &magnitude(&v[1])).0;
            if sign(&v[0]) != sign(&v[1]) { negate(&quotient) } else { quotient }
        }
        Op::Srem => {
            let remainder = divide(&magnitude(&v[0]), &magnitude(&v[1])).1;
            if sign(&v[0]) { negate(&remainder) } else { remainder }
        }
        Op::Shl => shift(&v[0], &v[1], |x| std::iter::once(false).chain(x[..x.len() - 1].iter().copied()).collect()),
        Op::Lshr => shift(&v[0], &v[1], |x| x[1..].iter().copied().chain([false]).collect()),
        Op::Ashr => shift(&v[0], &v[1], |x| x[1..].iter().copied().chain([sign(x)]).collect()),
        Op::Ult => vec![less(&v[0], &v[1])],
        Op::Ule => vec![!less(&v[1], &v[0])],
        Op::Slt => vec![less(&flip(&v[0]), &flip(&v[1]))],
        Op::Sle => vec![!less(&flip(&v[1]), &flip(&v[0]))],
        Op::Concat => v[1].iter().chain(&v[0]).copied().collect(),
        Op::Extract { low, width } => v[0][*low as usize..(*low + *width) as usize].to_vec(),
        Op::ZeroExtend(width) => (0..*width as usize).map(|i| v[0].get(i).copied().unwrap_or(false)).collect(),
        Op::SignExtend(width) => (0..*width as usize).map(|i| v[0].get(i).copied().unwrap_or(sign(&v[0]))).collect(),
        Op::Select => element(&v[0], &v[1]).to_vec(),
        Op::Apply(table) => element(&values[*table], &v[0]).to_vec(),
        Op::Store => {
            let start = from_bits(&v[1]) as usize * v[2].len();
            let mut array = v[0].clone();
            array[start..start + v[2].len()].copy_from_slice(&v[2]);
            array
        }
        Op::ConstantArray { index } => v[0].repeat(1 << index),
    }
}

fn element<'a>(array: &'a [bool], index: &[bool]) -> &'a [bool] {
    let width = array.len() >> index.len();
    let start = from_bits(index) as usize * width;
    &array[start..start + width]
}

fn sign(x: &[bool]) -> bool {
    x[x.len() - 1]
}

fn flip(x: &[bool]) -> Bits {
    let mut y = x.to_vec();
    let top = y.len() - 1;
    y[top] = !y[top];
    y
}

fn plus(a: &[bool], b: &[bool]) -> Bits {
    let mut carry = false;
    let mut sum = Vec::new();
    for (x, y) in a.iter().zip(b) {
        let ones = u8::from(*x) + u8::from(*y) + u8::from(carry);
        sum.push(ones % 2 == 1);
        carry = ones >= 2;
    }
    sum
}

fn negate(a: &[bool]) -> Bits {
    let inverted: Bits = a.iter().map(|b| !b).collect();
    plus(&inverted, &to_bits(1, a.len() as u32))
}

fn magnitude(a: &[bool]) -> Bits {
    if sign(a) { negate(a) } else { a.to_vec() }
}

fn times(a: &[bool], b: &[bool]) -> Bits {
    let mut sum = vec![false; a.len()];
    let mut shifted = a.to_vec();
    for bit in b {
        if *bit {
            sum = plus(&sum, &shifted);
        }
        shifted.insert(0, false);
        shifted.pop();
    }
    sum
}

fn less(a: &[bool], b: &[bool]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn divide(a: &[bool], b: &[bool]) -> (Bits, Bits) {
    if b.iter().all(|x| !x) {
        return (vec![true; a.len()], a.to_vec());
    }
    // One bit more, so that doubling the remainder loses nothing.
    let wide: Bits = b.iter().copied().chain([false]).collect();
    let mut remainder = vec![false; a.len() + 1];
    let mut quotient = vec![false; a.len()];
    for i in (0..a.len()).rev() {
        remainder.insert(0, a[i]);
        remainder.pop();
        if !less(&remainder, &wide) {
            remainder = plus(&remainder, &negate(&wide));
            quotient[i] = true;
        }
    }
    remainder.pop();
    (quotient, remainder)
}

fn shift(a: &[bool], by: &[bool], step: impl Fn(&[bool]) -> Bits) -> Bits {
    let mut result = a.to_vec();
    for _ in 0..from_bits(by).min(a.len() as u128) {
        result = step(&result);
    }
    result
}
