//! `printf` and relatives.
//!
//! Formatting follows glibc: all flags, widths, precisions and length modifiers, the conversions
//! `d i u o x X c s p f F e E g G a A n %`. The whole call is one step: it reads the format and all `%s` strings, and
//! writes a buffer, at once.
//!
//! **Values that are not known.** The text of an integer is computed as a program would: the oracle is asked for the sign and the number of
//! digits, at most twenty cases, and each digit is a term over the value (`x / 10 % 10 + '0'`). A string is read up to the byte of which the
//! oracle says that it is zero. So the length of every text is known, and text and count agree with the value when an execution is replayed.
//! Floating values and widths are asked for exactly.
//!
//! If nobody observes the text (it goes to a stream, its length is not asked for) nothing of that is worth a question, and what is not known is
//! not printed.

use raddle_program::{BinaryOp, DataModel, Expr, OutputSink, Scalar, Span, UnaryOp};

use crate::arith;
use crate::decimal;
use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::memory::{self, Asker, Resolved};
use crate::oracle::{LazyOp, Oracle};
use crate::state::{Addr, State, ThreadIx};
use crate::step::top;
use crate::value::Value;

/// Why there is no text.
enum Stop {
    /// Something it depends on is not known, and need not be.
    Unknown,
    /// The call is undefined or not modelled.
    Halt(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Stop {
        Stop::Halt(halt)
    }
}

/// One conversion specification.
#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<u32>,
    /// Bytes of an integer argument.
    size: u64,
    /// `l` was given.
    long: bool,
    /// `L` was given.
    extended: bool,
    conversion: u8,
}

/// A call being formatted.
struct Printer<'a, 'p, O> {
    machine: &'a Machine<'p>,
    state: &'a mut State,
    oracle: &'a mut O,
    thread: ThreadIx,
    span: Span,
    args: std::slice::Iter<'a, (Value, &'a Expr)>,
    /// Whether the text, or its length, makes a difference.
    observed: bool,
    /// Whether a part of the text is missing, because it is not known and not observed.
    incomplete: bool,
    /// The bytes.
    text: Vec<Value>,
    /// Whether the text shows where an object lies.
    shows_address: bool,
    /// What `%n` stores: address, bytes, value.
    counts: Vec<(Addr, u64, usize)>,
    /// The strings that were read: first byte, length with the final zero.
    strings: Vec<(Addr, u64)>,
}

/// Texts longer than this are somebody's mistake (a width taken from a wrong argument).
const MAX_TEXT: usize = 1 << 24;

const BYTE: Scalar = Scalar::Int { bits: 8, signed: false };

fn known(byte: u8) -> Value {
    Value::Bits(u128::from(byte))
}

/// What may stand between `%` and the letter of a conversion.
const MODIFIERS: &[u8] = b"-+ #0123456789.*'hljztLq$";

/// Whether a format has a conversion that stores a count.
fn stores_count(format: &[u8]) -> bool {
    format.split(|b| *b == b'%').skip(1).any(|rest| rest.iter().find(|b| !MODIFIERS.contains(b)) == Some(&b'n'))
}

impl<O: Oracle> Printer<'_, '_, O> {
    fn undefined(&self, what: &str) -> Stop {
        Stop::Halt(Halt::undefined(what, self.span))
    }

    fn next(&mut self) -> Result<(Value, &Expr), Stop> {
        match self.args.next() {
            Some((value, expr)) => Ok((*value, expr)),
            None => Err(self.undefined("a conversion in a format without an argument for it")),
        }
    }

    /// The bits of the next argument.
    fn next_exact(&mut self) -> Result<(u128, Scalar), Stop> {
        let (value, expr) = self.next()?;
        let (ty, span) = (expr.ty, expr.span);
        match value {
            Value::Bits(bits) => Ok((bits, ty)),
            Value::Lazy(id) if self.observed => Ok((self.oracle.exact(id, ty, span)?, ty)),
            Value::Lazy(_) => Err(Stop::Unknown),
        }
    }

    fn next_integer(&mut self) -> Result<i128, Stop> {
        let (bits, ty) = self.next_exact()?;
        match ty {
            Scalar::Int { .. } => Ok(ty.to_i128(bits)),
            Scalar::Float(_) => Err(self.undefined("a floating argument for an integer conversion")),
        }
    }

