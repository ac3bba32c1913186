//! The four evaluators of the thesis: MIA I to IV (Winands 2004, 3.2.1 and table 3.1).
//!
//! | feature | I | II | III | IV | |
//! |---|---|---|---|---|---|
//! | absolute concentration | x | x | x | | figure 3.1: the inverse of the sum |
//! | concentration | | | | x | 3.1.1: the inverse of the average |
//! | edge penalty | x | x | | | men at the edge |
//! | corner penalty | | x | | | "pieces at a corner edge are punished more severely" |
//! | absolute centralisation | | | x | | figure 3.3's table, the sum over the men |
//! | centralisation | | | | x | the average |
//! | centralised centre-of-mass | x | x | | | the formation in the centre |
//! | centre-of-mass position | | | x | x | the formation at the edge; learning found the sign |
//! | quads | x | x | x | x | 3.1.4 |
//! | primitive mobility | | x | x | | all moves are worth the same |
//! | mobility | | | | x | 3.1.5 |
//! | walls | | | x | x | 3.1.6 |
//! | connectedness | | | | x | 3.1.7 |
//! | uniformity | | | | x | 3.1.8 |
//! | player to move | | | x | x | 3.1.9 |
//!
//! Table 3.1 has one concentration for all four, and the thesis says two things about it (see
//! `concentration.rs`). It also says that "the weights and details of the features may differ". Of
//! the one detail that it does tell, the squares of the men, III has the sum and IV the average, lest
//! it take every man it can get (3.1.2). Here the same goes for concentration: that is our reading,
//! by which IV is about as far from III and from I as in its table 3.2.
//! `docs/results/evaluators.md` has the figures of the other choices.
//!
//! The thesis gives no weights. Those of I and II are set by hand, those of III and IV learnt; each
//! file in `crates/games/data` says how. The unit of these evaluations is a point, and as in the
//! thesis about 100 points are what it is worth to move first.
//!
//! To switch a single feature off, a weight file gives it 0; to switch it on in a version that lacks
//! it, the file names it.

use super::weights::FEATURES;
use crate::weight_file::read_with_others;
use andor_core::InputError;

/// Every feature of any version. The first `OWN` depend on one side's men alone.
pub const ALL: [&str; 16] = [
    "absolute-concentration",
    "concentration",
    "edge-penalty",
    "corner-penalty",
    "absolute-centralisation",
    "centralisation",
    "centralised-centre-of-mass",
    "centre-of-mass-position",
    "quads",
    "connectedness",
    "uniformity",
    "primitive-mobility",
    "mobility",
    "walls-of-two",
    "walls-of-three",
    "player-to-move",
];

/// How many features depend on one side's men alone.
pub(super) const OWN: usize = 11;

/// A version of MIA's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// MIA I: the fifth Computer Olympiad, 2000.
    I,
    /// MIA II: the sixth, 2001.
    II,
    /// MIA III: the seventh, 2002.
    III,
    /// MIA IV: the eighth and ninth, 2003 and 2004.
    IV,
}

impl Version {
    /// All of them, the weakest first.
    pub const ALL: [Version; 4] = [Version::I, Version::II, Version::III, Version::IV];

    /// Their names, in this order.
    pub const NAMES: [&'static str; 4] = ["mia1", "mia2", "mia3", "mia4"];

    /// The version with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn from_name(name: &str) -> Result<Version, InputError> {
        let place = Version::NAMES.iter().position(|&known| known == name);
        place.map(|place| Version::ALL[place]).ok_or_else(|| {
            let names = Version::NAMES.join(", ");
            let quoted = InputError::quote(name);
            InputError::new(format!("loa has no evaluator {quoted}; there are {names}"))
        })
    }

