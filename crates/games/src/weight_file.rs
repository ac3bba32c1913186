//! Files of weights (`crates/games/data`): lines such as `quads = 120`; what follows a `#` is for
//! people. They are part of the program: the same weights everywhere, so that the same search is
//! the same.

/// The number with this name.
///
/// # Panics
/// If the file lacks it or has no whole number there. The files are part of the program, and tests
/// read all of them.
pub(crate) fn number(text: &str, name: &str) -> i32 {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut values = lines.filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == name).then(|| value.trim().replace('_', "").parse())
    });
    let value = values.next().expect("the file has every weight, as a test checks");
    value.expect("weights are whole numbers, as a test checks")
}
