//! Time: the virtual clock, calendars and time zones.

pub(crate) mod calendar;
pub(crate) mod clock;
pub(crate) mod local_time;
pub(crate) mod zone;
