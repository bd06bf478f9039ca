//! Where the members of a record lie: the System V ABI as gcc implements it on i386 and x86-64.
//!
//! Members are placed one after the other, each at the next multiple of its alignment. A bit-field follows the
//! previous bits directly unless it would then touch more units of its declared type than fit it; in that case it
//! moves to the next unit (gcc's `PCC_BITFIELD_TYPE_MATTERS`). A zero-width bit-field only moves on. Named bit-fields align
//! the record like their declared type, unnamed ones do not. `packed` drops all alignment to a byte, and bit-fields
//! then never move; `#pragma pack(n)` caps alignment.

use raddle_program::{BitRange, Field, QualType, RecordKind};

/// A member before it has a place.
pub struct Member {
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    pub ty: QualType,
    /// Bytes it occupies (0 for a flexible array member).
    pub size: u64,
    /// Alignment of its type inside a record.
    pub natural_align: u64,
    /// `aligned(n)` or `_Alignas(n)` on the member.
    pub asked_align: Option<u64>,
    /// Whether the member, or its record, is packed.
    pub packed: bool,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// Whether an unnamed member belongs into the list of fields (an anonymous struct or union does, padding not).
    pub keep: bool,
}

/// The result: members with places, size and alignment.
pub struct Layout {
    /// The members that can be named or looked into.
    pub fields: Vec<Field>,
    /// The alignment of each of them.
    pub aligns: Vec<u64>,
    /// Bytes with tail padding.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// Places all members. `pack` is the cap of `#pragma pack`, `asked_align` an `aligned(n)` on the record itself.
/// `None` if the record is larger than an address can say.
pub fn lay_out(kind: RecordKind, members: Vec<Member>, pack: Option<u64>, asked_align: Option<u64>) -> Option<Layout> {
    let mut fields = Vec::with_capacity(members.len());
    let mut aligns = Vec::with_capacity(members.len());
    // The next free bit of a struct; the largest end seen so far of a union.
    let mut next: u64 = 0;
    let mut end: u64 = 0;
    let mut align: u64 = 1;
    // Bit-fields next to each other, in bits; the run of each field that is one.
    let mut runs: Vec<(u64, u64)> = Vec::new();
    let mut run_of: Vec<Option<usize>> = Vec::new();
    let mut goes_on = false;
    for member in members {
        let at = match kind {
            RecordKind::Struct => next,
            RecordKind::Union => 0,
        };
        let cap = |a: u64| pack.map_or(a, |n| a.min(n));
        let type_align = cap(member.natural_align.max(1));
        let own_align = match (member.packed, member.asked_align) {
            (true, None) => 1,
            (true, Some(n)) => n,
            (false, None) => type_align,
            (false, Some(n)) => type_align.max(cap(n)),
        };
        let (start, bits) = match member.width {
            None => {
                align = align.max(own_align);
                (round_up(at, own_align.checked_mul(8)?)?, member.size.checked_mul(8)?)
            }
            Some(0) => {
                next = round_up(at, type_align.checked_mul(8)?)?;
                goes_on = false;
                continue;
            }
            Some(width) => {
                let width = u64::from(width);
                let mut start = match member.asked_align {
                    Some(n) => round_up(at, n.checked_mul(8)?)?,
                    None => at,
                };
                let unit = type_align * 8;
                if !member.packed && ((start % unit) + width).div_ceil(unit) > (member.size * 8).div_ceil(unit) {
                    start = round_up(start, unit)?;
                }
                if member.name.is_some() {
                    align = align.max(own_align);
                }
                (start, width)
            }
        };
        next = start.checked_add(bits)?;
        end = end.max(next);
        let is_bits = member.width.is_some();
        match runs.last_mut() {
            Some(run) if is_bits && goes_on => run.1 = next,
            Some(_) | None if is_bits => runs.push((start, next)),
            Some(_) | None => {}
        }
        goes_on = is_bits && kind == RecordKind::Struct;
        if member.name.is_some() || member.keep {
            let range = member.width.map(|width| BitRange { start, width, before: 0, after: 0 });
            run_of.push(range.map(|_| runs.len() - 1));
            aligns.push(own_align);
            fields.push(Field { name: member.name, ty: member.ty, offset: start / 8, bits: range });
        }
    }
    for (field, run) in fields.iter_mut().zip(run_of) {
        if let (Some(bits), Some((start, end))) = (&mut field.bits, run.map(|run| runs[run])) {
            let last = (bits.start + u64::from(bits.width)).div_ceil(8);
            bits.before = u32::try_from(bits.start / 8 - start / 8).ok()?;
            bits.after = u32::try_from(end.div_ceil(8).max(last) - last).ok()?;
        }
    }
    align = align.max(asked_align.unwrap_or(1));
    let size = round_up(end.max(next).div_ceil(8), align)?;
    Some(Layout { fields, aligns, size, align })
}

fn round_up(value: u64, unit: u64) -> Option<u64> {
    value.checked_next_multiple_of(unit)
}
