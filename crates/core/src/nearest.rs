//! What was probably meant by a word that is not known.

/// The name that is nearest to `word`, by letters left out, put in, changed or swapped with a neighbour; `None`
/// if none is near. Case is no difference.
///
/// ```
/// let games = ["breakthrough", "checkers", "loa"];
/// assert_eq!(andor_core::nearest("Breaktrough", games), Some("breakthrough"));
/// assert_eq!(andor_core::nearest("chess", games), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Words of any length come from outside; names are short.
    const LONGEST: usize = 40;
    let word: Vec<char> = word.to_lowercase().chars().take(LONGEST).collect();
    let distances = names.into_iter().map(|name| {
        let name_letters: Vec<char> = name.to_lowercase().chars().take(LONGEST).collect();
        (distance(&word, &name_letters), name)
    });
    // One letter in three may be wrong.
    let near = distances.filter(|(distance, name)| {
        *distance <= name.chars().count().div_ceil(3) && *distance < word.len()
    });
    // Of two that are as near, the one that is as long.
    let rank = |(distance, name): &(usize, &str)| (*distance, name.len().abs_diff(word.len()));
    near.min_by_key(rank).map(|(_, name)| name)
}

/// `; did you mean NAME?` where a name is near to `word`, else nothing.
#[must_use]
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map_or(String::new(), |name| format!("; did you mean {name}?"))
}

/// The distance of Damerau and Levenshtein, each pair of letters swapped at most once.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let changed = rows[i][j] + usize::from(letter != other);
            let mut best = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *other && b[j - 1] == *letter {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let methods = ["auto", "pn", "pn2", "pds", "pds-pn", "df-pn", "ppn2"];
        for (word, meant) in [
            ("dfpn", Some("df-pn")),
            ("DF-PN", Some("df-pn")),
            ("pdspn", Some("pds-pn")),
            ("atuo", Some("auto")),
            ("pn3", Some("pn2")),
            ("magic", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, methods), meant, "{word}");
        }
        assert_eq!(nearest(&"a".repeat(100_000), methods), None);
    }
}
