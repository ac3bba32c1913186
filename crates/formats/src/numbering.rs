//! Numbers of moves: `1. c8-c6 a4-c2 2. d8-b6`, and `1... a4-c2` where a line begins with the reply.

/// What stands before a move. Plies count from 0, where whoever begins the game is to move; the other's
/// moves have a number only where something `begins` with them.
#[must_use]
pub fn move_number(ply: usize, begins: bool) -> String {
    let number = ply / 2 + 1;
    match (ply % 2, begins) {
        (0, _) => format!("{number}. "),
        (_, true) => format!("{number}... "),
        (_, false) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::move_number;

    #[test]
    fn replies_have_numbers_where_something_begins_with_them() {
        let line = |from: usize| -> String {
            (from..from + 3).map(|ply| move_number(ply, ply == from) + "x ").collect()
        };
        assert_eq!([line(0), line(1)], ["1. x x 2. x ", "1... x 2. x x "]);
    }
}
