//! What a step touches, and when two steps, or a step and a future, conflict.
//!
//! Reads of the same resource do not conflict; everything else about the same resource does.

use crate::effects::{Resource, Row, Touch};

/// What a step touches.
#[derive(Clone, Copy, Debug)]
pub enum Footprint<'a> {
    /// Nothing that others can see.
    Nothing,
    /// One resource.
    One(Touch),
    /// A list of resources.
    Many(&'a [Touch]),
    /// A list of resources, and the thread ends.
    End(&'a [Touch], Touch),
    /// All resources of a row.
    Row(Row<'a>),
    /// It conflicts with whatever anybody does.
    Everything,
}

/// Whether a step conflicts with something in a row.
pub(crate) fn row_conflicts(footprint: Footprint<'_>, row: &Row<'_>) -> bool {
    match footprint {
        Footprint::Nothing => false,
        Footprint::Everything => true,
        Footprint::One(touch) => row.conflicts(touch),
        Footprint::Many(touches) => touches.iter().any(|t| row.conflicts(*t)),
        Footprint::End(touches, last) => {
            row.conflicts(last) || row.conflicts(LOOK_UP_KEYS) || touches.iter().any(|t| row.conflicts(*t))
        }
        Footprint::Row(mine) => mine.conflicts_with(row),
    }
}

/// A thread that ends looks up the destructors of its keys.
const LOOK_UP_KEYS: Touch = Touch { resource: Resource::KEYS, write: false };

/// Whether one of two steps may change what the other touches.
pub(crate) fn footprints_conflict(a: Footprint<'_>, b: Footprint<'_>) -> bool {
    let touches = |footprint| match footprint {
        Footprint::Nothing => Some(Vec::new()),
        Footprint::One(touch) => Some(vec![touch]),
        Footprint::Many(touches) => Some(touches.to_vec()),
        Footprint::End(touches, last) => Some([touches, &[last, LOOK_UP_KEYS]].concat()),
        Footprint::Row(row) => Some(row.touches()),
        Footprint::Everything => None,
    };
    match (a, b) {
        // Inside a section races with what others are about to do are looked for while it runs, so it has to run
        // after each of their steps.
        (Footprint::Row(_), _) | (_, Footprint::Row(_)) => true,
        (Footprint::Nothing, _) | (_, Footprint::Nothing) => false,
        (Footprint::One(a), Footprint::One(b)) => a.resource == b.resource && (a.write || b.write),
        _ => match (touches(a), touches(b)) {
            (Some(a), Some(b)) => a.iter().any(|x| b.iter().any(|y| x.resource == y.resource && (x.write || y.write))),
            (None, _) | (_, None) => true,
        },
    }
}

/// The footprint of an edge that touches these resources.
pub(crate) fn listed(touches: &[Touch]) -> Footprint<'_> {
    match touches {
        [] => Footprint::Nothing,
        [touch] => Footprint::One(*touch),
        _ => Footprint::Many(touches),
    }
}
