//! Reads the output of a solver program.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

use crate::answer::Reason;

/// Replies of a solver program, read by a separate thread so that waiting can time out.
pub(super) struct Replies {
    lines: Receiver<String>,
}

impl Replies {
    pub(super) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = channel();
        // Ends with the program, or when the receiver is dropped.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Replies { lines }
    }

    /// The next reply: a word, or lines until all parentheses are closed.
    pub(super) fn next(&self, deadline: Instant) -> Result<String, Reason> {
        let mut reply = String::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => reply.push_str(line.trim()),
                Err(RecvTimeoutError::Timeout) => return Err(Reason::Time),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::Backend(format!("it ended after the reply {reply:?}")));
                }
            }
            if !reply.is_empty() && is_closed(&reply) {
                return Ok(reply);
            }
            reply.push(' ');
        }
    }
}

/// Are all parentheses outside of quoted names closed?
fn is_closed(text: &str) -> bool {
    let mut quoted = false;
    let mut open = 0_i64;
    for c in text.chars() {
        match c {
            '|' => quoted = !quoted,
            '(' if !quoted => open += 1,
            ')' if !quoted => open -= 1,
            _ => {}
        }
    }
    open <= 0
}

/// The bit-vector literals of a reply, outside of quoted names.
pub(super) fn literals(text: &str) -> Vec<u128> {
    let outside: String = text.split('|').step_by(2).collect::<Vec<_>>().join(" ");
    outside
        .split(|c: char| c.is_whitespace() || c == '(' || c == ')')
        .filter_map(|word| {
            let (radix, digits) = match word.split_at_checked(2)? {
                ("#b", digits) => (2, digits),
                ("#x", digits) => (16, digits),
                _ => return None,
            };
            u128::from_str_radix(digits, radix).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_outside_of_names() {
        assert_eq!(literals("((|a #b1| #b0101) (b #xfF))"), [5, 255]);
        assert!(is_closed("((|(| #b1))") && !is_closed("((|)| #b1)"));
    }
}
