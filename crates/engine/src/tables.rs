//! Endgame tables at the rim: solvers ask them, proofs rest on them, people probe them.

use crate::check::TableTrust;
use crate::error::EngineError;
use crate::remembered::{Kind, is_remembered};
use crate::remote::RunTable;
use andor_certify::{
    Certificate, CertificateError, Races, TableIdentity, TableName, Tables, to_hex,
};
use andor_core::{
    Game, InputError, Limits, Margins, Oracle, Outcome, Player, Racers, Reading, Rules, Stopped,
};
use andor_prove::extract::Leaves;
use andor_tables::zone::{PlainZone, ZoneTable, file_name};
use andor_tables::{Table, TableOracle, Value};
use std::sync::Arc;

/// Some tables of one game, asked one after the other.
#[derive(Clone, Default)]
pub struct TableSet {
    tables: Vec<Arc<Table>>,
    oracles: Vec<TableOracle>,
    zone: Option<Zone>,
}

/// Who knows the zones of a race.
#[derive(Clone)]
enum Zone {
    /// A table, with the spec string of its game: solvers ask it, who need not be believed.
    Table(Arc<ZoneTable>, String),
    /// The judge in its place, whom verifiers ask: it knows the definition and nothing else.
    Judge(Arc<PlainZone>),
}

impl TableSet {
    /// These tables.
    ///
    /// # Errors
    /// If one of them is not about `spec`.
    pub fn new(tables: &[Arc<Table>], spec: &str) -> Result<TableSet, InputError> {
        if let Some(other) = tables.iter().find(|table| table.file().spec() != spec) {
            let (name, theirs) = (InputError::quote(other.file().name()), other.file().spec());
            let message = format!("table {name} is about \"{theirs}\", not about \"{spec}\"");
            return Err(InputError::new(message));
        }
        let oracles = tables.iter().cloned().map(TableOracle::new).collect();
        Ok(TableSet { tables: tables.to_vec(), oracles, zone: None })
    }

    /// The tables that a run asks, out of those that a worker was given.
    ///
    /// # Errors
    /// If one of them is not there.
    pub(crate) fn of_run(
        asked: &[RunTable],
        given: &[Arc<Table>],
        spec: &str,
    ) -> Result<TableSet, InputError> {
        let find = |asked: &RunTable| {
            let found = given.iter().find(|table| table.file().digest() == asked.sha256);
            found.cloned().ok_or_else(|| {
                let (file, sha256) = (InputError::quote(&asked.file), to_hex(&asked.sha256));
                InputError::new(format!(
                    "the run asks the endgame table {file} (sha256 {sha256}), \
                     which this worker was not given: --table FILE"
                ))
            })
        };
        let found: Result<Vec<Arc<Table>>, InputError> = asked.iter().map(find).collect();
        TableSet::new(&found?, spec)
    }

    /// What workers are told of the endgame tables.
    pub(crate) fn for_workers(&self) -> Vec<RunTable> {
        let told = |table: &Arc<Table>| {
            let file = table.file();
            RunTable { file: file.name().to_owned(), sha256: file.digest() }
        };
        self.tables.iter().map(told).collect()
    }

    /// The same with a zone table of this game.
    #[must_use]
    pub fn with_zone(mut self, zone: Option<Arc<ZoneTable>>, spec: &str) -> TableSet {
        self.zone = zone.map(|zone| Zone::Table(zone, spec.to_owned()));
        self
    }

    /// The zone table, if there is one.
    pub(crate) fn zone(&self) -> Option<&Arc<ZoneTable>> {
        match &self.zone {
            Some(Zone::Table(zone, _)) => Some(zone),
            Some(Zone::Judge(_)) | None => None,
        }
    }

    /// The same tables, but with a judge who works within these limits in the place of a zone table,
    /// if the certificate rests on one; and without any if it does not.
    pub(crate) fn judged_for<R: Rules>(
        &self,
        rules: &R,
        certificate: &Certificate,
        threads: usize,
        limits: &Limits,
    ) -> Result<TableSet, EngineError> {
        let mut names = certificate.tables().iter().filter(|name| name.zone_rows.is_some());
        let Some(name) = names.next() else {
            return Ok(TableSet { zone: None, ..self.clone() });
        };
        let refuse = |why: String| -> EngineError {
            CertificateError::Refused(format!("it rests on the table {name}: {why}")).into()
        };
        if names.next().is_some() {
            return Err(refuse("and on another zone table".to_owned()));
        }
        let judge = PlainZone::in_place_of(name, rules, limits).map_err(refuse)?;
        let judge = judge.with_threads(threads);
        Ok(TableSet { zone: Some(Zone::Judge(Arc::new(judge))), ..self.clone() })
    }

