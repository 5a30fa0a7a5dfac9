//! `<sys/socket.h>`, `<netdb.h>`: the network, which is not available.

use whydunit_machine::{Guest, Halt};

use crate::Posix;
use crate::fs::Errno;
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, int_arg, int_call, pointer_call};

pub(crate) const MODELS: &[Model] = &[
    int_call!("socket", refused),
    int_call!("socketpair", refused),
    int_call!("getaddrinfo", refused),
    int_call!("getnameinfo", refused),
    pointer_call!("gethostbyname", refused_pointer),
    pointer_call!("gethostbyaddr", refused_pointer),
    int_call!("bind", no_socket),
    int_call!("connect", no_socket),
    int_call!("listen", no_socket),
    int_call!("accept", no_socket),
    int_call!("accept4", no_socket),
    int_call!("shutdown", no_socket),
    int_call!("getsockname", no_socket),
    int_call!("getpeername", no_socket),
    int_call!("getsockopt", no_socket),
    int_call!("setsockopt", no_socket),
    crate::model::syscall::long_call!("send", no_socket_long),
    crate::model::syscall::long_call!("sendto", no_socket_long),
    crate::model::syscall::long_call!("sendmsg", no_socket_long),
    crate::model::syscall::long_call!("recv", no_socket_long),
    crate::model::syscall::long_call!("recvfrom", no_socket_long),
    crate::model::syscall::long_call!("recvmsg", no_socket_long),
    int_call!("htons", swap16),
    int_call!("ntohs", swap16),
    int_call!("htonl", swap32),
    int_call!("ntohl", swap32),
];

fn no_network(guest: &dyn Guest) -> Halt {
    let name = guest.callee();
    Halt::Unsupported(format!(
        "{name}: the program is sealed off from the network; choose an input that needs none, \
         or answer the call with --stub {name}=-1"
    ))
}

fn refused(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    Err(no_network(guest).into())
}

fn refused_pointer(_: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    Err(no_network(guest).into())
}

/// An open descriptor is never a socket.
fn no_socket(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.descriptor(fd)?;
    Err(Errno::ENOTSOCK.into())
}

fn no_socket_long(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    no_socket(world, guest).map(i64::from)
}

/// Reverses the bytes of a number: conversion from and to network byte order.
fn swap(guest: &mut dyn Guest, bytes: u64) -> Sys<u64> {
    let word = arg(guest, 0);
    let value = guest.pin(word, "a number in network order")?;
    Ok(value.swap_bytes() >> (64 - 8 * bytes))
}

fn swap16(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    Ok(swap(guest, 2)? as i32)
}

fn swap32(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    Ok(swap(guest, 4)? as i32)
}
