//! Forgetting: making values [`LazyId::ANY`]; and giving a name to what was forgotten.

use std::sync::Arc;

use crate::state::{Block, LazyRange};
use crate::value::LazyId;

/// Makes bytes of a block anything. A value that lies only partly in the range is forgotten as a whole. Neighbouring
/// ranges become one, so equal knowledge looks equal.
pub fn forget_bytes(block: &mut Arc<Block>, offset: u32, len: u32) {
    let (mut from, mut to) = (offset, offset + len);
    let is_any = |range: &LazyRange| range.value.is_some_and(|(id, _)| id == LazyId::ANY);
    let first = block.lazy.partition_point(|r| r.offset + r.len < from);
    let last = block.lazy.partition_point(|r| r.offset <= to);
    if last == first + 1 {
        let only = &block.lazy[first];
        if is_any(only) && only.offset <= from && to <= only.offset + only.len {
            return;
        }
    }
    let mut absorbed = first..first;
    for (i, range) in block.lazy.iter().enumerate().take(last).skip(first) {
        let touches = range.offset < offset + len && offset < range.offset + range.len;
        if touches || is_any(range) {
            from = from.min(range.offset);
            to = to.max(range.offset + range.len);
            absorbed = if absorbed.is_empty() { i..i + 1 } else { absorbed.start..i + 1 };
        } else if absorbed.is_empty() && range.offset < from {
            absorbed = i + 1..i + 1;
        }
    }
    let block = Arc::make_mut(block);
    block.bytes[from as usize..to as usize].fill(0);
    block.lazy.splice(absorbed, [LazyRange { offset: from, len: to - from, value: Some((LazyId::ANY, 0)) }]);
}

/// Gives bytes of a block that may be anything a name; false if something is known of them.
pub fn name_bytes(block: &mut Arc<Block>, offset: u32, len: u32, name: LazyId) -> bool {
    let (from, to) = (offset, offset + len);
    let around = |r: &LazyRange| r.offset <= from && to <= r.offset + r.len && r.value == Some((LazyId::ANY, 0));
    let Some(at) = block.lazy.iter().position(around) else { return false };
    let LazyRange { offset: first, len: all, value } = block.lazy[at].clone();
    let parts = [(first, from - first, value), (from, len, Some((name, 0))), (to, first + all - to, value)];
    let parts = parts.into_iter().filter(|(_, len, _)| *len > 0);
    let parts = parts.map(|(offset, len, value)| LazyRange { offset, len, value });
    Arc::make_mut(block).lazy.splice(at..=at, parts);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(offset: u32, len: u32, value: Option<u32>) -> LazyRange {
        LazyRange { offset, len, value: value.map(|v| (LazyId(v), 0)) }
    }

    fn check(before: &[LazyRange], offset: u32, len: u32, after: &[LazyRange]) {
        let mut bytes = vec![7; 16];
        before.iter().for_each(|r| bytes[r.offset as usize..][..r.len as usize].fill(0));
        let mut block = Arc::new(Block { bytes, lazy: before.to_vec() });
        forget_bytes(&mut block, offset, len);
        assert_eq!(block.lazy, after);
        for r in after {
            assert!(
                r.value != Some((LazyId::ANY, 0))
                    || block.bytes[r.offset as usize..][..r.len as usize] == vec![0; r.len as usize]
            );
        }
    }

    #[test]
    fn forgotten_ranges_join_and_swallow_what_they_touch() {
        check(&[], 4, 4, &[range(4, 4, Some(0))]);
        check(&[range(4, 4, Some(0))], 4, 4, &[range(4, 4, Some(0))]);
        check(&[range(0, 4, Some(0)), range(8, 4, Some(0))], 4, 4, &[range(0, 12, Some(0))]);
        check(
            &[range(0, 4, Some(5)), range(8, 4, None)],
            4,
            4,
            &[range(0, 4, Some(5)), range(4, 4, Some(0)), range(8, 4, None)],
        );
        check(&[range(0, 4, Some(5)), range(6, 4, Some(6))], 4, 4, &[range(0, 4, Some(5)), range(4, 6, Some(0))]);
        check(&[range(2, 4, Some(6)), range(12, 4, None)], 4, 4, &[range(2, 6, Some(0)), range(12, 4, None)]);
        check(&[range(5, 1, Some(6)), range(6, 2, None)], 4, 4, &[range(4, 4, Some(0))]);
    }

    #[test]
    fn what_was_forgotten_gets_a_name() {
        let mut block =
            Arc::new(Block { bytes: vec![0; 16], lazy: vec![range(0, 12, Some(0)), range(12, 4, Some(7))] });
        assert!(!name_bytes(&mut block, 10, 4, LazyId(9)), "not all of it was forgotten");
        assert!(!name_bytes(&mut block, 12, 4, LazyId(9)), "it has a name");
        assert!(name_bytes(&mut block, 4, 4, LazyId(9)));
        assert!(name_bytes(&mut block, 0, 4, LazyId(8)));
        let named = [range(0, 4, Some(8)), range(4, 4, Some(9)), range(8, 4, Some(0)), range(12, 4, Some(7))];
        assert_eq!(block.lazy, named);
    }
}