    /// Why the judge has stopped, if there is one and it has: from then on it knows nothing.
    pub(crate) fn judge_stopped(&self) -> Option<Stopped> {
        match &self.zone {
            Some(Zone::Judge(judge)) => judge.stopped(),
            Some(Zone::Table(..)) | None => None,
        }
    }

    /// The names of the files of all tables.
    pub(crate) fn file_names(&self) -> Vec<String> {
        self.names().into_iter().map(|name| name.file).collect()
    }

    /// Those of these tables that a certificate names; refuses if one is missing.
    pub(crate) fn named_by(
        certificate: &Certificate,
        tables: &[Arc<Table>],
    ) -> Result<TableSet, InputError> {
        let names = certificate.tables();
        let named = |table: &&Arc<Table>| names.iter().any(|name| name.is(&identity(table)));
        let found: Vec<Arc<Table>> = tables.iter().filter(named).cloned().collect();
        for name in names.iter().filter(|name| name.zone_rows.is_none()) {
            if !found.iter().any(|table| name.is(&identity(table))) {
                let why = match tables {
                    [] => "give it with --table FILE".to_owned(),
                    given => {
                        let text = |table: &Arc<Table>| {
                            format!(
                                "{} has {}",
                                InputError::quote(table.file().name()),
                                identity(table)
                            )
                        };
                        given.iter().map(text).collect::<Vec<_>>().join(", ")
                    }
                };
                let message = format!("the certificate rests on the table {name}: {why}");
                return Err(InputError::new(message));
            }
        }
        TableSet::new(&found, certificate.spec())
    }

    /// How far a table of this name was checked: what a zone table decides is derived again with every
    /// certificate that rests on it, an endgame table once by its own checker.
    pub(crate) fn trust(&self, name: &TableName) -> TableTrust {
        if name.zone_rows.is_some() {
            return TableTrust::Derived;
        }
        let table = self.tables.iter().find(|table| name.is(&identity(table)));
        match table.is_some_and(|table| is_remembered(Kind::Table, &table.file().digest())) {
            true => TableTrust::Before,
            false => TableTrust::No,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.zone.is_none()
    }

    /// The tables as certificates name them.
    pub(crate) fn names(&self) -> Vec<TableName> {
        let zone = self.zone.iter().filter_map(|zone| match zone {
            Zone::Judge(_) => None,
            Zone::Table(zone, spec) => Some(TableName {
                file: file_name(zone.shape()),
                game: spec.clone(),
                pieces: 0,
                zone_rows: Some(zone.shape().depth() as u32),
                checksum: zone_checksum(zone),
                sha256: Some(to_hex(&zone.digest())),
            }),
        });
        self.tables.iter().map(|table| name_of(table)).chain(zone).collect()
    }

    /// How a position that is not over ends, if a table knows.
    #[inline]
    pub fn look<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let zone = match &self.zone {
            Some(Zone::Table(zone, _)) => zone.look(rules, position),
            Some(Zone::Judge(judge)) => judge.look(rules, position),
            None => None,
        };
        if zone.is_some() {
            return zone;
        }
        self.oracles.iter().find_map(|oracle| oracle.look(rules, position))
    }

    /// A move that keeps the value that the tables give to a position.
    pub(crate) fn best<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<R::Move> {
        let wanted = self.look(rules, position)?;
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        moves.into_iter().find(|&mv| {
            let next = rules.after(position, mv);
            rules.outcome(&next).or_else(|| self.look(rules, &next)) == Some(wanted)
        })
    }
}

/// The checksum of a table as people and certificates write it.
#[must_use]
pub fn checksum(table: &Table) -> String {
    format!("{:016x}", table.file().checksum())
}

fn name_of(table: &Table) -> TableName {
    let file = table.file();
    TableName {
        file: file.name().to_owned(),
        game: file.spec().to_owned(),
        pieces: file.pieces(),
        zone_rows: None,
        checksum: checksum(table),
        sha256: Some(to_hex(&file.digest())),
    }
}

/// What a table is known by.
pub(crate) fn identity(table: &Table) -> TableIdentity {
    TableIdentity { checksum: checksum(table), sha256: to_hex(&table.file().digest()) }
}

