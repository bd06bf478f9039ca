//! `printf` and relatives.
//!
//! Formatting follows glibc: all flags, widths, precisions and length modifiers, the conversions
//! `d i u o x X c s p f F e E g G a A n %`. The whole call is one step: it reads the format and all `%s` strings, and
//! writes a buffer, at once. (Only the interpreter looks at what is printed, so nothing is lost by that but races on
//! the strings.)
//!
//! If something that decides the text is lazy or indeterminate, nothing is printed, a buffer becomes indeterminate, and
//! the number of characters is any number.

use raddle_program::{DataModel, Expr, NondetKind, OutputSink, Scalar, Span};

use crate::decimal;
use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::memory::{self, Place};
use crate::oracle::{Oracle, Origin};
use crate::state::{Addr, State, ThreadIx};
use crate::step::top;
use crate::value::Value;

/// Why there is no text.
enum Stop {
    /// Something it depends on is not known.
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
    conversion: u8,
}

/// A call being formatted.
struct Printer<'a, 'p> {
    machine: &'a Machine<'p>,
    state: &'a State,
    thread: ThreadIx,
    span: Span,
    args: std::slice::Iter<'a, (Value, &'a Expr)>,
    text: Vec<u8>,
    /// Whether the text shows where an object lies.
    shows_address: bool,
    /// What `%n` stores: address, bytes, value.
    counts: Vec<(Addr, u64, usize)>,
}

/// Texts longer than this are somebody's mistake (a width taken from a wrong argument).
const MAX_TEXT: usize = 1 << 24;

impl Printer<'_, '_> {
    fn undefined(&self, what: &str) -> Stop {
        Stop::Halt(Halt::undefined(what, self.span))
    }

    fn next(&mut self) -> Result<(u128, &Expr), Stop> {
        match self.args.next() {
            Some((Value::Bits(bits), expr)) => Ok((*bits, expr)),
            Some((Value::Lazy(_), _)) => Err(Stop::Unknown),
            None => Err(self.undefined("a conversion in a format without an argument for it")),
        }
    }

    fn next_integer(&mut self) -> Result<i128, Stop> {
        let (bits, expr) = self.next()?;
        match expr.ty {
            ty @ Scalar::Int { .. } => Ok(ty.to_i128(bits)),
            Scalar::Float(_) => Err(self.undefined("a floating argument for an integer conversion")),
        }
    }

    /// The next integer, of which the digits are printed.
    fn next_number(&mut self) -> Result<i128, Stop> {
        if let Some((Value::Bits(bits), expr)) = self.args.as_slice().first() {
            self.shows_address |= self.machine.is_address(self.state, self.thread, expr, *bits);
        }
        self.next_integer()
    }

