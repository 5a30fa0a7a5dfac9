//! `drand48` and related functions: a 48-bit linear congruential generator.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::{Model, model};
use crate::random::Rand48;

pub(crate) const MODELS: &[Model] = &[
    model("drand48", drand48),
    model("erand48", erand48),
    model("lrand48", lrand48),
    model("nrand48", nrand48),
    model("mrand48", mrand48),
    model("jrand48", jrand48),
    model("srand48", srand48),
    model("seed48", seed48),
    model("lcong48", lcong48),
];

const MASK: u64 = (1 << 48) - 1;
const STATE: &str = "state of random numbers";

/// 48 bits from three `unsigned short`.
fn load48(guest: &mut dyn Guest, from: Word) -> Run<u64> {
    let mut value = 0;
    for i in 0..3 {
        let here = at(guest, from, 2 * i);
        let part = guest.load(here, 2)?;
        value |= guest.pin(part, STATE)? << (16 * i);
    }
    Ok(value)
}

fn store48(guest: &mut dyn Guest, to: Word, value: u64) -> Run<()> {
    for i in 0..3 {
        let here = at(guest, to, 2 * i);
        guest.store(here, 2, Word::new((value >> (16 * i)) & 0xffff))?;
    }
    Ok(())
}

fn advanced(generator: Rand48, x: u64) -> u64 {
    x.wrapping_mul(generator.factor).wrapping_add(generator.summand) & MASK
}

/// The next state of the generator without an argument.
fn next(world: &mut Posix) -> u64 {
    let generator = &mut world.random.rand48;
    generator.x = advanced(*generator, generator.x);
    generator.x
}

/// The next state of a generator in the program's memory.
fn next_of(world: &mut Posix, guest: &mut dyn Guest) -> Run<u64> {
    let place = arg(guest, 0);
    let x = advanced(world.random.rand48, load48(guest, place)?);
    store48(guest, place, x)?;
    Ok(x)
}

/// In [0, 1): exact, 48 bits fit into a double.
fn unit(x: u64) -> f64 {
    x as f64 / (1u64 << 48) as f64
}

fn drand48(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(unit(next(world)).into())
}

fn erand48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(unit(next_of(world, guest)?).into())
}

fn lrand48(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok((next(world) >> 17).into())
}

fn nrand48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok((next_of(world, guest)? >> 17).into())
}

fn signed(x: u64) -> i64 {
    i64::from((x >> 16) as i32)
}

fn mrand48(world: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(signed(next(world)).into())
}

fn jrand48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(signed(next_of(world, guest)?).into())
}

fn srand48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let seed = pinned(guest, 0, "seed of random numbers")? & 0xffff_ffff;
    let old = world.random.rand48.old;
    world.random.rand48 = Rand48 { x: (seed << 16) | 0x330e, old, ..Rand48::default() };
    Ok(().into())
}

fn seed48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let from = arg(guest, 0);
    let x = load48(guest, from)?;
    let before = world.random.rand48;
    let old = if before.old == 0 { guest.reserve(6, 2) } else { before.old };
    store48(guest, old.into(), before.x)?;
    world.random.rand48 = Rand48 { x, old, ..Rand48::default() };
    Ok(old.into())
}

fn lcong48(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let from = arg(guest, 0);
    let (second, third) = (at(guest, from, 6), at(guest, from, 12));
    let x = load48(guest, from)?;
    let factor = load48(guest, second)?;
    let summand = guest.load(third, 2)?;
    let summand = guest.pin(summand, STATE)?;
    world.random.rand48 = Rand48 { x, factor, summand, ..world.random.rand48 };
    Ok(().into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn glibcs_sequences() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let mut call = |name: &str, args: &[u64]| {
            let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
            guest.call(&mut world, name, &args).unwrap().slots[0].bits
        };
        assert_eq!((call("lrand48", &[]), call("lrand48", &[]), call("lrand48", &[])), (0, 2_116_118, 89_401_895));
        call("srand48", &[1]);
        assert_eq!(f64::from_bits(call("drand48", &[])), 0.041_630_344_771_878_214);
    }

    #[test]
    fn states_of_the_program() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let state = guest.reserve(6, 2);
        guest.store(state.into(), 6, 0x0001_330eu64.into()).unwrap();
        let value = guest.call(&mut world, "erand48", &[int(state)]).unwrap().slots[0].bits;
        assert_eq!(f64::from_bits(value), 0.041_630_344_771_878_214);
        assert_ne!(guest.load(state.into(), 6).unwrap().bits, 0x0001_330e);
    }
}
