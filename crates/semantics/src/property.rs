//! What is checked.

use std::fmt;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// No call of an error function and no failing assertion is reachable.
    UnreachCall,
    /// No two conflicting accesses can happen at the same time.
    NoDataRace,
    /// Never does some thread wait while none can move any more.
    NoDeadlock,
}

impl Property {
    /// All of them, in the order they are listed to users.
    pub const ALL: [Property; 3] = [Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock];

    /// The name on the command line and in verdicts.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoDataRace => "no-data-race",
            Property::NoDeadlock => "no-deadlock",
        }
    }

    /// The property with this name.
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|p| p.name() == name)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
