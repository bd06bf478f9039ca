//! How far a mistyped word is from one that is known.

/// Levenshtein distance: how many letters have to be put in, left out or replaced.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn letters_are_put_in_left_out_or_replaced() {
        for (a, b, apart) in [("", "abc", 3), ("order", "order", 0), ("ordr", "order", 1), ("oredr", "order", 2)] {
            assert_eq!((distance(a, b), distance(b, a)), (apart, apart), "{a} {b}");
        }
    }
}
