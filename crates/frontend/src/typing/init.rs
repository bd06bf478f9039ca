//! Initialisers (C11 6.7.9), GNU's included.
//!
//! An initialiser list is flattened into stores of scalars (or whole records and strings) at byte offsets. A stack of
//! *frames* holds the aggregates that are open at the moment, so that brace elision is nothing but going on in the
//! innermost frame; a designator closes all frames but the first and opens new ones along its path. A later store
//! that covers an earlier one replaces it, as gcc does. Locals get the list of stores; objects with static storage
//! get an image of bytes (`init_static`).

use std::collections::BTreeMap;

use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use raddle_program::{ArrayLen, BitRange, QualType, Quals, RecordKind, Span, Type, TypeId};

use super::convert::Target;
use super::literal::{self, Encoding};
use super::{Typed, Typer};
use crate::hir::{Builtin, Expr, ExprKind, Init, InitItem, Lvalue, LvalueKind};
use crate::normalise::markers::{EMPTY, original_name};

/// Each element of a range is a store of its own, so their number has a limit.
const MAX_RANGE: u64 = 1 << 24;

/// A part of the object being initialised.
#[derive(Clone, Copy, Debug)]
struct Part {
    ty: QualType,
    offset: u64,
    /// Counted from the start of the object.
    bits: Option<BitRange>,
}

/// An aggregate whose parts are being initialised in order.
struct Frame {
    part: Part,
    next: u64,
}

/// The stores collected so far.
#[derive(Default)]
pub(super) struct Stores {
    items: Vec<Option<InitItem>>,
    /// Indices into `items` by first bit, with the number of bits.
    by_start: BTreeMap<u64, (usize, u64)>,
    /// The member last initialised of each union, by offset.
    members: BTreeMap<u64, u64>,
    /// Elements seen of an array of unknown length.
    length: u64,
    /// Bits of ranges whose elements were evaluated once and copied.
    copied: Vec<(u64, u64)>,
    /// The first byte behind all stores.
    pub(super) end: u64,
}

impl Stores {
    fn clear(&mut self, start: u64, len: u64) {
        let covered: Vec<_> = self.by_start.range(start..start + len).map(|(at, (i, n))| (*at, *i, *n)).collect();
        for (at, index, bits) in covered {
            if at + bits <= start + len {
                self.by_start.remove(&at);
                self.items[index] = None;
            }
        }
    }

    fn push(&mut self, mut item: InitItem, start: u64, len: u64) {
        // What gcc keeps of such an element then is not what it keeps of others.
        if self.copied.iter().any(|(from, to)| start < *to && *from < start + len) {
            let what = "an initialiser of a part of a range whose elements have side effects";
            item.value.kind = ExprKind::Builtin(Builtin::Unsupported(what.to_string()));
        }
        self.clear(start, len);
        self.end = self.end.max((start + len).div_ceil(8));
        self.by_start.insert(start, (self.items.len(), len));
        self.items.push(Some(item));
    }

    /// The stores in the order of the text.
    pub(super) fn into_items(self) -> Vec<InitItem> {
        self.items.into_iter().flatten().collect()
    }
}