    fn format(&mut self, format: &[u8]) -> Result<(), Stop> {
        let mut rest = format;
        while let Some((&byte, tail)) = rest.split_first() {
            rest = tail;
            if byte != b'%' {
                self.text.push(byte);
                continue;
            }
            let (spec, after) = self.specification(rest)?;
            rest = after;
            self.convert(&spec)?;
            if self.text.len() > MAX_TEXT {
                return Err(Stop::Halt(Halt::limit("printing more than 16 MiB in one call", self.span)));
            }
        }
        Ok(())
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
            let width = self.next_integer()?;
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
                spec.precision = u32::try_from(self.next_integer()?).ok();
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
                b'h' => spec.size / 2,
                b'l' if spec.long => 8,
                b'l' => long,
                b'z' | b't' => model.pointer_size(),
                _ => 8,
            };
            spec.long |= length == b'l';
        }
        spec.conversion = bytes.next().ok_or_else(|| self.undefined("a format that ends in a conversion"))?;
        Ok((spec, &format[used + 1..]))
    }

    fn convert(&mut self, spec: &Spec) -> Result<(), Stop> {
        match spec.conversion {
            b'%' => self.text.push(b'%'),
            b'd' | b'i' => {
                let ty = Scalar::Int { bits: 8 * spec.size.max(1) as u8, signed: true };
                let value = ty.to_i128(ty.truncate(self.next_number()? as u128));
                let sign = sign(value < 0, spec);
                self.number(spec, sign, &value.unsigned_abs().to_string());
            }
            b'u' | b'o' | b'x' | b'X' => {
                let ty = Scalar::Int { bits: 8 * spec.size.max(1) as u8, signed: false };
                let value = ty.truncate(self.next_number()? as u128);
                let (prefix, digits) = match spec.conversion {
                    b'o' => ("", format!("{}{value:o}", if spec.alternate && value != 0 { "0" } else { "" })),
                    b'x' => (if spec.alternate && value != 0 { "0x" } else { "" }, format!("{value:x}")),
                    b'X' => (if spec.alternate && value != 0 { "0X" } else { "" }, format!("{value:X}")),
                    _ => ("", value.to_string()),
                };
                self.number(spec, prefix, &digits);
            }
            b'c' if !spec.long => {
                let value = self.next_number()? as u8;
                self.pad(spec, "", &[value], false);
            }
            b's' if !spec.long => {
                let addr = self.next_integer()? as Addr;
                let limit = spec.precision.map(|p| p as usize);
                let text = match addr {
                    0 if limit.is_none_or(|limit| limit >= 6) => b"(null)".to_vec(),
                    0 => Vec::new(),
                    addr => {
                        self.machine.string(self.state, self.thread, addr, limit, self.span)?.ok_or(Stop::Unknown)?
                    }
                };
                self.pad(spec, "", &text, false);
            }
            b'p' => {
                let text = match self.next_number()? as Addr {
                    0 => "(nil)".to_string(),
                    addr => format!("{addr:#x}"),
                };
                self.pad(spec, "", text.as_bytes(), false);
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let (bits, expr) = self.next()?;
                let kind = match expr.ty {
                    Scalar::Float(kind) => kind,
                    Scalar::Int { .. } => {
                        return Err(self.undefined("an integer argument for a floating conversion"));
                    }
                };
                let (negative, parts) = decimal::parts(kind, bits);
                let finite = matches!(parts, decimal::Parts::Finite { .. });
                let text = decimal::text(kind, bits, spec.conversion, spec.precision, spec.alternate);
                let sign = sign(negative, spec);
                match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
                    Some(digits) => {
                        let prefix = format!("{sign}{}", &text[..2]);
                        self.pad(spec, &prefix, digits.as_bytes(), spec.zero);
                    }
                    None => self.pad(spec, sign, text.as_bytes(), spec.zero && finite),
                }
            }
            b'n' => {
                let addr = self.next_integer()? as Addr;
                self.counts.push((addr, spec.size.max(1), self.text.len()));
            }
            other => {
                let what = format!("the conversion `%{}` of printf", char::from(other).escape_default());
                return Err(Stop::Halt(Halt::new(HaltKind::Unsupported, what, self.span)));
            }
        }
        Ok(())
    }

    /// An integer with its precision.
    fn number(&mut self, spec: &Spec, prefix: &str, digits: &str) {
        let digits = match spec.precision {
            Some(0) if digits == "0" => String::new(),
            Some(precision) => format!("{digits:0>width$}", width = precision as usize),
            None => digits.to_string(),
        };
        self.pad(spec, prefix, digits.as_bytes(), spec.zero && spec.precision.is_none());
    }

    fn pad(&mut self, spec: &Spec, prefix: &str, body: &[u8], zeros: bool) {
        let fill = spec.width.saturating_sub(prefix.len() + body.len());
        let before = if spec.left || zeros { 0 } else { fill };
        let inside = if zeros && !spec.left { fill } else { 0 };
        let after = if spec.left { fill } else { 0 };
        self.text.extend(std::iter::repeat_n(b' ', before));
        self.text.extend(prefix.bytes());
        self.text.extend(std::iter::repeat_n(b'0', inside));
        self.text.extend(body);
        self.text.extend(std::iter::repeat_n(b' ', after));
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
    /// The string at an address, without its final zero; `None` if a byte of it is not known.
    fn string(
        &self,
        state: &State,
        thread: ThreadIx,
        addr: Addr,
        limit: Option<usize>,
        span: Span,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| text.len() < limit) {
            let at = addr.wrapping_add(text.len() as u64);
            let Some(place) = self.resolve(&state.memory, at, 1) else {
                return Err(self.fault(state, thread, at, 1, span));
            };
            match self.peek(&state.memory, place, 1) {
                None => return Ok(None),
                Some(0) => break,
                Some(byte) => text.push(byte as u8),
            }
        }
        Ok(Some(text))
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
        let format = self.eval(format, frame, thread, oracle)?;
        let buffer = match sink {
            OutputSink::Stdout | OutputSink::Other => None,
            OutputSink::Buffer { addr, size } => {
                let addr = self.eval_exact(addr, frame, thread, oracle)? as Addr;
                let size = match size {
                    Some(size) => Some(self.eval_exact(size, frame, thread, oracle)? as u64),
                    None => None,
                };
                Some((addr, size))
            }
        };
        let mut printer = Printer {
            machine: self,
            state,
            thread,
            span,
            args: values.iter(),
            text: Vec::new(),
            shows_address: false,
            counts: Vec::new(),
        };
        let formatted = match format {
            Value::Lazy(_) => Err(Stop::Unknown),
            Value::Bits(addr) => match self.string(state, thread, addr as Addr, None, span)? {
                None => Err(Stop::Unknown),
                Some(format) => printer.format(&format),
            },
        };
        let (text, counts) = (printer.text, printer.counts);
        if printer.shows_address && (buffer.is_some() || wanted || !counts.is_empty()) {
            let what = "the program's behaviour depends on an address: its digits are written to memory or counted";
            return Err(Halt::new(HaltKind::Layout, what, span));
        }
        let known = match formatted {
            Ok(()) => true,
            Err(Stop::Unknown) => false,
            Err(Stop::Halt(halt)) => return Err(halt),
        };
        for (addr, len, count) in counts {
            let bytes = (count as u64).to_le_bytes();
            self.write_bytes(state, thread, addr, &bytes[..len as usize], span, oracle)?;
        }
        match (buffer, known) {
            (None, true) => {
                if matches!(sink, OutputSink::Stdout) {
                    oracle.output(&text);
                    return Ok(Value::Bits(text.len() as u128));
                }
            }
            (None, false) => {}
            (Some((addr, size)), true) => {
                let room = size.map_or(u64::MAX, |size| size);
                if room > 0 {
                    let shown = text.len().min(usize::try_from(room - 1).unwrap_or(usize::MAX));
                    let mut bytes = text[..shown].to_vec();
                    bytes.push(0);
                    self.write_bytes(state, thread, addr, &bytes, span, oracle)?;
                }
                return Ok(Value::Bits(text.len() as u128));
            }
            (Some((addr, size)), false) => self.forget_buffer(state, thread, addr, size, span, oracle)?,
        }
        if !wanted {
            return Ok(Value::ZERO);
        }
        let kind = NondetKind::Library("printf".to_string());
        oracle.nondet(Scalar::INT, Some((0, i128::from(i32::MAX))), Origin { kind: &kind, thread, span })
    }

    /// How many characters an output operation makes, if all that decides it is known.
    pub(crate) fn text_length(
        &self,
        state: &State,
        thread: ThreadIx,
        format: &[u8],
        values: &[(Value, &Expr)],
    ) -> Option<usize> {
        let (text, counts) = (Vec::new(), Vec::new());
        let args = values.iter();
        let span = Span::NONE;
        let mut printer = Printer { machine: self, state, thread, span, args, text, shows_address: false, counts };
        printer.format(format).ok().map(|()| printer.text.len())
    }

    fn write_bytes<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        bytes: &[u8],
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        match self.resolve(&state.memory, addr, bytes.len() as u64) {
            Some(Place::Block { block, offset }) => {
                let block = &mut state.memory.blocks[block as usize];
                for (i, byte) in bytes.iter().enumerate() {
                    memory::write(block, offset + i as u32, 1, Value::Bits(u128::from(*byte)), span, oracle)?;
                }
                Ok(())
            }
            Some(Place::Constant { .. }) => Err(Halt::undefined("printing into a constant", span)),
            None => Err(self.fault(state, thread, addr, bytes.len() as u64, span)),
        }
    }

    /// An unknown text was printed into a buffer: as much of it as the text may cover is indeterminate.
    fn forget_buffer<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        size: Option<u64>,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        if size == Some(0) {
            return Ok(());
        }
        let Some((object, offset)) = self.object_at(state, addr) else {
            return Err(self.fault(state, thread, addr, 1, span));
        };
        let rest = self.object_size(state, object).saturating_sub(offset);
        let len = size.map_or(rest, |size| size.min(rest));
        match self.resolve(&state.memory, addr, len) {
            Some(Place::Block { block, offset }) => {
                memory::forget(&mut state.memory.blocks[block as usize], offset, len as u32, span, oracle)
            }
            Some(Place::Constant { .. }) => Err(Halt::undefined("printing into a constant", span)),
            None => Err(self.fault(state, thread, addr, 1, span)),
        }
    }
}
