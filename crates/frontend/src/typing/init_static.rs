//! The initial bytes of objects with static storage duration.

use lang_c::ast::{Initializer, InitializerListItem};
use lang_c::span::Node;
use raddle_program::{QualType, Span};

use super::fold::Constant;
use super::init::Stores;
use super::{Typed, Typer};
use crate::hir::{ExprKind, InitItem, StaticAddress, StaticTarget};

/// More initial bytes than this are not kept.
const MAX_IMAGE: u64 = 1 << 28;

/// Initial bytes and the addresses among them.
#[derive(Debug, Default)]
pub struct Image {
    /// Bytes; zeros follow.
    pub bytes: Vec<u8>,
    /// Addresses, sorted by offset.
    pub relocations: Vec<StaticAddress>,
    /// Whether the initialiser computes with a type we do not model; then the bytes are anything.
    pub unknown: Option<String>,
}

impl Image {
    fn reserve(&mut self, end: u64) {
        if (self.bytes.len() as u64) < end {
            self.bytes.resize(end as usize, 0);
        }
    }

    /// Bytes are about to be overwritten. Stores mostly come in ascending order, so there is rarely anything to do.
    fn forget_addresses(&mut self, start: u64, end: u64) {
        if self.relocations.last().is_some_and(|r| r.offset >= start) {
            self.relocations.retain(|r| r.offset < start || r.offset >= end);
        }
    }

    /// Keeps the relocations sorted, so that the last is the highest.
    fn push_address(&mut self, address: StaticAddress) {
        let at = self.relocations.partition_point(|r| r.offset <= address.offset);
        self.relocations.insert(at, address);
    }

    fn write(&mut self, offset: u64, bits: u128, size: u64) {
        self.reserve(offset + size);
        for i in 0..size {
            self.bytes[(offset + i) as usize] = (bits >> (8 * i)) as u8;
        }
    }

    fn write_bits(&mut self, start: u64, width: u32, bits: u128) {
        self.reserve((start + u64::from(width)).div_ceil(8));
        for i in 0..u64::from(width) {
            let (byte, bit) = (((start + i) / 8) as usize, (start + i) % 8);
            let value = ((bits >> i) & 1) as u8;
            self.bytes[byte] = (self.bytes[byte] & !(1 << bit)) | (value << bit);
        }
    }
}

impl Typer<'_> {
    /// The image of an initialiser; the type comes back with its length if that was unknown.
    pub(super) fn static_init(&mut self, ty: QualType, init: &Node<Initializer>) -> Typed<(QualType, Image)> {
        let span = self.span(init.span);
        let (ty, stores) = self.initializer(ty, init, span)?;
        Ok((ty, self.image(ty, stores)?))
    }

    /// The image of a compound literal at file scope.
    pub(super) fn static_list(
        &mut self,
        ty: QualType,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Typed<(QualType, Image)> {
        let (ty, stores) = self.list(ty, items, span)?;
        Ok((ty, self.image(ty, stores)?))
    }

    fn image(&mut self, ty: QualType, stores: Stores) -> Typed<Image> {
        let mut image = Image::default();
        let end = stores.end;
        if end > MAX_IMAGE {
            return Ok(Image { unknown: Some("an initialiser of this size".to_string()), ..image });
        }
        for item in stores.into_items() {
            self.write_item(&mut image, &item)?;
        }
        // A flexible array member makes the object larger than its type: then the bytes are all there.
        if end > self.p.types.size(ty.ty).unwrap_or(0) {
            image.reserve(end);
        } else {
            let used = image.bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
            image.bytes.truncate(used);
        }
        Ok(image)
    }

    fn write_item(&mut self, image: &mut Image, item: &InitItem) -> Typed<()> {
        let pointer_size = self.model().pointer_size();
        if let ExprKind::Load(lvalue) = &item.value.kind
            && !self.is_scalar(item.value.ty)
        {
            // A string literal, or a record given as a compound literal.
            if let Some(Constant::Address(StaticTarget::Global(source), 0)) = self.address(lvalue) {
                let object = &self.p.globals[source.0 as usize];
                let size = self.p.types.size(item.ty.ty).unwrap_or(0);
                image.forget_addresses(item.offset, item.offset + size);
                image.reserve(item.offset + size);
                for i in 0..size {
                    image.bytes[(item.offset + i) as usize] = object.init.get(i as usize).copied().unwrap_or(0);
                }
                for r in &object.relocations {
                    image.push_address(StaticAddress { offset: r.offset + item.offset, ..*r });
                }
                return Ok(());
            }
        }
        let Some(value) = self.evaluate(&item.value) else {
            if let ExprKind::Builtin(crate::hir::Builtin::Unsupported(what)) = &item.value.kind {
                image.unknown = Some(what.clone());
                return Ok(());
            }
            return Err(self.error(item.value.span, "initializer element is not constant"));
        };
        let size = self.p.types.scalar(item.ty.ty).map_or(0, |s| s.size());
        match (value, item.bits) {
            (Constant::Bits(bits), Some(range)) => image.write_bits(range.start, range.width, bits),
            (Constant::Bits(bits), None) => {
                image.forget_addresses(item.offset, item.offset + size);
                image.write(item.offset, bits, size);
            }
            (Constant::Address(target, addend), None) if size >= pointer_size => {
                image.forget_addresses(item.offset, item.offset + size);
                image.write(item.offset, 0, size);
                image.push_address(StaticAddress { offset: item.offset, target, addend });
            }
            (Constant::Address(..), _) => {
                return Err(self.error(item.value.span, "initializer element is not computable at load time"));
            }
        }
        Ok(())
    }
}
