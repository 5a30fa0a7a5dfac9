//! Processor time: the only meaningful measure of a method's time on a shared machine.

/// Ticks per second in `/proc`, fixed on x86-64 Linux.
const TICKS: f64 = 100.0;

/// The processor seconds of a process, summed over its threads; none if the process does not exist (any more).
pub(crate) fn seconds_of(process: &str) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The program's name is in parentheses and may itself contain spaces and parentheses.
    let rest = &text[text.rfind(')')? + 1..];
    let mut fields = rest.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((user + system) / TICKS)
}

/// The processor seconds of this process so far.
pub(crate) fn own_seconds() -> f64 {
    seconds_of("self").unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let before = own_seconds();
        let mut sum = 0u64;
        while own_seconds() < before + 0.03 {
            sum = (0..1_000_000u64).fold(sum, |s, n| s.wrapping_mul(31).wrapping_add(n));
        }
        assert!(own_seconds() > before && sum != 1);
        assert_eq!(seconds_of("0"), None);
    }
}