impl Typer<'_> {
    /// The initialiser of a local; the type comes back with its length if that was unknown.
    pub(super) fn local_init(&mut self, ty: QualType, init: &Node<Initializer>) -> Typed<(QualType, Init)> {
        let span = self.span(init.span);
        let (ty, stores) = self.initializer(ty, init, span)?;
        Ok((ty, self.finish_local(ty, stores)))
    }

    /// The list of a compound literal with automatic storage.
    pub(super) fn local_list(
        &mut self,
        ty: QualType,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Typed<(QualType, Init)> {
        let (ty, stores) = self.list(ty, items, span)?;
        Ok((ty, self.finish_local(ty, stores)))
    }

    fn finish_local(&mut self, ty: QualType, stores: Stores) -> Init {
        let covered: u64 = stores.by_start.values().map(|(_, bits)| bits).sum();
        let zero = covered < self.leaf_bits(ty.ty);
        Init { zero, items: stores.into_items() }
    }

    /// Bits of a type that are not padding.
    fn leaf_bits(&self, ty: TypeId) -> u64 {
        match self.ty(ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) => self.leaf_bits(elem.ty).saturating_mul(*n),
            Type::Record(id) if !self.is_opaque(ty) => {
                let record = &self.p.types.records[*id];
                let fields = record.fields.as_deref().unwrap_or_default();
                match record.kind {
                    RecordKind::Struct => fields
                        .iter()
                        .map(|f| f.bits.map_or_else(|| self.leaf_bits(f.ty.ty), |b| u64::from(b.width)))
                        .sum(),
                    RecordKind::Union => record.size * 8,
                }
            }
            Type::Array(_, ArrayLen::Incomplete | ArrayLen::Variable(_))
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => self.p.types.size(ty).unwrap_or(0) * 8,
        }
    }

    /// Any initialiser, as stores.
    pub(super) fn initializer(
        &mut self,
        ty: QualType,
        init: &Node<Initializer>,
        span: Span,
    ) -> Typed<(QualType, Stores)> {
        let e = match &init.node {
            Initializer::List(items) => return self.list(ty, items, span),
            Initializer::Expression(e) => e,
        };
        let root = Part { ty, offset: 0, bits: None };
        let mut stores = Stores::default();
        if self.array(ty.ty).is_some() {
            if self.store_string(&mut stores, root, e)? {
                return Ok((self.completed(ty, &stores), stores));
            }
            // GNU: an array may be initialised by a compound literal of its type.
            if let Expression::CompoundLiteral(literal) = &e.node {
                return self.list(ty, &literal.node.initializer_list, span);
            }
            return Err(self.error(span, "invalid initializer"));
        }
        let value = self.value(e)?;
        let value = self.assign_convert(value, ty, &Target::Initialisation)?;
        self.store(&mut stores, root, value);
        Ok((ty, stores))
    }

    /// A braced list, as stores.
    pub(super) fn list(
        &mut self,
        ty: QualType,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Typed<(QualType, Stores)> {
        if self.is_vla(ty.ty) {
            return Err(self.error(span, "variable-sized object may not be initialized"));
        }
        let unknown_length = matches!(self.array(ty.ty), Some((_, ArrayLen::Incomplete)));
        if !unknown_length && !self.is_complete(ty.ty) {
            let message = format!("initialiser for incomplete type {}", self.show(ty));
            return Err(self.error(span, message));
        }
        let mut stores = Stores::default();
        self.braced(&mut stores, Part { ty, offset: 0, bits: None }, items, span)?;
        Ok((self.completed(ty, &stores), stores))
    }

    /// An array type of unknown length gets the length its initialiser shows.
    fn completed(&mut self, ty: QualType, stores: &Stores) -> QualType {
        match self.array(ty.ty) {
            Some((elem, ArrayLen::Incomplete)) => {
                let array = Type::Array(elem, ArrayLen::Fixed(stores.length));
                QualType { ty: self.p.types.intern(array), quals: ty.quals }
            }
            Some(_) | None => ty,
        }
    }

    /// `{ … }` for one part.
    fn braced(
        &mut self,
        stores: &mut Stores,
        part: Part,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Typed<()> {
        let items = match items {
            // The normaliser's spelling of an empty list.
            [only] if is_marker(only) => &[],
            _ => items,
        };
        if self.is_opaque(part.ty.ty) {
            let what = format!("an initialiser of {}", self.show(part.ty.ty));
            let value = self.unsupported(what, part.ty.ty, span);
            self.store(stores, part, value);
            return Ok(());
        }
        if self.is_scalar(part.ty.ty) {
            let Some(first) = items.first() else { return Ok(()) };
            if !first.node.designation.is_empty() {
                return Err(self.error(span, "designator in initializer for scalar type"));
            }
            if items.len() > 1 {
                self.warn(span, "excess elements in scalar initializer");
            }
            return match &first.node.initializer.node {
                Initializer::List(inner) => self.braced(stores, part, inner, span),
                Initializer::Expression(e) => {
                    let value = self.value(e)?;
                    let value = self.assign_convert(value, part.ty, &Target::Initialisation)?;
                    self.store(stores, part, value);
                    Ok(())
                }
            };
        }
        if let (Some(_), [only]) = (self.array(part.ty.ty), items)
            && let (true, Initializer::Expression(e)) = (only.node.designation.is_empty(), &only.node.initializer.node)
            && self.store_string(stores, part, e)?
        {
            return Ok(());
        }
        let mut frames = vec![Frame { part, next: 0 }];
        for item in items {
            let span = self.span(item.span);
            let designation = &item.node.designation;
            if designation.is_empty() {
                let Some(target) = self.advance(stores, &mut frames) else {
                    self.warn(span, "excess elements in initializer");
                    break;
                };
                self.initialise(stores, &mut frames, target, &item.node.initializer, span)?;
                continue;
            }
            let (low, high) = self.designated_range(designation)?;
            if high - low >= MAX_RANGE {
                frames.truncate(1);
                let target = self.designate(stores, &mut frames, designation, high, span)?;
                let value = self.unsupported("an initialiser of an index range of this length", target.ty.ty, span);
                self.store(stores, target, value);
                continue;
            }
            if low < high && self.initialise_copies(stores, &mut frames, item, (low, high), span)? {
                continue;
            }
            let mut shared = None;
            for choice in low..=high {
                frames.truncate(1);
                let target = self.designate(stores, &mut frames, designation, choice, span)?;
                if low < high {
                    self.initialise_repeated(stores, &mut frames, target, &item.node.initializer, &mut shared, span)?;
                } else {
                    self.initialise(stores, &mut frames, target, &item.node.initializer, span)?;
                }
            }
        }
        Ok(())
    }

    /// The elements of a range that are lists with side effects: they are evaluated once, for the first element, and copied to the
    /// others. Returns `false`, with nothing done, if this is no such range.
    fn initialise_copies(
        &mut self,
        stores: &mut Stores,
        frames: &mut Vec<Frame>,
        item: &Node<InitializerListItem>,
        (low, high): (u64, u64),
        span: Span,
    ) -> Typed<bool> {
        if self.function.is_none() || !matches!(item.node.initializer.node, Initializer::List(_)) {
            return Ok(false);
        }
        frames.truncate(1);
        let mut trial = Stores::default();
        let first = self.designate(&mut trial, frames, &item.node.designation, low, span)?;
        self.initialise(&mut trial, frames, first, &item.node.initializer, span)?;
        let mut values = trial.into_items();
        if values.iter().all(|value| self.evaluate(&value.value).is_some()) {
            return Ok(false);
        }
        for value in &mut values {
            if self.evaluate(&value.value).is_some() {
                continue;
            }
            let (ty, at) = (value.value.ty, value.value.span);
            let local = self.new_local(None, ty.into(), None, at);
            let lvalue = Lvalue { kind: LvalueKind::Local(local), ty: ty.into(), span: at };
            let load = Expr { kind: ExprKind::Load(Box::new(lvalue.clone())), ty, span: at };
            let computed = std::mem::replace(&mut value.value, load);
            let once = Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(computed)), ty, span: at };
            let part = Part { ty: value.ty, offset: value.offset, bits: value.bits };
            self.store(stores, part, once);
        }
        let mut copied = Vec::new();
        for choice in low..=high {
            frames.truncate(1);
            let target = self.designate(stores, frames, &item.node.designation, choice, span)?;
            copied.push((8 * target.offset, 8 * (target.offset + self.p.types.size(target.ty.ty).unwrap_or(0))));
            for value in &values {
                let by = target.offset - first.offset;
                let bits = value.bits.map(|bits| BitRange { start: bits.start + 8 * by, ..bits });
                let part = Part { ty: value.ty, offset: value.offset + by, bits };
                let computed = choice == low && self.evaluate(&value.value).is_none();
                if !computed {
                    self.store(stores, part, value.value.clone());
                }
            }
        }
        stores.copied.extend(copied);
        Ok(true)
    }

    /// One element of a range: a value with side effects is computed once and kept in a local.
    fn initialise_repeated(
        &mut self,
        stores: &mut Stores,
        frames: &mut Vec<Frame>,
        target: Part,
        init: &Node<Initializer>,
        shared: &mut Option<Lvalue>,
        span: Span,
    ) -> Typed<()> {
        let e = match &init.node {
            Initializer::Expression(e) if self.is_scalar(target.ty.ty) => e,
            Initializer::Expression(_) | Initializer::List(_) => {
                return self.initialise(stores, frames, target, init, span);
            }
        };
        let value = match shared {
            Some(lvalue) => Expr { kind: ExprKind::Load(Box::new(lvalue.clone())), ty: lvalue.ty.ty, span },
            None => {
                let value = self.value(e)?;
                let value = self.assign_convert(value, target.ty, &Target::Initialisation)?;
                if self.evaluate(&value).is_some() || self.function.is_none() {
                    value
                } else {
                    let ty = value.ty;
                    let local = self.new_local(None, ty.into(), None, span);
                    let lvalue = Lvalue { kind: LvalueKind::Local(local), ty: ty.into(), span };
                    *shared = Some(lvalue.clone());
                    Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty, span }
                }
            }
        };
        self.store(stores, target, value);
        Ok(())
    }

    /// The first range of a designation (GNU); `0..=0` if it has none.
    fn designated_range(&mut self, designation: &[Node<Designator>]) -> Typed<(u64, u64)> {
        for designator in designation {
            if let Designator::Range(range) = &designator.node {
                let span = self.span(designator.span);
                let low = self.integer_constant(&range.node.from)?;
                let high = self.integer_constant(&range.node.to)?;
                let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high)) else {
                    return Err(self.error(span, "array index in initializer is negative"));
                };
                if low > high {
                    return Err(self.error(span, "empty index range in initializer"));
                }
                return Ok((low, high));
            }
        }
        Ok((0, 0))
    }

    /// The next part without designator; closes the frames that are full.
    fn advance(&mut self, stores: &mut Stores, frames: &mut Vec<Frame>) -> Option<Part> {
        loop {
            let at_root = frames.len() == 1;
            let frame = frames.last_mut()?;
            let (part, index) = (frame.part, frame.next);
            frame.next += 1;
            if let Some(child) = self.child(stores, part, index, at_root) {
                return Some(child);
            }
            if at_root {
                return None;
            }
            frames.pop();
        }
    }

    /// The part with this index; of a union only the first counts without designator.
    fn child(&mut self, stores: &mut Stores, part: Part, index: u64, at_root: bool) -> Option<Part> {
        match self.ty(part.ty.ty) {
            Type::Array(elem, len) => {
                let (elem, len) = (*elem, *len);
                if matches!(len, ArrayLen::Fixed(n) if index >= n) {
                    return None;
                }
                if at_root {
                    stores.length = stores.length.max(index + 1);
                }
                let size = self.p.types.size(elem.ty)?;
                Some(Part { ty: elem, offset: part.offset + index * size, bits: None })
            }
            Type::Record(id) => {
                if self.p.types.records[*id].kind == RecordKind::Union && index > 0 {
                    return None;
                }
                self.field_part(stores, part, index)
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => None,
        }
    }

    fn field_part(&mut self, stores: &mut Stores, part: Part, index: u64) -> Option<Part> {
        let id = self.record(part.ty.ty)?;
        let record = &self.p.types.records[id];
        let field = record.fields.as_ref()?.get(index as usize)?;
        let (ty, offset) = (field.ty, part.offset + field.offset);
        let bits = field.bits.map(|b| BitRange { start: b.start + 8 * part.offset, ..b });
        if record.kind == RecordKind::Union {
            let size = record.size;
            if stores.members.insert(part.offset, index).is_some_and(|previous| previous != index) {
                stores.clear(8 * part.offset, 8 * size);
            }
        }
        let quals = Quals { is_atomic: false, ..part.ty.quals };
        Some(Part { ty: self.qualify(ty, quals), offset, bits })
    }

    /// Follows a designation from the outermost frame and leaves the frames on its way open.
    fn designate(
        &mut self,
        stores: &mut Stores,
        frames: &mut Vec<Frame>,
        designation: &[Node<Designator>],
        choice: u64,
        span: Span,
    ) -> Typed<Part> {
        let mut target: Option<Part> = None;
        for designator in designation {
            if let Some(part) = target {
                frames.push(Frame { part, next: 0 });
            }
            let at_root = frames.len() == 1;
            let Some(part) = frames.last().map(|f| f.part) else { return Err(super::Reported) };
            let index = match &designator.node {
                Designator::Member(name) => {
                    target =
                        Some(self.designate_member(stores, frames, part, &original_name(&name.node.name), span)?);
                    continue;
                }
                Designator::Range(_) => choice,
                Designator::Index(e) => {
                    let value = self.integer_constant(e)?;
                    match u64::try_from(value) {
                        Ok(index) if index < 1 << 40 => index,
                        Ok(_) => return Err(self.error(span, "an array index of this size is not supported")),
                        Err(_) => return Err(self.error(span, "array index in initializer is negative")),
                    }
                }
            };
            if self.array(part.ty.ty).is_none() {
                return Err(self.error(span, "array index in non-array initializer"));
            }
            if let Some(frame) = frames.last_mut() {
                frame.next = index + 1;
            }
            match self.child(stores, part, index, at_root) {
                Some(child) => target = Some(child),
                None => return Err(self.error(span, "array index in initializer exceeds array bounds")),
            }
        }
        target.ok_or(super::Reported)
    }

    fn designate_member(
        &mut self,
        stores: &mut Stores,
        frames: &mut Vec<Frame>,
        part: Part,
        name: &str,
        span: Span,
    ) -> Typed<Part> {
        let found = match self.record(part.ty.ty) {
            Some(record) => self.find_field(record, name),
            None => return Err(self.error(span, "field name not in record or union initializer")),
        };
        let Some(found) = found else {
            let message = format!("{} has no member named '{name}'", self.show(part.ty.ty));
            return Err(self.error(span, message));
        };
        let mut part = part;
        for (depth, index) in found.path.iter().enumerate() {
            if depth > 0 {
                frames.push(Frame { part, next: 0 });
            }
            if let Some(frame) = frames.last_mut() {
                frame.next = *index as u64 + 1;
            }
            part = self.field_part(stores, part, *index as u64).ok_or(super::Reported)?;
        }
        Ok(part)
    }

    /// Initialises one part, going into aggregates where braces were left out.
    fn initialise(
        &mut self,
        stores: &mut Stores,
        frames: &mut Vec<Frame>,
        target: Part,
        init: &Node<Initializer>,
        span: Span,
    ) -> Typed<()> {
        let e = match &init.node {
            Initializer::List(items) => {
                if let Some(size) = self.p.types.size(target.ty.ty)
                    && target.bits.is_none()
                {
                    stores.clear(8 * target.offset, 8 * size);
                }
                return self.braced(stores, target, items, span);
            }
            Initializer::Expression(e) => e,
        };
        let mut target = target;
        let mut typed: Option<Expr> = None;
        loop {
            if self.is_scalar(target.ty.ty) || self.is_opaque(target.ty.ty) {
                let value = match typed {
                    Some(value) => value,
                    None => self.value(e)?,
                };
                let value = self.assign_convert(value, target.ty, &Target::Initialisation)?;
                self.store(stores, target, value);
                return Ok(());
            }
            if self.array(target.ty.ty).is_some() {
                if typed.is_none() && self.store_string(stores, target, e)? {
                    return Ok(());
                }
            } else if !matches!(e.node, Expression::StringLiteral(_)) {
                let value = match typed {
                    Some(value) => value,
                    None => self.value(e)?,
                };
                if self.record(value.ty).is_some() && self.compatible(value.ty, target.ty.ty) {
                    self.store(stores, target, value);
                    return Ok(());
                }
                typed = Some(value);
            }
            frames.push(Frame { part: target, next: 0 });
            let opened = frames.len();
            match self.advance(stores, frames) {
                Some(child) if frames.len() == opened => target = child,
                Some(_) | None => return Err(self.error(span, "invalid initializer")),
            }
        }
    }

    fn store(&mut self, stores: &mut Stores, part: Part, value: Expr) {
        let (start, len) = match part.bits {
            Some(bits) => (bits.start, u64::from(bits.width)),
            None => (8 * part.offset, 8 * self.p.types.size(part.ty.ty).unwrap_or(0)),
        };
        let item = InitItem { offset: part.offset, bits: part.bits, ty: part.ty, value };
        stores.push(item, start, len);
    }

    /// Stores a string literal into an array of characters; `false` if this is not such a pair.
    fn store_string(&mut self, stores: &mut Stores, part: Part, e: &Node<Expression>) -> Typed<bool> {
        let Some((elem, len)) = self.array(part.ty.ty) else { return Ok(false) };
        let Expression::StringLiteral(tokens) = &e.node else { return Ok(false) };
        let Some(kind) = self.int_kind(elem.ty) else { return Ok(false) };
        let span = self.span(e.span);
        let (encoding, mut bytes) = match literal::string(&tokens.node) {
            Ok(decoded) => decoded,
            Err(message) => return Err(self.error(span, message)),
        };
        let width = encoding.width() as u64;
        if kind.size(self.model()) != width {
            return match encoding {
                Encoding::Narrow => Ok(false),
                Encoding::Wide | Encoding::Utf16 | Encoding::Utf32 => {
                    Err(self.error(span, "array initialised by a string literal of another character type"))
                }
            };
        }
        let own = bytes.len() as u64 / width;
        let length = match len {
            ArrayLen::Fixed(n) => n,
            ArrayLen::Incomplete => own,
            ArrayLen::Variable(_) => return Err(self.error(span, "variable-sized object may not be initialized")),
        };
        if length < own {
            if length + 1 < own {
                self.warn(span, "initializer-string for array is too long");
            }
            bytes.truncate((length * width) as usize);
        }
        if part.offset == 0 {
            stores.length = stores.length.max(length);
        }
        // What is shorter than the array is stored with its own length; the zeros behind it come from zeroing.
        let stored = self.string_object(encoding, bytes, span);
        let ty = stored.ty;
        let value = Expr { kind: ExprKind::Load(Box::new(stored)), ty: ty.ty, span };
        stores.end = stores.end.max(part.offset + length * width);
        self.store(stores, Part { ty, ..part }, value);
        Ok(true)
    }
}

fn is_marker(item: &Node<InitializerListItem>) -> bool {
    match &item.node.initializer.node {
        Initializer::Expression(e) => {
            matches!(&e.node, Expression::Identifier(name) if name.node.name == EMPTY)
        }
        Initializer::List(_) => false,
    }
}
