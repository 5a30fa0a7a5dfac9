//! Dates against glibc: formats, `mktime` in many zones, `strptime`.

use whydunit_machine::{Guest, Reply};

use crate::native::{Dice, answers};
use crate::test_guest::{TestGuest, int};
use crate::time::calendar::field;
use crate::{Case, Posix};

const REFEREE: &str = include_str!("../../native/time.c");

const ZONES: [&str; 9] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
    "XXX5YYY,J60/3,300",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
];

const FORMATS: &str = "%_d %-d %05d %_5d %-5d %^a %#a %#Z %^B %20B %020B %_20B %-20B %Ey %Od %EY %Ex %EC %Oe %P %p %#p \
    %s %z %_z %-z %:z %6z %_6z %-6z %Z %k %l %_k %-k %-l %0k %+ %+4Y %010Y %_10Y %-Y %C %_C %y %-y %_y %G %g %V %U %W \
    %u %w %j %-j %_j %c %x %X %r %R %T %D %F %h %n%t%% %e %_e %-e %0e %I %_I %-I %m %-m %_m %S %-S %M %Q %E %O % %5 \
    %_ %i %EQ %Ez %EF %Oy %OH %OI %Om %OM %OS %OU %OV %OW %Ow %Ou %Og %OG %^c %#c %40c %^30c %030c %12F %015F %10T \
    %5% %5n %3t %E% %OC %10Z %010Z %10p %10P %#10p %Oa %Ea %OB %Ob %Eb %f %10R %0_5d %_05d %1Y %5y %5C %5U %_3u %99d";

fn world(zone: &str) -> Posix {
    Posix::new(Case { env: vec![(b"TZ".to_vec(), zone.into())], ..Case::default() })
}

fn bits(reply: Reply) -> u64 {
    reply.slots[0].bits
}

fn shown(guest: &mut TestGuest, tm: u64) -> String {
    let offsets = [
        field::SEC,
        field::MIN,
        field::HOUR,
        field::MDAY,
        field::MON,
        field::YEAR,
        field::WDAY,
        field::YDAY,
        field::ISDST,
    ];
    let mut text: Vec<String> =
        offsets.iter().map(|o| (guest.load((tm + o).into(), 4).unwrap().bits as i32).to_string()).collect();
    text.push((guest.load((tm + field::GMTOFF).into(), 8).unwrap().bits as i64).to_string());
    text.join(" ")
}

#[test]
fn strftime_agrees_with_glibc() {
    let (mut questions, mut own) = (Vec::new(), Vec::new());
    let mut dice = Dice::new(1);
    for format in FORMATS.split_whitespace().chain(["a%nb%tc", "%Y-%m-%d %H:%M:%S %z (%Z)", "%"]) {
        for _ in 0..6 {
            let zone = dice.pick(&ZONES);
            let time = dice.roll(12_000_000_000) as i64 - 6_000_000_000;
            questions.extend_from_slice(format!("f\t{zone}\t{time}\t{format}\n").as_bytes());
            let (mut world, mut guest) = (world(zone), TestGuest::default());
            let (tm, at, out) = (guest.reserve(56, 8), guest.reserve(8, 8), guest.reserve(2000, 1));
            guest.store(at.into(), 8, time.into()).unwrap();
            guest.call(&mut world, "localtime_r", &[int(at), int(tm)]).unwrap();
            let format = guest.string(format);
            let args = [int(out), int(2000), int(format), int(tm)];
            let length = bits(guest.call(&mut world, "strftime", &args).unwrap());
            own.push(format!("{length} {}", guest.text(out)));
        }
    }
    compare(&questions, &answers(REFEREE, &questions), &own);
}

