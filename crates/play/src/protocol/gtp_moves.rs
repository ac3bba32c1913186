//! Moves in GTP: played, asked about, found, loaded and taken back.

use super::gtp::{Answer, Gtp, colour_of, done, plain};
use super::gtp_points::{GtpMoves, Said, point_moves};
use super::gtp_sgf::{Loaded, load};
use super::gtp_turns::{PASS, Turn, asked, is_passed_out, played, turned_to};
use crate::notation::{compact, from_vertex, to_vertex};
use crate::session::Event;
use andor_core::{InputError, Instant, Outcome, Player};
use andor_engine::{Line, Thought};
use std::sync::mpsc::channel;

/// What is known of a move that cannot be played.
const ILLEGAL: &str = "illegal move";

impl<'scope> Gtp<'scope, '_, '_> {
    pub(super) fn play(&mut self, words: &[&str]) -> Answer {
        let [colour, text @ ..] = words else {
            return Err("invalid color or coordinate".to_owned());
        };
        let mover = colour_of(colour).ok_or("invalid color or coordinate")?;
        if text.is_empty() {
            return Err("invalid color or coordinate".to_owned());
        }
        let text = match self.way {
            GtpMoves::Atomic if !self.is_go() => text.join(" "),
            _ => from_vertex(text[0]).ok_or(ILLEGAL)?,
        };
        self.make(mover, &text).map_err(|_| ILLEGAL.to_owned())?;
        done()
    }

    /// Plays a move of a side: in Go a stone or a pass of any colour, in other games a move or a
    /// point of the side to move, or a pass out of turn.
    pub(super) fn make(&mut self, mover: Player, text: &str) -> Result<(), InputError> {
        if self.is_go() {
            let (line, turn) = played(&**self.session.game(), self.session.line(), mover, text)?;
            self.session.put(line);
            self.turns.push(turn);
            return Ok(());
        }
        if text.eq_ignore_ascii_case(PASS) && self.may_idle(mover) {
            self.turns.push(Turn::idle(mover));
            return Ok(());
        }
        let is_turn = self.pending.turn(self.session.line().side()) == mover;
        if !is_turn || self.session.line().ending().is_some() {
            return Err(InputError::new(ILLEGAL));
        }
        if self.way != GtpMoves::Atomic {
            return self.say_point(text);
        }
        self.session.play(text)?;
        self.turns.push(Turn::plain(mover));
        Ok(())
    }

    /// Whether a side has nothing to say, and it is its turn to say something: the opponent is to
    /// move, or the game is over, and it has not spoken last.
    fn may_idle(&self, mover: Player) -> bool {
        let line = self.session.line();
        let is_waiting = line.ending().is_some() || line.side() != mover;
        let is_next = self.turns.last().is_none_or(|turn| turn.mover != mover);
        self.pending.is_empty() && is_waiting && is_next
    }

    fn say_point(&mut self, point: &str) -> Result<(), InputError> {
        let mover = self.session.line().side();
        let legal = point_moves(&**self.session.game(), self.session.line());
        let said = self.pending.say(point, &legal, self.way);
        if let Said::Whole(text) = said.ok_or_else(|| InputError::new(ILLEGAL))? {
            self.session.play(&text)?;
            self.turns.push(Turn::plain(mover));
        }
        Ok(())
    }

    pub(super) fn is_legal(&mut self, words: &[&str]) -> Answer {
        let before = (self.session.line().clone(), self.pending.clone(), self.turns.len());
        let played = self.play(words);
        let (line, pending, turns) = before;
        self.session.put(line);
        self.pending = pending;
        self.turns.truncate(turns);
        match played {
            Ok(_) => Ok("1".to_owned()),
            Err(why) if why == ILLEGAL => Ok("0".to_owned()),
            Err(why) => Err(why),
        }
    }

    /// A move of the player, played on the board if it is to be.
    pub(super) fn generate(&mut self, words: &[&str], is_played: bool) -> Answer {
        let mover = words.first().and_then(|word| colour_of(word)).ok_or("invalid color")?;
        let is_whole = self.is_go() || self.way == GtpMoves::Atomic;
        // Step 1. Who has no move: the game is over, or the opponent is to move.
        if self.is_over() {
            return self.end(mover, is_played);
        }
        let side = self.session.line().side();
        if !self.is_go() && self.pending.turn(side) != mover {
            if !self.may_idle(mover) {
                return Err(format!("{ILLEGAL}: it is the turn of the other side"));
            }
            return self.idle(mover, is_played);
        }
        // Step 2. A whole move.
        if is_whole {
            let best = self.choose(mover, is_played, |_| {})?;
            if is_played {
                self.make(mover, &best).map_err(plain)?;
            }
            return Ok(if self.is_go() { to_vertex(&best) } else { compact(&best) });
        }
        // Step 3. A point of one, or the pass after the opponent's.
        if self.pending.is_empty() {
            let best = self.choose(mover, is_played, |_| {})?;
            let legal = point_moves(&**self.session.game(), self.session.line());
            self.pending.mean(&best, &legal);
        }
        let point = match self.pending.awaits_pass() {
            true => PASS.to_owned(),
            false => {
                let why = "the move was begun by play, not by genmove";
                self.pending.meant_point().ok_or(why)?
            }
        };
        if is_played {
            self.say_point(&point).map_err(plain)?;
        }
        Ok(to_vertex(&point))
    }

