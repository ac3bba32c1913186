//! The papers' tables as comparisons of ours (`presets/*.toml`): which set, which methods, which limits, and
//! what the papers measured, to print beside it.

use crate::study::About;
use serde::Deserialize;
use std::sync::LazyLock;

/// The numbers of a paper's row.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Paper {
    /// How many positions it solved rightly.
    pub solved: Option<u64>,
    /// Further ones that it solved wrongly.
    pub wrong: Option<u64>,
    /// On how many positions the totals are.
    pub common: Option<u64>,
    /// Nodes on these.
    pub nodes: Option<u64>,
    /// Time on these.
    pub milliseconds: Option<u64>,
    /// Calls of simulation, positions in them, and flawed entries found.
    pub simulation: Option<[u64; 3]>,
}

/// A row: the paper's name for it, the contender's text, and the paper's numbers. Rows of one
/// group share a subset of positions that all of them solved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetRow {
    /// The paper's name for it.
    pub label: String,
    /// The method with its settings.
    pub method: String,
    /// The group.
    #[serde(default)]
    pub group: usize,
    /// What the paper measured.
    #[serde(default)]
    pub paper: Paper,
}

/// A table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The name on the command line.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The name of the set.
    pub set: String,
    /// The first so many positions of the set.
    pub positions: Option<usize>,
    /// The limit of nodes; rows with `limit=expansions` have as many expansions instead.
    pub nodes: u64,
    /// The limit of nodes in memory.
    pub tree_nodes: u64,
    /// What is compared.
    pub rows: Vec<PresetRow>,
    /// What it is in its paper, if it is a table or figure there.
    pub lab: Option<About>,
}

/// The tables of one paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetFile {
    /// The paper.
    pub source: String,
    /// Its tables.
    #[serde(rename = "comparison")]
    pub comparisons: Vec<Preset>,
}

/// The files, the one about histories last.
const FILES: [&str; 3] = [
    include_str!("../../presets/ef-pn.toml"),
    include_str!("../../presets/thesis.toml"),
    include_str!("../../presets/ghi.toml"),
];

static PAPERS: LazyLock<Vec<PresetFile>> = LazyLock::new(|| {
    let read = |text: &&str| toml::from_str(text).expect("a test reads every preset");
    FILES.iter().map(read).collect()
});

/// All papers.
#[must_use]
pub fn papers() -> &'static [PresetFile] {
    &PAPERS
}

/// The tables of all papers.
pub(super) fn presets() -> impl Iterator<Item = &'static Preset> {
    papers().iter().flat_map(|paper| &paper.comparisons)
}

/// The tables about histories.
pub(super) fn about_histories() -> &'static [Preset] {
    &papers().last().expect("there are papers").comparisons
}

#[cfg(test)]
mod tests {
    use super::super::contender::Contender;
    use super::{PresetRow, about_histories, papers, presets};
    use crate::sets;
    use andor_engine::{Catalogue, Growth};
    use std::collections::HashSet;

    #[test]
    fn every_row_is_a_contender_every_set_is_there_and_every_name_is_its_own() {
        let names: HashSet<&str> = presets().map(|preset| preset.name.as_str()).collect();
        assert_eq!((names.len(), presets().count()), (21, 21));
        assert!(papers().iter().all(|paper| paper.source.contains(": ")));
        assert!(about_histories().iter().all(|preset| preset.name.starts_with("ghi")));
        for preset in presets() {
            // A contender may be in several groups, but in none twice.
            let of_row = |row: &PresetRow| (row.method.clone(), row.group);
            let texts: HashSet<(String, usize)> = preset.rows.iter().map(of_row).collect();
            assert_eq!(texts.len(), preset.rows.len(), "{}", preset.name);
            for (text, _) in &texts {
                Contender::parse(text).unwrap();
            }
            let set = sets::find(&preset.set).expect("its set travels along");
            assert!(set.lines().count() >= preset.positions.unwrap_or(1), "{}", preset.name);
            assert!(preset.nodes > 0 && preset.tree_nodes > 0 && !preset.title.is_empty());
        }
        let rows = |name: &str| {
            let preset = presets().find(|preset| preset.name == name);
            preset.map(|preset| preset.rows.len()).unwrap()
        };
        assert_eq!((rows("fig3"), rows("table5.1"), rows("fig5.4")), (43, 60, 33));
    }

    #[test]
    fn memory_and_growth_are_halved_together() {
        let fig = presets().find(|preset| preset.name == "fig5.4").unwrap();
        let third = Contender::parse(&fig.rows[5].method).unwrap();
        assert_eq!(third.tree_nodes, Some(500_000));
        let growth = Growth::Logistic { a: 225_000.0, b: 150_000.0 };
        assert_eq!(third.settings.growth, Some(growth));
    }

    /// The first line of every set is a labelled position of a game there is.
    #[test]
    fn every_set_that_travels_along_is_read() {
        let catalogue = Catalogue::standard();
        for name in presets().map(|preset| &preset.set).collect::<HashSet<_>>() {
            let source = super::super::set_file::Source::Own(name.clone());
            let set = super::super::set_file::Set::read(&catalogue, &source, 1).unwrap();
            assert_eq!(set.positions.len(), 1, "{name}");
        }
    }
}