/// The same for a zone table.
pub(crate) fn zone_identity(zone: &ZoneTable) -> TableIdentity {
    TableIdentity { checksum: zone_checksum(zone), sha256: to_hex(&zone.digest()) }
}

/// The same for a zone table.
fn zone_checksum(zone: &ZoneTable) -> String {
    format!("{:016x}", zone.checksum())
}

impl<G: Game> Oracle<G> for TableSet {
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.look(game, position)
    }

    fn read(&self, game: &G, position: &G::Position) -> Reading {
        let Some(Zone::Table(zone, _)) = &self.zone else {
            let known = self.look(game, position);
            return known.map_or(Reading::Open(Margins::default()), Reading::Decided);
        };
        match zone.read(game, position) {
            Reading::Open(margins) => {
                let known = self.oracles.iter().find_map(|oracle| oracle.look(game, position));
                known.map_or(Reading::Open(margins), Reading::Decided)
            }
            decided @ Reading::Decided(_) => decided,
        }
    }
}

impl<G: Game> Leaves<G> for TableSet {
    fn again(&self) -> Box<dyn Oracle<G>> {
        Box::new(self.clone())
    }
}

impl<R: Rules> Tables<R> for TableSet {
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        match &self.zone {
            // Verifiers ask where the holder is to move, and a judge has half the work with that.
            Some(Zone::Judge(judge)) => Tables::outcome(&**judge, rules, position)
                .or_else(|| self.oracles.iter().find_map(|oracle| oracle.look(rules, position))),
            _ => self.look(rules, position),
        }
    }

    fn identities(&self) -> Vec<TableIdentity> {
        let zone = match &self.zone {
            Some(Zone::Table(zone, _)) => vec![zone_identity(zone)],
            Some(Zone::Judge(judge)) => Tables::<R>::identities(&**judge),
            None => Vec::new(),
        };
        self.tables.iter().map(|table| identity(table)).chain(zone).collect()
    }

    fn decides(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        self.look(rules, position)
    }

    fn races(&self) -> Option<&dyn Races> {
        (self.zone.is_some() && self.tables.is_empty()).then_some(self)
    }
}

impl Races for TableSet {
    fn mover_wins(&self, racers: Racers) -> Option<bool> {
        match &self.zone {
            Some(Zone::Table(zone, _)) => zone.mover_wins(racers),
            Some(Zone::Judge(judge)) => judge.mover_wins(racers),
            None => None,
        }
    }
}

/// What a table says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// The position as text.
    pub position: String,
    /// The board as a picture.
    pub picture: String,
    /// Who is to move.
    pub side: Player,
    /// The value for that side.
    pub value: Value,
    /// Every legal move and its value for the same side; those that keep the value first.
    pub moves: Vec<(String, Value)>,
}

/// Looks a position and all its children up.
pub(crate) fn probe<R: Rules>(
    rules: &R,
    table: &Table,
    position: &R::Position,
) -> Result<Probed, EngineError> {
    let text = rules.position_text(position);
    let quoted = InputError::quote(&text);
    let refuse = |why: &str| InputError::new(format!("position {quoted} {why}"));
    if rules.outcome(position).is_some() {
        return Err(refuse("is already decided").into());
    }
    let none = || InputError::new(format!("\"{}\" has no endgame tables", rules.spec()));
    let endings = rules.endings().ok_or_else(none)?;
    let side = rules.side_to_move(position);
    let Some(value) = table.value(endings, position)? else {
        let (men, most) = (endings.count(position), table.file().pieces());
        return Err(refuse(&format!("has {men} men, and the table goes up to {most}")).into());
    };
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let mut valued = Vec::with_capacity(moves.len());
    for mv in moves {
        let next = rules.after(position, mv);
        let value = match rules.outcome(&next) {
            Some(outcome) => Some(Value::of(outcome, side)),
            None => table.value(endings, &next)?.map(Value::turned),
        };
        let value = value.ok_or_else(|| refuse("leads out of the table"))?;
        valued.push((rules.move_text(position, mv), value));
    }
    let goodness =
        |value: Value| [Value::Win, Value::Draw, Value::Loss].iter().position(|&v| v == value);
    valued.sort_by_key(|(_, value)| goodness(*value));
    Ok(Probed { position: text, picture: rules.draw(position), side, value, moves: valued })
}