    /// The next argument as an integer of which the digits are printed.
    fn next_number(&mut self, ty: Scalar) -> Result<Value, Stop> {
        if let Some((Value::Bits(bits), expr)) = self.args.as_slice().first() {
            self.shows_address |= self.machine.is_address(self.state, self.thread, expr, *bits);
        }
        let (value, expr) = self.next()?;
        let from = expr.ty;
        match (value, from) {
            (_, Scalar::Float(_)) => Err(self.undefined("a floating argument for an integer conversion")),
            (Value::Lazy(_), Scalar::Int { .. }) if !self.observed => Err(Stop::Unknown),
            (_, Scalar::Int { .. }) if self.observed && from.bits() < ty.bits() => {
                Err(self.undefined("an argument that is smaller than its conversion in a format says"))
            }
            (value, Scalar::Int { .. }) => Ok(self.apply(LazyOp::Cast(from, ty), &[value])?),
        }
    }

    /// The result of an operation on integers.
    fn apply(&mut self, op: LazyOp, args: &[Value]) -> Result<Value, Halt> {
        let bits = match (op, args) {
            (LazyOp::Cast(from, to), [Value::Bits(a)]) => Some(arith::cast(from, to, *a).0),
            (LazyOp::Cast(from, to), [_]) if from.bits() == to.bits() => return Ok(args[0]),
            (LazyOp::Unary(op, ty), [Value::Bits(a)]) => Some(arith::unary(op, ty, *a)),
            (LazyOp::Binary(op, ty, right), [Value::Bits(a), Value::Bits(b)]) => arith::binary(op, ty, right, *a, *b),
            (_, _) => None,
        };
        match bits {
            Some(bits) => Ok(Value::Bits(bits)),
            None => self.oracle.apply(op, args, self.span),
        }
    }

    fn binary(&mut self, op: BinaryOp, ty: Scalar, a: Value, b: u128) -> Result<Value, Halt> {
        self.apply(LazyOp::Binary(op, ty, ty), &[a, Value::Bits(b)])
    }

    /// Whether a comparison holds.
    fn holds(&mut self, op: BinaryOp, ty: Scalar, a: Value, b: u128) -> Result<bool, Halt> {
        match self.binary(op, ty, a, b)? {
            Value::Bits(bits) => Ok(bits != 0),
            Value::Lazy(id) => self.oracle.truth(id, Scalar::INT, self.span),
        }
    }

    /// The digits of an unsigned number, at least one.
    fn digits(&mut self, number: Value, ty: Scalar, base: u128, letters: u8) -> Result<Vec<Value>, Halt> {
        let mut powers = vec![1u128];
        while let Some(next) = powers.last().and_then(|last| last.checked_mul(base)).filter(|p| ty.truncate(*p) == *p) {
            if self.holds(BinaryOp::Lt, ty, number, next)? {
                break;
            }
            powers.push(next);
        }
        let mut text = Vec::with_capacity(powers.len());
        for power in powers.iter().rev() {
            let mut digit = number;
            // The first digit is all there is above the others. Digits that are bits are cut out, which is easier to reason about.
            let first = text.is_empty();
            if base.is_power_of_two() {
                if *power > 1 {
                    digit = self.binary(BinaryOp::Shr, ty, digit, u128::from(power.trailing_zeros()))?;
                }
                if !first {
                    digit = self.binary(BinaryOp::And, ty, digit, base - 1)?;
                }
            } else {
                if *power > 1 {
                    digit = self.binary(BinaryOp::Div, ty, digit, *power)?;
                }
                if !first {
                    digit = self.binary(BinaryOp::Rem, ty, digit, base)?;
                }
            }
            let digit = self.apply(LazyOp::Cast(ty, BYTE), &[digit])?;
            let mut byte = self.binary(BinaryOp::Add, BYTE, digit, u128::from(b'0'))?;
            if base > 10 {
                let is_letter = self.binary(BinaryOp::Gt, BYTE, digit, 9)?;
                let is_letter = self.apply(LazyOp::Cast(Scalar::INT, BYTE), &[is_letter])?;
                let more = self.binary(BinaryOp::Mul, BYTE, is_letter, u128::from(letters - b'0' - 10))?;
                byte = self.apply(LazyOp::Binary(BinaryOp::Add, BYTE, BYTE), &[byte, more])?;
            }
            text.push(byte);
        }
        Ok(text)
    }