    /// The features it has, in the order of its weights.
    #[must_use]
    pub fn features(self) -> &'static [&'static str] {
        match self {
            Version::I => {
                &["absolute-concentration", "edge-penalty", "centralised-centre-of-mass", "quads"]
            }
            Version::II => &[
                "absolute-concentration",
                "edge-penalty",
                "corner-penalty",
                "centralised-centre-of-mass",
                "quads",
                "primitive-mobility",
            ],
            Version::III => &[
                "absolute-concentration",
                "absolute-centralisation",
                "centre-of-mass-position",
                "quads",
                "primitive-mobility",
                "walls-of-two",
                "walls-of-three",
                "player-to-move",
            ],
            Version::IV => &FEATURES,
        }
    }

    /// The text of the weight file that comes with it.
    #[must_use]
    pub fn weight_file(self) -> &'static str {
        match self {
            Version::I => include_str!("../../../data/loa-mia1.toml"),
            Version::II => include_str!("../../../data/loa-mia2.toml"),
            Version::III => include_str!("../../../data/loa-mia3.toml"),
            Version::IV => include_str!("../../../data/loa-mia4.toml"),
        }
    }
}

/// The weights of a version.
#[derive(Clone, Debug)]
pub(super) struct VersionWeights {
    /// The version's, and those of others that the text adds.
    pub(super) features: Vec<&'static str>,
    /// In the order of the features.
    pub(super) weights: Vec<i32>,
    /// In the order of [`ALL`]; 0 for all other features.
    pub(super) all: [i32; ALL.len()],
    /// The evaluation from which on a side counts as winning.
    pub(super) decisive: i32,
}

impl VersionWeights {
    /// Those of this text, or those that come with the version.
    ///
    /// # Errors
    /// If the text cannot be used.
    pub(super) fn read(version: Version, text: Option<&str>) -> Result<VersionWeights, InputError> {
        let text = text.unwrap_or_else(|| version.weight_file());
        let mut features = version.features().to_vec();
        let others: Vec<_> = ALL.into_iter().filter(|name| !features.contains(name)).collect();
        let (mut weights, added, decisive) = read_with_others(text, &features, &others)?;
        for (name, weight) in others.into_iter().zip(added) {
            if let Some(weight) = weight {
                features.push(name);
                weights.push(weight);
            }
        }
        let mut read = VersionWeights { features, weights, all: [0; ALL.len()], decisive };
        for (number, place) in read.places().enumerate().collect::<Vec<_>>() {
            read.all[place] = read.weights[number];
        }
        Ok(read)
    }

    /// The places of the features in [`ALL`].
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let place = |name: &&str| ALL.iter().position(|known| known == name);
        self.features.iter().map(move |name| place(name).expect("a feature of a version is one"))
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Version, VersionWeights};

    #[test]
    fn the_weight_files_are_complete() {
        for version in Version::ALL {
            let weights = VersionWeights::read(version, None).expect("a complete file");
            assert!(weights.decisive > 0);
            assert_eq!(weights.weights.len(), version.features().len());
        }
    }

    /// Table 3.1, the columns read from the top; two kinds of concentration, corner penalty, and
    /// walls of two and of three apart are ours.
    #[test]
    fn the_features_of_table_3_1() {
        let column = |version: Version| -> String {
            let has = |name: &&str| version.features().contains(name);
            ALL.iter().map(|name| if has(name) { 'x' } else { '.' }).collect()
        };
        assert_eq!(column(Version::I), "x.x...x.x.......");
        assert_eq!(column(Version::II), "x.xx..x.x..x....");
        assert_eq!(column(Version::III), "x...x..xx..x.xxx");
        assert_eq!(column(Version::IV), ".x...x.xxxx.xxxx");
    }

    /// One feature at a time can be tried in a version that lacks it.
    #[test]
    fn a_file_may_add_features_of_other_versions() {
        let text = format!("{}connectedness = 7\n", Version::III.weight_file());
        let weights = VersionWeights::read(Version::III, Some(&text)).expect("one more");
        assert_eq!(weights.features.last(), Some(&"connectedness"));
        let column: Vec<&str> = ALL
            .into_iter()
            .zip(weights.all)
            .filter(|(_, weight)| *weight == 7)
            .map(|(name, _)| name)
            .collect();
        assert_eq!(column, ["connectedness"]);
        assert!(VersionWeights::read(Version::IV, Some(&text)).is_err(), "uniformity is missing");
    }

    #[test]
    fn an_unknown_name_is_quoted() {
        let error = Version::from_name("mia5").expect_err("there are four");
        let message = "loa has no evaluator \"mia5\"; there are mia1, mia2, mia3, mia4";
        assert_eq!(error.to_string(), message);
        assert_eq!(Version::from_name("mia2"), Ok(Version::II));
    }
}
