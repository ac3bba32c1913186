//! Composes one-eye problems, one JSON object a line, for `andor solve --batch`:
//!
//! ```sh
//! cargo run --release -p andor-games --example one_eye_problems -- 200 --seed 1 --board 7x7 \
//!     --points 4-9 --ko situational
//! ```
//!
//! The same arguments print the same problems. No problem comes twice; whether they can be solved, and
//! who wins, is not asked here (docs/games/one-eye.md).

use andor_core::{Rules, Spec, SplitMix64};
use andor_games::one_eye::{OneEye, Variant, compose::compose};
use std::collections::HashSet;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut count, mut seed, mut points) = (100, 1, 4..=9);
    let (mut board, mut ko) = ("7x7".to_owned(), "situational".to_owned());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--seed" => seed = value()?.parse()?,
            "--board" => board = value()?,
            "--ko" => ko = value()?,
            "--points" => {
                let value = value()?;
                let (least, most) = value.split_once('-').unwrap_or((&value, &value));
                points = least.parse()?..=most.parse()?;
            }
            number => count = number.parse()?,
        }
    }
    let spec = Spec::parse(&format!("one-eye:{board},ko={ko}"))?;
    let variant = Variant::from_spec(&spec)?;
    if points.is_empty() || *points.start() == 0 || 2 * points.end() > variant.points() {
        return Err("--points LEAST-MOST, at most half of the board".into());
    }
    let game = OneEye::new(variant);
    let mut random = SplitMix64::new(seed);
    let mut seen = HashSet::new();
    while seen.len() < count {
        let position = compose(&mut random, variant.columns, variant.rows, points.clone());
        if seen.insert(position.clone()) {
            println!("{{\"game\":\"{}\",\"position\":\"{position}\"}}", game.spec());
        }
    }
    Ok(())
}
