//! The arrays that the statements of a breakpoint read elements of, as they are there: an element alone says little.

use whydunit_locate::Session;
use whydunit_locate::interactive::Breakpoint;
use whydunit_trace::Value;

use crate::frozen::whole_text;

/// Arrays of fewer elements are told by their element, of more nobody could judge.
const ELEMENTS: std::ops::RangeInclusive<u64> = 2..=32;

/// "a = {11, 14, 0}" of each array.
pub(super) fn arrays(session: &mut Session, breakpoint: &Breakpoint) -> Vec<String> {
    let read = breakpoint.items.iter().chain(&breakpoint.led_to).flat_map(|item| &item.instance.uses);
    let read: Vec<Value> = read.cloned().collect();
    let program = session.program().clone();
    // A call of the library that calls back is looked at when it is over.
    let time = breakpoint.items.last().map_or(breakpoint.spot.time, |item| item.time);
    let mut found: Vec<String> = Vec::new();
    for element in read {
        let array = array_of(session, time, &element);
        let text = array.map(|array| format!("{} = {}", array.name, whole_text(&program, &array)));
        found.extend(text.filter(|text| !found.contains(text)));
    }
    found
}

/// The array of which something is an element, if that begins where the array's name says.
fn array_of(session: &mut Session, time: u32, element: &Value) -> Option<Value> {
    let (name, index) = element.name.strip_suffix(']')?.split_once('[')?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (index, size) = (index.parse::<u64>().ok()?, session.program().types.size(element.ty?));
    let mut machine = session.recorded.ladder.paused_at(u64::from(time) + 1)?;
    let object = machine.object_at(element.address)?;
    let count = object.size.checked_div(size)?;
    let fits = is_name && object.start + index * size == element.address && count * size == object.size;
    if !fits || !ELEMENTS.contains(&count) {
        return None;
    }
    let bytes = machine.inspect(object.start, object.size as usize)?;
    Some(Value { name: name.into(), address: object.start, elements: Some(count), bytes, ..element.clone() })
}
