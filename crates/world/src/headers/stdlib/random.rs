//! `rand`, `random` and related functions, with glibc's sequences.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};
use crate::random::Generator;

pub(crate) const MODELS: &[Model] = &[
    model("rand", random),
    model("random", random),
    model("srand", srandom),
    model("srandom", srandom),
    model("rand_r", rand_r),
    model("initstate", initstate),
    model("setstate", setstate),
    model("random_r", random_r),
    model("srandom_r", srandom_r),
    model("initstate_r", initstate_r),
    model("arc4random", arc4random),
    model("arc4random_uniform", arc4random_uniform),
    model("arc4random_buf", arc4random_buf),
];

const EINVAL: i32 = 22;
const SEED: &str = "seed of random numbers";

fn random(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(world.random.current().next().into())
}

fn srandom(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let seed = pinned(guest, 0, SEED)? as u32;
    world.random.current().seed(seed);
    Ok(().into())
}

fn rand_r(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let place = arg(guest, 0);
    let state = guest.load(place, 4)?;
    let mut state = guest.pin(state, SEED)? as u32;
    let mut step = |bits: u32| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (state >> 16) & ((1 << bits) - 1)
    };
    let result = (step(11) << 20) | (step(10) << 10) | step(10);
    guest.store(place, 4, state.into())?;
    Ok(result.into())
}

/// The program's buffer identifies the state; the numbers themselves are stored in the world.
fn initstate(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (seed, buffer) = (pinned(guest, 0, SEED)? as u32, pinned(guest, 1, "state of random numbers")?);
    let size = pinned(guest, 2, "size of a state")?;
    let Some(generator) = Generator::of_size(seed, size) else {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    };
    let old = world.random.buffer(guest);
    world.random.install(buffer, generator);
    Ok(old.into())
}

fn setstate(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let buffer = pinned(guest, 0, "state of random numbers")?;
    let old = world.random.buffer(guest);
    if !world.random.switch_to(buffer) {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    }
    Ok(old.into())
}

/// The generator of a `struct random_data`, which is identified by its address.
fn with_data(world: &mut Posix, guest: &mut dyn Guest, index: usize) -> Run<Option<Generator>> {
    let data = pinned(guest, index, "state of random numbers")?;
    Ok(world.random.take(data))
}

fn failed(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    world.set_errno(guest, EINVAL)?;
    Ok((-1i32).into())
}

fn random_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (data, place) = (arg(guest, 0), arg(guest, 1));
    let Some(mut generator) = with_data(world, guest, 0)? else { return failed(world, guest) };
    let value = generator.next();
    world.random.put(data.bits, generator);
    guest.store(place, 4, (value as u32).into())?;
    Ok(0i32.into())
}

fn srandom_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (seed, data) = (pinned(guest, 0, SEED)? as u32, arg(guest, 1));
    let Some(mut generator) = with_data(world, guest, 1)? else { return failed(world, guest) };
    generator.seed(seed);
    world.random.put(data.bits, generator);
    Ok(0i32.into())
}

fn initstate_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (seed, size) = (pinned(guest, 0, SEED)? as u32, pinned(guest, 2, "size of a state")?);
    let data = pinned(guest, 3, "state of random numbers")?;
    let Some(generator) = Generator::of_size(seed, size) else { return failed(world, guest) };
    world.random.put(data, generator);
    Ok(0i32.into())
}

fn arc4random(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok((world.random.secret() as u32).into())
}

fn arc4random_uniform(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let bound = pinned(guest, 0, "bound of random numbers")? as u32;
    // Nearly uniform: the high half of a 64-bit product is off by less than one in 2^32.
    let scaled = (u128::from(world.random.secret()) * u128::from(bound)) >> 64;
    Ok((scaled as u32).into())
}

fn arc4random_buf(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, len) = (arg(guest, 0), pinned(guest, 1, "number of random bytes")?);
    let bytes: Vec<u8> = (0..len).map(|_| world.random.secret() as u8).collect();
    guest.write_bytes(to, &bytes)?;
    Ok(().into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn numbers(world: &mut Posix, guest: &mut TestGuest, count: usize) -> Vec<u64> {
        (0..count).map(|_| guest.call(world, "rand", &[]).unwrap().slots[0].bits).collect()
    }

    #[test]
    fn the_famous_first_numbers() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let first = [1_804_289_383, 846_930_886, 1_681_692_777];
        assert_eq!(numbers(&mut world, &mut guest, 3), first);
        guest.call(&mut world, "srand", &[int(42)]).unwrap();
        assert_eq!(numbers(&mut world, &mut guest, 2), [71_876_166, 708_592_740]);
        guest.call(&mut world, "srand", &[int(1)]).unwrap();
        assert_eq!(numbers(&mut world, &mut guest, 3), first);
    }

    #[test]
    fn states_can_be_exchanged() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let buffer = guest.reserve(128, 8);
        let old = guest.call(&mut world, "initstate", &[int(7), int(buffer), int(128)]).unwrap();
        let first = numbers(&mut world, &mut guest, 2);
        guest.call(&mut world, "setstate", &[int(old.slots[0].bits)]).unwrap();
        assert_eq!(numbers(&mut world, &mut guest, 1), [1_804_289_383]);
        let again = guest.call(&mut world, "setstate", &[int(buffer)]).unwrap();
        assert_eq!(again, old);
        assert_ne!(numbers(&mut world, &mut guest, 2), first);
    }

    #[test]
    fn rand_r_is_a_function_of_its_seed() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let place = guest.reserve(4, 4);
        guest.store(place.into(), 4, 1u64.into()).unwrap();
        assert_eq!(guest.call(&mut world, "rand_r", &[int(place)]).unwrap().slots[0].bits, 476_707_713);
    }
}
