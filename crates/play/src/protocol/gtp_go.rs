//! What GTP has for Go alone: komi, handicap stones, the status of stones, analysis.

use super::gtp::{Answer, Gtp, colour_of, done, plain};
use super::gtp_analyze::{Analysis, interval};
use super::gtp_handicap::{points, position};
use super::gtp_rules::men;
use crate::notation::{from_vertex, to_vertex};
use andor_core::Spec;
use andor_core::board::square_name;
use andor_engine::Budget;

impl Gtp<'_, '_, '_> {
    /// Komi belongs to the rules, not to the position, so the moves stay.
    pub(super) fn set_komi(&mut self, words: &[&str]) -> Answer {
        let komi = words.first().and_then(|word| word.parse::<f64>().ok());
        let komi = komi.filter(|komi| komi.is_finite()).ok_or("komi not a float")?;
        if !self.is_go() {
            return done();
        }
        let spec = Spec::parse(&self.session.game().spec()).map_err(plain)?;
        let line = self.session.line();
        let (start, moves) = (line.start().map(str::to_owned), line.moves().to_vec());
        let wanted = spec.with_option("komi", &komi.to_string());
        self.session.set_game(wanted.text()).map_err(plain)?;
        self.session.set_line(start.as_deref(), &moves).map_err(plain)?;
        done()
    }

    /// Stones where andor wants them; the answer says where.
    pub(super) fn put_handicap(&mut self, words: &[&str], is_fixed: bool) -> Answer {
        let stones = words.first().and_then(|word| word.parse().ok());
        let stones = stones.ok_or("number of stones not an integer")?;
        let stones = points(self.board()?, stones, is_fixed).ok_or("invalid number of stones")?;
        self.put_stones(&stones)?;
        let vertices: Vec<String> = stones.iter().map(|point| to_vertex(point)).collect();
        Ok(vertices.join(" "))
    }

    /// Stones where somebody else wants them.
    pub(super) fn set_handicap(&mut self, words: &[&str]) -> Answer {
        let stones: Option<Vec<String>> = words.iter().map(|word| from_vertex(word)).collect();
        let stones = stones.filter(|stones| stones.len() > 1).ok_or("bad vertex list")?;
        self.put_stones(&stones)?;
        done()
    }

    /// The game starts from a board with these black stones, White to move.
    fn put_stones(&mut self, stones: &[String]) -> Result<(), String> {
        if men(self.session.line().text()).concat().iter().any(|&man| man != '.') {
            return Err("board not empty".to_owned());
        }
        let start = position(self.board()?, stones).ok_or("bad vertex list")?;
        self.session.set_line(Some(&start), &[]).map_err(plain)?;
        self.forget();
        Ok(())
    }

    /// The stones of a status, a chain a line. Nothing here knows life and death: what stands is alive,
    /// as area counts it.
    pub(super) fn list_status(&self, words: &[&str]) -> Answer {
        match words {
            ["alive"] => {}
            ["dead" | "seki"] => return done(),
            _ => return Err("invalid status: alive, dead or seki".to_owned()),
        }
        let mut rows = men(self.session.line().text());
        rows.reverse();
        let mut lines = Vec::new();
        for row in 0..rows.len() {
            for column in 0..rows[row].len() {
                let chain = lift_chain(&mut rows, (column, row));
                if !chain.is_empty() {
                    let vertex = |&(column, row)| to_vertex(&square_name(column, row));
                    lines.push(chain.iter().map(vertex).collect::<Vec<_>>().join(" "));
                }
            }
        }
        Ok(lines.join("\n"))
    }

    /// Begins an answer that goes on until the next line comes, or until a move is found.
    pub(super) fn analyze(
        &mut self,
        analysis: Analysis,
        id: &str,
        words: &[&str],
    ) -> Result<Option<String>, String> {
        let colour = words.first().and_then(|word| colour_of(word));
        let interval = interval(&words[usize::from(colour.is_some())..])?;
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        let mover = colour.unwrap_or(self.session.line().side());
        let line = self.line_of(mover).map_err(plain)?;
        self.session.make_ready().map_err(plain)?;
        let mut tell = analysis.teller(interval, self.session.decisive(), self.out);
        self.out.say(&format!("={id}"));
        if analysis.is_move {
            // What goes wrong from here on has no place in the answer.
            let best = self.choose(mover, true, tell);
            let best = best.and_then(|best| self.make(mover, &best).map(|()| best).map_err(plain));
            let last = best.map_or(String::new(), |best| format!("play {}\n", to_vertex(&best)));
            self.out.say(&last);
        } else {
            let begun =
                self.session.think_about(line, Budget::default(), move |event| tell(&event));
            begun.map_err(plain)?;
            self.is_analysing = true;
        }
        Ok(None)
    }

    /// Ends an analysis, if there is one, and its answer.
    pub(super) fn end_analysis(&mut self) {
        if std::mem::take(&mut self.is_analysing) {
            self.session.halt();
            self.out.say("");
        }
    }
}

/// Takes the chain of a point off a board of ranks from the bottom: its points, none if it is empty.
fn lift_chain(rows: &mut [Vec<char>], start: (usize, usize)) -> Vec<(usize, usize)> {
    let colour = rows[start.1][start.0];
    let mut chain = Vec::new();
    let mut waiting = vec![start];
    while let Some((column, row)) = waiting.pop() {
        let man = rows.get_mut(row).and_then(|row| row.get_mut(column));
        let Some(man) = man.filter(|man| **man == colour && colour != '.') else { continue };
        *man = '.';
        chain.push((column, row));
        let near = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let near = near
            .map(|(right, up)| (column.wrapping_add_signed(right), row.wrapping_add_signed(up)));
        waiting.extend(near);
    }
    chain
}
