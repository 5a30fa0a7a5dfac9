//! Delta debugging: reduction of a list to a smaller one with the same property (Zeller, Hildebrandt: Simplifying and
//! isolating failure-inducing input, TSE 2002).

/// Reduces a list to a sublist that still passes `test` and from which no single element can be removed (1-minimal).
/// Stops early if `test` answers `None`. The whole list is assumed to pass.
pub fn ddmin<T: Clone>(items: &[T], mut test: impl FnMut(&[T]) -> Option<bool>) -> Vec<T> {
    let mut kept = items.to_vec();
    let mut parts = 2;
    while kept.len() >= 2 {
        let size = kept.len().div_ceil(parts);
        match smaller(&kept, size, parts, &mut test) {
            Step::Subset(part) => (kept, parts) = (part, 2),
            Step::Complement(rest) => (kept, parts) = (rest, (parts - 1).max(2)),
            Step::GaveUp => return kept,
            Step::Nothing if size == 1 => break,
            Step::Nothing => parts = (parts * 2).min(kept.len()),
        }
    }
    // Splitting never produces the empty list.
    if kept.len() == 1 && test(&[]) == Some(true) {
        kept.clear();
    }
    kept
}

enum Step<T> {
    Subset(Vec<T>),
    Complement(Vec<T>),
    Nothing,
    GaveUp,
}

fn smaller<T: Clone>(kept: &[T], size: usize, parts: usize, test: &mut impl FnMut(&[T]) -> Option<bool>) -> Step<T> {
    for part in kept.chunks(size) {
        match test(part) {
            Some(true) => return Step::Subset(part.to_vec()),
            Some(false) => {}
            None => return Step::GaveUp,
        }
    }
    // With two parts, complements are the subsets again.
    if parts > 2 {
        for start in (0..kept.len()).step_by(size) {
            let rest: Vec<T> = [&kept[..start], &kept[(start + size).min(kept.len())..]].concat();
            match test(&rest) {
                Some(true) => return Step::Complement(rest),
                Some(false) => {}
                None => return Step::GaveUp,
            }
        }
    }
    Step::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_parts_that_matter() {
        let all: Vec<u32> = (1..=8).collect();
        // The paper's example: 1, 7 and 8 together are needed.
        let mut tests = 0;
        let found = ddmin(&all, |part| {
            tests += 1;
            Some([1, 7, 8].iter().all(|n| part.contains(n)))
        });
        assert_eq!(found, [1, 7, 8]);
        assert!(tests < 60, "{tests}");
    }

    #[test]
    fn the_result_is_one_minimal() {
        let all: Vec<u32> = (0..100).collect();
        let fails = |part: &[u32]| part.iter().filter(|n| *n % 7 == 3).count() >= 4;
        let found = ddmin(&all, |part| Some(fails(part)));
        assert!(fails(&found));
        for at in 0..found.len() {
            let fewer: Vec<u32> = found.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, n)| *n).collect();
            assert!(!fails(&fewer), "{found:?}");
        }
    }

    #[test]
    fn nothing_may_be_enough() {
        assert_eq!(ddmin(&[1, 2, 3], |_| Some(true)), [0u32; 0]);
        assert_eq!(ddmin(&[0u32; 0], |_| Some(true)), [0u32; 0]);
    }

    #[test]
    fn giving_up_keeps_what_was_reached() {
        let mut left = 3;
        let found = ddmin(&(0..64).collect::<Vec<u32>>(), |part| {
            left -= 1;
            (left >= 0).then(|| part.contains(&40))
        });
        assert!(found.contains(&40) && found.len() < 64);
    }
}