    /// Whether nobody can move any more. In Go they can after two passes.
    pub(super) fn is_over(&self) -> bool {
        let line = self.session.line();
        line.ending().is_some() && !(self.is_go() && is_passed_out(line))
    }

    /// What a side says when the game is over: it has lost, or there is nothing left to do.
    fn end(&mut self, mover: Player, is_played: bool) -> Answer {
        match self.session.line().outcome() {
            Some(Outcome::Win(winner)) if winner != mover => Ok("resign".to_owned()),
            _ => self.idle(mover, is_played),
        }
    }

    /// A side passes without a move.
    fn idle(&mut self, mover: Player, is_played: bool) -> Answer {
        if is_played {
            self.turns.push(Turn::idle(mover));
        }
        Ok(to_vertex(PASS))
    }

    /// The move that the player finds for a side, whose clock runs if it is to be played.
    pub(super) fn choose(
        &mut self,
        mover: Player,
        is_played: bool,
        hear: impl FnMut(&Event) + Send + 'scope,
    ) -> Result<String, String> {
        let start = Instant::now();
        let line = self.line_of(mover).map_err(plain)?;
        let mut best = self.think(line, hear)?.best.ok_or("the game is over")?;
        if self.is_go() {
            let (game, line) = (self.session.game().clone(), self.session.line().clone());
            // The board alone does not know what superko forbids.
            if played(&*game, &line, mover, &best).is_err() {
                let (line, _) = turned_to(&*game, &line, mover).map_err(plain)?;
                best = self.think(line, |_| {})?.best.ok_or("the game is over")?;
            }
        }
        if is_played {
            self.clock.spend(mover, start.elapsed());
        }
        Ok(best)
    }

    /// What a side thinks about that is to move, in Go at any time.
    pub(super) fn line_of(&self, mover: Player) -> Result<Line, InputError> {
        let (game, line) = (&**self.session.game(), self.session.line());
        if self.is_go() { asked(game, line, mover) } else { Ok(line.clone()) }
    }

    /// Thinks about a line to the end of the time for it.
    pub(super) fn think(
        &mut self,
        line: Line,
        mut hear: impl FnMut(&Event) + Send + 'scope,
    ) -> Result<Thought, String> {
        let budget = self.clock.budget(line.side(), &self.session.player().pace());
        let (sender, events) = channel();
        let tell = move |event| {
            hear(&event);
            drop(sender.send(event));
        };
        self.session.think_about(line, budget, tell).map_err(plain)?;
        self.session.wait();
        match events.into_iter().last() {
            Some(Event::Best(thought)) => Ok(thought),
            Some(Event::Failed(why)) => Err(why),
            _ => Err("the player failed".to_owned()),
        }
    }

    pub(super) fn undo(&mut self) -> Answer {
        let has_points = !self.is_go() && self.way != GtpMoves::Atomic;
        if has_points && self.pending.take_back(self.way) {
            return done();
        }
        let turn = self.turns.pop().ok_or("cannot undo")?;
        let line = self.session.line().clone();
        self.session.put(turn.undone(&**self.session.game(), &line).map_err(plain)?);
        if let Some(last) = line.moves().last().filter(|_| has_points && !turn.is_idle()) {
            self.pending.reopen(last);
        }
        done()
    }

    /// `loadsgf FILE [MOVE]`; if it fails, all stays as it was.
    pub(super) fn load(&mut self, words: &[&str]) -> Answer {
        let spec = self.session.game().spec();
        let loaded = load(words, &spec)?;
        let (line, turns) = (self.session.line().clone(), std::mem::take(&mut self.turns));
        if let Err(error) = self.follow(&loaded) {
            self.session.set_game(&spec).map_err(plain)?;
            self.session.put(line);
            self.turns = turns;
            return Err(format!("cannot load file: {error}"));
        }
        self.pending = Default::default();
        self.clock.restart();
        done()
    }

    fn follow(&mut self, loaded: &Loaded) -> Result<(), InputError> {
        self.session.set_game(&loaded.spec)?;
        self.session.set_line(loaded.start.as_deref(), &[])?;
        for (mover, text) in &loaded.moves {
            let mover = mover.unwrap_or(self.session.line().side());
            if self.is_go() {
                self.make(mover, text)?;
            } else {
                self.session.play(text)?;
                self.turns.push(Turn::plain(mover));
            }
        }
        Ok(())
    }
}
