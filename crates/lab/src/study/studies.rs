//! All studies: what `presets/*.toml` say about tables and figures of papers, whatever is run for them.

use super::about::About;
use super::ground::{Ground, Limited};
use crate::comparison::{self, Preset};
use crate::jobs::paper::{self as jobs, JobStudy};
use crate::players::{self, PlayerExperiment};
use crate::tournament::{self, Tournament};
use andor_core::{InputError, did_you_mean};
use andor_engine::Catalogue;
use std::mem::discriminant;
use std::sync::LazyLock;

/// What is run for a study.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Methods on labelled positions.
    Methods(&'static Preset),
    /// Players that search positions to a depth.
    Players(&'static PlayerExperiment),
    /// Games between players.
    Games(&'static Tournament),
    /// Job-level searches.
    Jobs(&'static JobStudy),
}

/// A table or figure of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// The name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The paper.
    pub source: &'static str,
    /// Where it stands there, and what must agree.
    pub about: &'static About,
    /// What is run.
    pub kind: Kind,
}

static STUDIES: LazyLock<Vec<Study>> = LazyLock::new(|| {
    let mut studies = Vec::new();
    let mut add = |name: &'static str, title, source, about: &'static Option<About>, kind| {
        let study = about.as_ref().map(|about| Study { name, title, source, about, kind });
        studies.extend(study);
    };
    for paper in comparison::papers() {
        for preset in &paper.comparisons {
            let kind = Kind::Methods(preset);
            add(&preset.name, &preset.title, &paper.source, &preset.lab, kind);
        }
    }
    let file = players::experiment_file();
    for one in &file.experiments {
        add(&one.name, &one.title, &file.source, &one.lab, Kind::Players(one));
    }
    for file in tournament::files() {
        for one in &file.tournaments {
            add(&one.name, &one.title, &file.source, &one.lab, Kind::Games(one));
        }
    }
    let file = jobs::file();
    for one in &file.studies {
        add(&one.name, &one.title, &file.source, &one.lab, Kind::Jobs(one));
    }
    studies.sort_by_cached_key(|study| (study.paper_place(), study.item_place()));
    studies
});

/// All studies, paper by paper in the order of their tables and figures.
#[must_use]
pub fn studies() -> &'static [Study] {
    &STUDIES
}

/// The study of this name.
///
/// # Errors
/// Quotes the name, and says where all names are.
pub fn find(name: &str) -> Result<&'static Study, InputError> {
    studies().iter().find(|study| study.name == name).ok_or_else(|| {
        let meant = did_you_mean(name, studies().iter().map(|study| study.name));
        let name = InputError::quote(name);
        InputError::new(format!("experiment {name} is unknown, andor lab list has all{meant}"))
    })
}

impl Study {
    /// The first word of a paper's text is who wrote it; this is the order of the report.
    fn paper_place(&self) -> usize {
        const ORDER: [&str; 4] = ["EF-PN", "Thesis", "Breakthrough", "GHI"];
        ORDER.iter().position(|paper| *paper == self.paper()).unwrap_or(ORDER.len())
    }

