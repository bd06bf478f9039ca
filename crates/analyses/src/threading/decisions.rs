//! All ways a step can go: a depth-first walk over the answers to its questions.

use raddle_machine::lazy::Decide;

/// The answers given so far, each with the number of alternatives there were.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    taken: Vec<(u32, u32)>,
    cursor: usize,
}

impl Decisions {
    /// Back to the first question, with the same answers.
    pub fn rewind(&mut self) {
        self.cursor = 0;
    }

    /// Moves on to the next way; false if all have been taken.
    pub fn advance(&mut self) -> bool {
        self.cursor = 0;
        while let Some((answer, alternatives)) = self.taken.last_mut() {
            if *answer + 1 < *alternatives {
                *answer += 1;
                return true;
            }
            self.taken.pop();
        }
        false
    }
}

impl Decide for Decisions {
    fn decide(&mut self, alternatives: u32) -> u32 {
        if self.cursor == self.taken.len() {
            self.taken.push((0, alternatives));
        }
        self.cursor += 1;
        self.taken[self.cursor - 1].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_taken_once() {
        let mut decisions = Decisions::default();
        let mut seen = Vec::new();
        loop {
            let first = decisions.decide(2);
            let second = if first == 0 { decisions.decide(3) } else { 9 };
            seen.push((first, second));
            if !decisions.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 9)]);
    }
}
