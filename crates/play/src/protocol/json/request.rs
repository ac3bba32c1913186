//! One request of the JSON protocol: what is written, and what it means.

use super::desk::{Bounds, Desk};
use super::want::Want;
use crate::contestant::Contestant;
use crate::level::Level;
use andor_core::{InputError, Player};
use andor_engine::{AnyGame, Budget, Catalogue, Clock, Line, PlayerSpec};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// A request as it is written. Fields that are not known are refused: a typing error must not
/// become an endless search.
#[derive(Clone, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WrittenRequest {
    #[serde(rename = "id")]
    _id: Value,
    game: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
    player: Option<String>,
    level: Option<u32>,
    seed: Option<u64>,
    want: Option<Vec<String>>,
    limit: Limit,
    every_ms: Option<u64>,
    proof: Option<String>,
    holder: Option<String>,
    keep: Option<String>,
    save: bool,
    record: Option<WrittenRecord>,
    number: Option<u64>,
    open: Option<String>,
    base64: Option<String>,
}

/// A file of games, as text.
#[derive(Clone, Deserialize, Default, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WrittenRecord {
    pub(super) name: String,
    /// One that the desk has under this name, if there is none.
    pub(super) text: Option<String>,
}

#[derive(Clone, Copy, Deserialize, Default, Debug)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Limit {
    pub(super) ms: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl Limit {
    fn is_open(self) -> bool {
        self.ms.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// What a desk allows of it.
    fn within(self, bounds: &Bounds) -> Limit {
        let least = |asked: Option<u64>, most: Option<u64>| match (asked, most) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        };
        Limit { ms: least(self.ms, bounds.ms), nodes: least(self.nodes, bounds.nodes), ..self }
    }
}

/// A request that was understood.
pub(super) enum ReadRequest {
    /// Something is wanted.
    Question(Box<Question>),
    /// A certificate is handed in under a name.
    Open { name: String, bytes: Vec<u8> },
}

impl ReadRequest {
    /// Whether it ends by itself.
    pub(super) fn is_bounded(&self) -> bool {
        match self {
            ReadRequest::Open { .. } => true,
            ReadRequest::Question(question) => {
                question.is_quick() || !question.limit.is_open() || question.level.is_some()
            }
        }
    }

    /// Whether it is answered at once, whatever else is being worked on.
    pub(super) fn is_quick(&self) -> bool {
        match self {
            ReadRequest::Open { .. } => true,
            ReadRequest::Question(question) => question.is_quick(),
        }
    }
}

/// What is wanted of what.
pub(super) struct Question {
    /// The game and the line that it is about, if it is about one.
    pub(super) about: Option<(Box<dyn AnyGame>, Line)>,
    /// Nobody, where nothing is to be thought about: it is not wanted, or the game is over.
    pub(super) player: Option<PlayerSpec>,
    pub(super) level: Option<Level>,
    pub(super) want: Vec<Want>,
    /// What was asked for, within what is allowed.
    pub(super) limit: Limit,
    /// Whether anything was asked for.
    pub(super) is_limited: bool,
    pub(super) every: Option<Duration>,
    /// The name of a certificate on the shelf.
    pub(super) proof: Option<String>,
    /// Whose claim of it.
    pub(super) holder: Option<Player>,
    /// Moves from the root of that certificate.
    pub(super) moves: Vec<String>,
    /// Where the certificate goes that is made.
    pub(super) keep: Option<String>,
    /// Whether the search is saved when it is stopped, and goes on with what was saved.
    pub(super) save: bool,
    pub(super) record: Option<WrittenRecord>,
    /// Which game of the record.
    pub(super) number: u64,
}

impl Question {
    fn is_quick(&self) -> bool {
        self.want.iter().all(|want| want.is_quick())
    }

    /// How much a player may think.
    pub(super) fn budget(&self, player: &PlayerSpec) -> Budget {
        let pace = match self.level {
            Some(level) if player.pace().is_open() => level.pace(),
            _ => player.pace(),
        };
        if self.limit.is_open() {
            return pace.budget(Duration::ZERO);
        }
        let clock = self.limit.ms.map(|time| Clock::Move(Duration::from_millis(time.max(1))));
        let own =
            if self.level.is_some() { pace.budget(Duration::ZERO) } else { Budget::default() };
        Budget {
            depth: self.limit.depth.map(|depth| depth.clamp(1, 1000)).or(own.depth),
            nodes: self.limit.nodes.map(|nodes| nodes.max(1)).or(own.nodes),
            clock: clock.or(own.clock),
        }
    }