    /// The paper in a word.
    #[must_use]
    pub fn paper(&self) -> &'static str {
        match self.source {
            source if source.contains("Evaluation-Function") => "EF-PN",
            source if source.contains("Informed Search") => "Thesis",
            source if source.contains("Breakthrough") => "Breakthrough",
            _ => "GHI",
        }
    }

    /// What it shows, without the name of the table.
    #[must_use]
    pub fn subject(&self) -> &'static str {
        let named = self
            .title
            .split_once(": ")
            .filter(|(name, _)| name.contains("paper, ") || name.contains("thesis, "));
        let subject = named.map_or(self.title, |(_, subject)| subject);
        subject.split_once(" (thesis, ").map_or(subject, |(subject, _)| subject)
    }

    /// The numbers of a table or figure, tables first.
    fn item_place(&self) -> (bool, Vec<u32>) {
        let numbers = self.about.item.split(|letter: char| !letter.is_ascii_digit());
        let numbers = numbers.filter_map(|number| number.parse().ok()).collect();
        (self.about.item.starts_with("Figure"), numbers)
    }

    /// The study whose rows this one looks at in another way: itself, for most.
    #[must_use]
    pub fn rows_of(&self) -> &'static str {
        match self.kind {
            Kind::Games(games) => games.rows_of.as_deref().unwrap_or(self.name),
            Kind::Players(players) => players.rows_of.as_deref().unwrap_or(self.name),
            _ => self.name,
        }
    }

    /// The studies whose rows are rows of this one, too, where position, contender and limits are the same: those of
    /// its paper with searches of the same kind. None for games, which are told apart by more, nor for what is timed.
    pub(crate) fn kin(&self) -> Vec<&'static str> {
        if self.about.is_timed || !matches!(self.kind, Kind::Methods(_) | Kind::Players(_)) {
            return Vec::new();
        }
        let others = studies().iter().filter(|other| {
            other.name != self.name
                && other.rows_of() == other.name
                && other.paper() == self.paper()
                && discriminant(&other.kind) == discriminant(&self.kind)
        });
        others.map(|other| other.name).collect()
    }

    /// All contenders, in order.
    pub(crate) fn contenders(&self) -> Vec<String> {
        let all: Vec<String> = match self.kind {
            Kind::Methods(preset) => preset.rows.iter().map(|row| row.method.clone()).collect(),
            Kind::Players(players) => players.groups.iter().flatten().cloned().collect(),
            Kind::Games(games) => games.rows.iter().map(tournament::Pairing::contender).collect(),
            Kind::Jobs(jobs) => jobs.rows.iter().map(jobs::JobStudyRow::contender).collect(),
        };
        let mut contenders: Vec<String> = Vec::new();
        for contender in all {
            if !contenders.contains(&contender) {
                contenders.push(contender);
            }
        }
        contenders
    }

    /// How many positions, games or samples there are for every contender.
    #[must_use]
    pub fn size(&self) -> usize {
        match self.kind {
            Kind::Methods(preset) => comparison::size(preset),
            Kind::Players(players) => players.positions,
            Kind::Games(games) => games.games as usize,
            Kind::Jobs(jobs) => jobs.staggers.len(),
        }
    }

    /// Makes it ready, on the first `sample` positions.
    ///
    /// # Errors
    /// If its set or a contender cannot be read.
    pub(crate) fn ground(
        &self,
        catalogue: &Catalogue,
        sample: Option<usize>,
        limited: Limited,
    ) -> Result<Box<dyn Ground>, InputError> {
        let most = sample.unwrap_or(usize::MAX).min(self.size());
        Ok(match self.kind {
            Kind::Methods(preset) => {
                Box::new(comparison::MethodGround::new(catalogue, preset, most, limited)?)
            }
            Kind::Players(players) => {
                Box::new(players::PlayerGround::new(catalogue, players, most, limited)?)
            }
            Kind::Games(games) => Box::new(tournament::GameGround::new(catalogue, games, most)?),
            Kind::Jobs(jobs) => Box::new(jobs::JobGround::new(catalogue, jobs, most)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Limited, studies};
    use andor_engine::Catalogue;
    use std::collections::HashSet;

    /// Every contender of every study can be had, and there are positions for it; a task is told from all others.
    #[test]
    fn every_study_can_be_made_ready() {
        let catalogue = Catalogue::standard();
        let names: HashSet<&str> = studies().iter().map(|study| study.name).collect();
        assert_eq!(names.len(), studies().len());
        for study in studies() {
            let ground = study.ground(&catalogue, Some(1), Limited::default()).unwrap();
            let tasks = ground.tasks();
            assert_eq!(tasks.len(), study.contenders().len(), "{}", study.name);
            let keys: HashSet<_> = tasks.iter().map(super::super::Task::key).collect();
            assert_eq!(keys.len(), tasks.len(), "{}", study.name);
            assert!(names.contains(study.rows_of()) && study.size() > 0, "{}", study.name);
        }
    }

    /// A whole study has as many positions as it says, in the order of their names.
    #[test]
    fn positions_have_names_in_order() {
        let catalogue = Catalogue::standard();
        for study in studies().iter().filter(|study| !matches!(study.kind, Kind::Jobs(_))) {
            let ground = study.ground(&catalogue, None, Limited::default()).unwrap();
            let mut positions: Vec<&str> =
                ground.tasks().iter().map(|task| &*task.position).collect();
            positions.dedup();
            assert_eq!(positions.len(), study.size(), "{}", study.name);
            assert!(positions.windows(2).all(|pair| pair[0] < pair[1]), "{}", study.name);
        }
    }
}
