//! Slices of long runs: their cost, and the progress messages.

mod programs;

use std::sync::{Arc, Mutex};

use programs::{case, session};
use whydunit_locate::inquiry::{Inquiry, SliceRequest, Start};
use whydunit_trace::{Dependences, Graph, SliceKind};

const SOURCE: &str = "#include <stdio.h>
    static int a[64], most;
    static void put(int at, int v) { a[at & 63] = v; }
    int main(void) {
        int sum = 0;
        for (int i = 0; i < 6000; i++) {
            put(i * 7, sum);
            if (a[(i * 5) & 63] > 1000000)
                most = i;
            sum += a[(i * 3) & 63] % 10 + 1;
        }
        printf(\"%d %d\\n\", most, sum);
        return 0;
    }";

#[test]
fn an_instance_takes_few_bytes() {
    let (inquiry, start) = Inquiry::of(session(SOURCE, case(&[], b""), "1 0\n"));
    let recording = &inquiry.recorded.recording;
    let Start::Failure(_, first) = start else { unreachable!("it failed") };
    let dependences = Dependences::with_omissions(recording, &inquiry.analyses);
    let graph = Graph::backward(dependences, &first, SliceKind::Relevant, |_, _| true, |_| true);
    assert!(graph.len() > 20_000, "{} instances", graph.len());
    assert!(graph.bytes() < 40 * graph.len(), "{} bytes for {} instances", graph.bytes(), graph.len());
}

#[test]
fn every_phase_reports_progress() {
    let (mut inquiry, start) = Inquiry::of(session(SOURCE, case(&[], b""), "1 0\n"));
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let ear = heard.clone();
    inquiry.monitor.listener = Some(Arc::new(move |what: &str| ear.lock().expect("a list").push(what.into())));
    let kind = SliceKind::Relevant;
    let view = inquiry.slice(SliceRequest { start, kind, depth: None, values: true, verify: false });
    assert!(view.latest_only, "the test of the loop was made more than 32 times");
    let heard = heard.lock().expect("a list");
    for phase in
        ["following dependences", "checking skipped code", "collecting lines", "linking lines", "reading values"]
    {
        let told = heard.iter().filter(|what| what.starts_with(phase)).count();
        assert!(told > usize::from(phase != "reading values"), "{phase}: {told} times");
    }
}
