//! Recorded runs of small C programs: who controls what, what was omitted, where instances are in other
//! runs. One binary, because linking each takes longer than all tests.

mod control;
mod fixture;