    /// The certificate that is named.
    pub(super) fn named_proof(&self) -> Result<&str, InputError> {
        self.proof.as_deref().ok_or_else(|| InputError::new("\"proof\" names no certificate"))
    }
}

impl WrittenRequest {
    /// What holds for requests that say nothing else.
    pub(super) fn defaults(
        catalogue: &Catalogue,
        game: &str,
        player: &str,
    ) -> Result<WrittenRequest, InputError> {
        let spec = catalogue.game(game)?;
        spec.thinker(&Contestant::parse(player, &*spec)?.own()?)?;
        let (game, player) = (Some(game.to_owned()), Some(player.to_owned()));
        Ok(WrittenRequest { game, player, ..WrittenRequest::default() })
    }

    /// Understands a request.
    pub(super) fn read(&self, object: Value, desk: &Desk<'_>) -> Result<ReadRequest, InputError> {
        let request: WrittenRequest =
            serde_json::from_value(object).map_err(|error| InputError::new(error.to_string()))?;
        match (&request.open, &request.base64) {
            (Some(name), Some(text)) => {
                let bytes = STANDARD.decode(text);
                let bytes = bytes.map_err(|error| InputError::new(format!("base64: {error}")))?;
                return Ok(ReadRequest::Open { name: name.clone(), bytes });
            }
            (None, None) => {}
            _ => return Err(InputError::new("\"open\" and \"base64\" come together")),
        }
        self.question(request, desk).map(|question| ReadRequest::Question(Box::new(question)))
    }

    fn question(&self, request: WrittenRequest, desk: &Desk<'_>) -> Result<Question, InputError> {
        let mut want = match &request.want {
            None => vec![Want::Evaluation],
            Some(words) => words.iter().map(|word| Want::parse(word)).collect::<Result<_, _>>()?,
        };
        want.sort();
        want.dedup();
        let is_of_record = request.record.is_some();
        let about = match want.iter().any(|want| want.is_of_position(is_of_record)) {
            false => None,
            true => {
                let spec = request.game.as_ref().or(self.game.as_ref());
                let position = request.position.as_deref();
                let game = desk.game_at(spec.expect("the defaults name a game"), position)?;
                let line = game.position(position, &request.moves)?;
                Some((game, line))
            }
        };
        if about.is_some() && want.contains(&Want::Explain) {
            return Err(InputError::new("want \"explain\" is about a certificate alone"));
        }
        let level = request.level.map(|number| {
            Level::new(number)
                .ok_or_else(|| InputError::new(format!("level {number} is not 1 to 10")))
        });
        let level = level.transpose()?;
        let player = request.player.as_ref().or(self.player.as_ref());
        let player = player.expect("the defaults name a player");
        let player = match &about {
            Some((game, line))
                if line.ending().is_none() && want.iter().any(|want| want.is_thought()) =>
            {
                let own = desk.player(player, &**game)?;
                let own = level.map_or(own.clone(), |level| level.of(&own, &**game));
                Some(request.seed.map_or(own.clone(), |seed| own.seeded(seed)))
            }
            _ => None,
        };
        let holder = request.holder.as_deref().map(|letter| {
            Player::from_letter(letter).ok_or_else(|| {
                InputError::new(format!("holder {} is neither b nor w", InputError::quote(letter)))
            })
        });
        Ok(Question {
            about,
            player,
            level,
            want,
            is_limited: !request.limit.is_open(),
            limit: request.limit.within(desk.bounds()),
            every: request.every_ms.map(Duration::from_millis),
            proof: request.proof,
            holder: holder.transpose()?,
            moves: request.moves,
            keep: request.keep,
            save: request.save,
            record: request.record,
            number: request.number.unwrap_or(1),
        })
    }

    /// Who thinks where a request names nobody.
    pub(super) fn player(&self) -> &str {
        self.player.as_deref().expect("the defaults name a player")
    }
}