    fn format(&mut self, format: &[u8]) -> Result<(), Halt> {
        let mut rest = format;
        while let Some((&byte, tail)) = rest.split_first() {
            rest = tail;
            if byte != b'%' {
                self.text.push(known(byte));
                continue;
            }
            let (spec, after) = match self.specification(rest) {
                Ok(found) => found,
                Err(Stop::Unknown) => {
                    return Err(Halt::new(
                        HaltKind::TooManyCases,
                        "the width or precision of a conversion of printf is not known",
                        self.span,
                    ));
                }
                Err(Stop::Halt(halt)) => return Err(halt),
            };
            rest = after;
            match self.convert(&spec) {
                Ok(()) => {}
                Err(Stop::Unknown) => self.incomplete = true,
                Err(Stop::Halt(halt)) => return Err(halt),
            }
            if self.text.len() > MAX_TEXT {
                return Err(Halt::limit("printing more than 16 MiB in one call", self.span));
            }
        }
        Ok(())
    }

    /// The number in a `*`; one that is not known and not observed is taken for zero.
    fn star(&mut self) -> Result<i128, Stop> {
        match self.next_integer() {
            Err(Stop::Unknown) => {
                self.incomplete = true;
                Ok(0)
            }
            other => other,
        }
    }

    fn specification<'f>(&mut self, format: &'f [u8]) -> Result<(Spec, &'f [u8]), Stop> {
        let model = self.machine.program.data_model();
        let long = match model {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        };
        let mut spec = Spec { size: 4, ..Spec::default() };
        let mut bytes = format.iter().copied().peekable();
        let mut used = 0;
        while let Some(flag) = bytes.next_if(|b| b"-+ #0'".contains(b)) {
            used += 1;
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                _ => {}
            }
        }
        if bytes.next_if_eq(&b'*').is_some() {
            used += 1;
            let width = self.star()?;
            spec.left |= width < 0;
            spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
        }
        while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            used += 1;
            spec.width = spec.width.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        }
        if spec.width > MAX_TEXT {
            return Err(Stop::Halt(Halt::limit("a field width of more than 16 MiB", self.span)));
        }
        if bytes.next_if_eq(&b'.').is_some() {
            used += 1;
            spec.precision = Some(0);
            if bytes.next_if_eq(&b'*').is_some() {
                used += 1;
                spec.precision = u32::try_from(self.star()?).ok();
            }
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                used += 1;
                let so_far = spec.precision.unwrap_or(0);
                spec.precision = Some(so_far.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
            }
            if spec.precision.is_some_and(|p| p as usize > MAX_TEXT) {
                return Err(Stop::Halt(Halt::limit("a precision of more than 16 MiB", self.span)));
            }
        }
        while let Some(length) = bytes.next_if(|b| b"hljztLq".contains(b)) {
            used += 1;
            spec.size = match length {
                b'h' => (spec.size / 2).max(1),
                b'l' if spec.long => 8,
                b'l' => long,
                b'z' | b't' => model.pointer_size(),
                _ => 8,
            };
            spec.long |= length == b'l';
            spec.extended |= length == b'L';
        }
        spec.conversion = bytes.next().ok_or_else(|| self.undefined("a format that ends in a conversion"))?;
        Ok((spec, &format[used + 1..]))
    }

    fn convert(&mut self, spec: &Spec) -> Result<(), Stop> {
        let unsigned = Scalar::Int { bits: 8 * spec.size as u8, signed: false };
        match spec.conversion {
            b'%' => self.text.push(known(b'%')),
            b'd' | b'i' => {
                let signed = Scalar::Int { bits: 8 * spec.size as u8, signed: true };
                let mut value = self.next_number(signed)?;
                let negative = self.holds(BinaryOp::Lt, signed, value, 0)?;
                if negative {
                    value = self.apply(LazyOp::Unary(UnaryOp::Neg, unsigned), &[value])?;
                }
                self.number(spec, sign(negative, spec), value, unsigned, (10, b'a'))?;
            }
            b'u' => {
                let value = self.next_number(unsigned)?;
                self.number(spec, "", value, unsigned, (10, b'a'))?;
            }
            b'o' => {
                let value = self.next_number(unsigned)?;
                self.number(spec, "", value, unsigned, (8, b'a'))?;
            }
            b'x' | b'X' => {
                let value = self.next_number(unsigned)?;
                let prefix = match (spec.alternate && self.holds(BinaryOp::Ne, unsigned, value, 0)?, spec.conversion) {
                    (false, _) => "",
                    (true, b'x') => "0x",
                    (true, _) => "0X",
                };
                let letters = if spec.conversion == b'x' { b'a' } else { b'A' };
                self.number(spec, prefix, value, unsigned, (16, letters))?;
            }
            b'c' if !spec.long => {
                let value = self.next_number(Scalar::INT)?;
                let byte = self.apply(LazyOp::Cast(Scalar::INT, BYTE), &[value])?;
                self.pad(spec, "", &[byte], false);
            }
            b's' if !spec.long => {
                let addr = self.next_integer()? as Addr;
                let limit = spec.precision.map(|p| p as usize);
                let text = match addr {
                    0 if limit.is_none_or(|limit| limit >= 6) => b"(null)".iter().copied().map(known).collect(),
                    0 => Vec::new(),
                    addr => self.string(addr, limit)?,
                };
                self.pad(spec, "", &text, false);
            }
            b'p' => {
                if let Some((Value::Bits(bits), expr)) = self.args.as_slice().first() {
                    self.shows_address |= self.machine.is_address(self.state, self.thread, expr, *bits);
                }
                let text = match self.next_integer()? as Addr {
                    0 => "(nil)".to_string(),
                    addr => format!("{addr:#x}"),
                };
                self.pad_known(spec, "", &text, false);
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let (bits, ty) = self.next_exact()?;
                let kind = match ty {
                    Scalar::Float(kind) => kind,
                    Scalar::Int { .. } => {
                        return Err(self.undefined("an integer argument for a floating conversion"));
                    }
                };
                if spec.extended != (kind == raddle_program::FloatKind::F80) {
                    return Err(
                        self.undefined("a floating argument of another type than its conversion in a format says")
                    );
                }
                let (negative, parts) = decimal::parts(kind, bits);
                let finite = matches!(parts, decimal::Parts::Finite { .. });
                let text = decimal::text(kind, bits, spec.conversion, spec.precision, spec.alternate);
                let sign = sign(negative, spec);
                match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
                    Some(digits) => {
                        let prefix = format!("{sign}{}", &text[..2]);
                        self.pad_known(spec, &prefix, digits, spec.zero);
                    }
                    None => self.pad_known(spec, sign, &text, spec.zero && finite),
                }
            }
            b'n' => {
                let addr = self.next_integer()? as Addr;
                self.counts.push((addr, spec.size, self.text.len()));
            }
            other => {
                let long = if spec.long { "l" } else { "" };
                let conversion = char::from(other).escape_default();
                let what = format!("the conversion `%{long}{conversion}` of printf is not modelled");
                return Err(Stop::Halt(Halt::new(HaltKind::Unsupported, what, self.span)));
            }
        }
        Ok(())
    }

    /// An integer with its precision.
    fn number(
        &mut self,
        spec: &Spec,
        prefix: &str,
        value: Value,
        ty: Scalar,
        (base, letters): (u128, u8),
    ) -> Result<(), Halt> {
        let octal = base == 8 && spec.alternate;
        let nothing = spec.precision == Some(0) && !octal && self.holds(BinaryOp::Eq, ty, value, 0)?;
        let mut digits = if nothing { Vec::new() } else { self.digits(value, ty, base, letters)? };
        if octal && self.holds(BinaryOp::Ne, ty, value, 0)? {
            digits.insert(0, known(b'0'));
        }
        if let Some(precision) = spec.precision {
            let missing = (precision as usize).saturating_sub(digits.len());
            digits.splice(0..0, std::iter::repeat_n(known(b'0'), missing));
        }
        self.pad(spec, prefix, &digits, spec.zero && spec.precision.is_none());
        Ok(())
    }

    fn pad_known(&mut self, spec: &Spec, prefix: &str, body: &str, zeros: bool) {
        let body: Vec<Value> = body.bytes().map(known).collect();
        self.pad(spec, prefix, &body, zeros);
    }

    fn pad(&mut self, spec: &Spec, prefix: &str, body: &[Value], zeros: bool) {
        let fill = spec.width.saturating_sub(prefix.len() + body.len());
        let before = if spec.left || zeros { 0 } else { fill };
        let inside = if zeros && !spec.left { fill } else { 0 };
        let after = if spec.left { fill } else { 0 };
        self.text.extend(std::iter::repeat_n(known(b' '), before));
        self.text.extend(prefix.bytes().map(known));
        self.text.extend(std::iter::repeat_n(known(b'0'), inside));
        self.text.extend(body);
        self.text.extend(std::iter::repeat_n(known(b' '), after));
    }

    /// The string at an address, without its final zero.
    fn string(&mut self, addr: Addr, limit: Option<usize>) -> Result<Vec<Value>, Stop> {
        let mut text: Vec<Value> = Vec::new();
        while limit.is_none_or(|limit| text.len() < limit) {
            let at = addr.wrapping_add(text.len() as u64);
            let Some(resolved) = self.machine.resolve(&self.state.memory, at, 1) else {
                return Err(Stop::Halt(self.machine.fault(self.state, self.thread, at, 1, self.span)));
            };
            let byte = if self.observed {
                let asker = Asker { thread: self.thread, span: self.span };
                self.machine.read(&mut self.state.memory, resolved, BYTE, asker, self.oracle)?
            } else {
                match self.machine.peek(&self.state.memory, resolved, 1) {
                    Some(byte) => Value::Bits(byte),
                    None => return Err(Stop::Unknown),
                }
            };
            let goes_on = match byte {
                Value::Bits(bits) => bits != 0,
                Value::Lazy(id) => self.oracle.truth(id, BYTE, self.span)?,
            };
            if !goes_on {
                break;
            }
            text.push(byte);
            if text.len() > MAX_TEXT {
                return Err(Stop::Halt(Halt::limit("printing more than 16 MiB in one call", self.span)));
            }
        }
        self.strings.push((addr, text.len() as u64 + 1));
        Ok(text)
    }
}