#[test]
fn mktime_agrees_with_glibc() {
    let (mut questions, mut own) = (Vec::new(), Vec::new());
    let mut dice = Dice::new(2);
    let mut guest = TestGuest::default();
    for zone in ZONES {
        let mut world = world(zone);
        let tm = guest.reserve(56, 8);
        for _ in 0..400 {
            // Half of the times are near the changes of 2023, the others arbitrary.
            let near = dice.roll(2) == 0;
            let small = |dice: &mut Dice, low: i64, high: i64| low + dice.roll((high - low) as u64) as i64;
            let members: [i64; 7] = if near {
                let (month, day) = (dice.pick(&[&2, &3, &8, &9, &10]), small(&mut dice, 1, 32));
                [0, small(&mut dice, 0, 60), small(&mut dice, 0, 4), day, *month, 123, small(&mut dice, -1, 2)]
            } else {
                let wide = |dice: &mut Dice| small(dice, -100, 200);
                [
                    wide(&mut dice),
                    wide(&mut dice),
                    wide(&mut dice),
                    wide(&mut dice),
                    wide(&mut dice),
                    wide(&mut dice),
                    small(&mut dice, -1, 2),
                ]
            };
            let text: Vec<String> = members.iter().map(i64::to_string).collect();
            questions.extend_from_slice(format!("m\t{zone}\t{}\n", text.join("\t")).as_bytes());
            guest.fill(tm.into(), 0u8.into(), 56).unwrap();
            for (value, offset) in members.iter().zip([0, 4, 8, 12, 16, 20, field::ISDST]) {
                guest.store((tm + offset).into(), 4, (*value as i32).into()).unwrap();
            }
            let time = bits(guest.call(&mut world, "mktime", &[int(tm)]).unwrap()) as i64;
            own.push(format!("{time} {}", shown(&mut guest, tm)));
        }
    }
    compare(&questions, &answers(REFEREE, &questions), &own);
}

#[test]
fn strptime_agrees_with_glibc() {
    let cases = [
        ("2024-02-29 12:34:56", "%Y-%m-%d %H:%M:%S"),
        ("2024-02-29T12:34:56+0130", "%FT%T%z"),
        ("Thu Feb 29 12:34:56 2024", "%c"),
        ("Thursday, February 29", "%a, %b %d"),
        ("02/29/24", "%D"),
        ("29 feb 70", "%d %b %y"),
        ("12:01 am", "%I:%M %p"),
        ("11:59:58 PM", "%r"),
        ("1999 365", "%Y %j"),
        ("2024 09 4", "%Y %W %u"),
        ("2024 09 4", "%Y %U %w"),
        ("20 24", "%C %y"),
        ("20", "%C"),
        ("1700000000", "%s"),
        ("  5 ", "%d "),
        ("32", "%d"),
        ("13/1", "%m/%d"),
        ("abc", "%Y"),
        ("100%", "%j%%"),
        ("Z", "%z"),
        ("-03:30", "%z"),
        ("+3", "%z"),
        ("+0199", "%z"),
        ("EST 5", "%Z %d"),
        ("2024-2-3", "%Y-%-m-%_d"),
        ("23:59:61", "%T"),
        ("24:00", "%R"),
        ("2024W05", "%GW%V"),
        ("xyz", "xy"),
        ("xy", "xyz"),
        ("2024", "%Ey"),
        ("2024", "%EY"),
        ("5 pm", "%l %p"),
        ("17", "%k"),
        ("q", "%q"),
        ("Mar", "%h%n"),
        ("may 5", "%B %e"),
        ("3", "%P"),
        ("50", "%g"),
    ];
    let (mut questions, mut own) = (Vec::new(), Vec::new());
    for (text, format) in cases {
        questions.extend_from_slice(format!("p\tUTC\t{text}\t{format}\n").as_bytes());
        let (mut world, mut guest) = (world("UTC"), TestGuest::default());
        let (tm, start, format) = (guest.reserve(56, 8), guest.string(text), guest.string(format));
        let end = bits(guest.call(&mut world, "strptime", &[int(start), int(format), int(tm)]).unwrap());
        own.push(if end == 0 { "-1 ".into() } else { format!("{} {}", end - start, shown(&mut guest, tm)) });
    }
    compare(&questions, &answers(REFEREE, &questions), &own);
}

#[test]
fn asctime_marks_invalid_dates() {
    let (mut world, mut guest) = (world("UTC"), TestGuest::default());
    let tm = guest.reserve(56, 8);
    guest.store((tm + field::WDAY).into(), 4, 9.into()).unwrap();
    let text = bits(guest.call(&mut world, "asctime", &[int(tm)]).unwrap());
    assert_eq!(guest.text(text), "??? Jan  0 00:00:00 1900\n");
}

fn compare(questions: &[u8], expected: &[String], own: &[String]) {
    let asked = String::from_utf8_lossy(questions);
    // Answers may span lines: compare all, then find the first question that differs.
    let joined = own.join("\n") + "\n";
    if expected.join("\n") == joined {
        return;
    }
    for ((question, native), ours) in asked.lines().zip(expected).zip(own) {
        assert_eq!(native, ours, "{question:?}");
    }
    panic!("answers differ in number");
}