fn sign(negative: bool, spec: &Spec) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

impl Machine<'_> {
    /// The format at an address: all of it has to be known.
    fn format_at<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        span: Span,
        oracle: &mut O,
    ) -> Result<Vec<u8>, Halt> {
        let mut text = Vec::new();
        loop {
            let at = addr.wrapping_add(text.len() as u64);
            let Some(resolved) = self.resolve(&state.memory, at, 1) else {
                return Err(self.fault(state, thread, at, 1, span));
            };
            let byte = match self.read(&mut state.memory, resolved, BYTE, Asker { thread, span }, oracle)? {
                Value::Bits(bits) => bits,
                Value::Lazy(id) => oracle.exact(id, BYTE, span)?,
            };
            if byte == 0 {
                return Ok(text);
            }
            text.push(byte as u8);
        }
    }

    /// Executes an output operation; returns the number of characters if it is wanted.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn output<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        span: Span,
        sink: &OutputSink,
        format: &Expr,
        args: &[Expr],
        wanted: bool,
        oracle: &mut O,
    ) -> Result<Value, Halt> {
        let frame = top(state, thread);
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push((self.eval(arg, frame, thread, oracle)?, arg));
        }
        let format = self.eval_exact(format, frame, thread, oracle)? as Addr;
        let buffer = match sink {
            OutputSink::Stdout | OutputSink::Other => None,
            OutputSink::Buffer { addr, size } => {
                let addr = self.eval_exact(addr, frame, thread, oracle)? as Addr;
                let room = match size {
                    Some(size) => self.eval_exact(size, frame, thread, oracle)? as u64,
                    None => u64::MAX,
                };
                (room > 0).then_some((addr, room))
            }
        };
        let format = self.format_at(state, thread, format, span, oracle)?;
        let mut printer = Printer {
            machine: self,
            state: &mut *state,
            oracle: &mut *oracle,
            thread,
            span,
            args: values.iter(),
            observed: buffer.is_some() || wanted || stores_count(&format),
            incomplete: false,
            text: Vec::new(),
            shows_address: false,
            counts: Vec::new(),
            strings: Vec::new(),
        };
        printer.format(&format)?;
        let (text, counts, strings) = (printer.text, printer.counts, printer.strings);
        let (incomplete, observed) = (printer.incomplete, printer.observed);
        if printer.shows_address && observed {
            let what = "the program's behaviour depends on an address or on the number of a thread's id: digits of it are \
                        written to memory or counted";
            return Err(Halt::new(HaltKind::Layout, what, span));
        }
        if let Some((addr, room)) = buffer {
            let shown = text.len().min(usize::try_from(room - 1).unwrap_or(usize::MAX));
            let mut bytes = text[..shown].to_vec();
            bytes.push(Value::ZERO);
            let end = addr.saturating_add(bytes.len() as u64);
            if strings.iter().any(|(from, len)| *from < end && addr < from.saturating_add(*len)) {
                return Err(Halt::undefined("printing a string into memory that it overlaps", span));
            }
            self.write_bytes(state, thread, addr, &bytes, span, oracle)?;
        }
        for (addr, bytes, count) in counts {
            let resolved = self.resolve(&state.memory, addr, bytes);
            match resolved {
                Some(Resolved::Block { block, offset }) => {
                    let ty = Scalar::Int { bits: 8 * bytes as u8, signed: false };
                    let value = Value::Bits(ty.truncate(count as u128));
                    memory::write(&mut state.memory[block], offset, bytes as u32, value, span, oracle)?;
                }
                Some(Resolved::Constant { .. }) => return Err(Halt::undefined("storing a count in a constant", span)),
                Some(Resolved::Element { .. }) => return Err(Halt::undefined("storing a count in a map", span)),
                None => return Err(self.fault(state, thread, addr, bytes, span)),
            }
        }
        if matches!(sink, OutputSink::Stdout) && !incomplete {
            let bytes: Option<Vec<u8>> = text
                .iter()
                .map(|byte| match byte {
                    Value::Bits(bits) => Some(*bits as u8),
                    Value::Lazy(_) => None,
                })
                .collect();
            bytes.iter().for_each(|bytes| oracle.output(bytes));
        }
        Ok(Value::Bits(if wanted { text.len() as u128 } else { 0 }))
    }

    /// How many characters an output operation makes, if all that decides it is known.
    pub(crate) fn text_length(
        &self,
        state: &State,
        thread: ThreadIx,
        format: &[u8],
        values: &[(Value, &Expr)],
    ) -> Option<usize> {
        // An oracle without answers: whatever is not known is an error here.
        let (mut copy, mut oracle) = (state.clone(), crate::oracles::ScriptedOracle::default());
        let mut printer = Printer {
            machine: self,
            state: &mut copy,
            oracle: &mut oracle,
            thread,
            span: Span::NONE,
            args: values.iter(),
            observed: true,
            incomplete: false,
            text: Vec::new(),
            shows_address: false,
            counts: Vec::new(),
            strings: Vec::new(),
        };
        printer.format(format).ok().map(|()| printer.text.len())
    }

    fn write_bytes<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        bytes: &[Value],
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        match self.resolve(&state.memory, addr, bytes.len() as u64) {
            Some(Resolved::Block { block, offset }) => {
                let block = &mut state.memory[block];
                for (i, byte) in bytes.iter().enumerate() {
                    memory::write(block, offset + i as u32, 1, *byte, span, oracle)?;
                }
                Ok(())
            }
            Some(Resolved::Constant { .. }) => Err(Halt::undefined("printing into a constant", span)),
            Some(Resolved::Element { .. }) => Err(Halt::undefined("printing into a map", span)),
            None => Err(self.fault(state, thread, addr, bytes.len() as u64, span)),
        }
    }
}
