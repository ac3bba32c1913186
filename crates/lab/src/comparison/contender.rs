//! A method with its settings, as a comparison names it: `pn2`, `ef-pn/a=10/b=5`,
//! `pn2/leaf=naive/growth=1800000:240000/tree-nodes=500000`, `pds/limit=expansions`.
//!
//! The text is also what a file of results knows it by.

use andor_core::{InputError, quantity};
use andor_engine::{Ghi, Method, SolverSettings};

/// How a limit on tree nodes begins.
const TREE_NODES: &str = "tree-nodes=";
/// The limit on nodes is one on expansions, as the thesis has it for PDS.
const EXPANSIONS: &str = "limit=expansions";

/// One column of a comparison.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    /// The text it was read from.
    pub(super) text: String,
    pub(super) settings: SolverSettings,
    /// A limit on tree nodes of its own.
    pub(super) tree_nodes: Option<u64>,
    /// Whether the limit on nodes limits its expansions instead.
    pub(super) counts_expansions: bool,
}

impl Contender {
    /// Reads `METHOD/SETTING/..`, the text of [`SolverSettings`], with `tree-nodes=N` and
    /// `limit=expansions` among the settings.
    ///
    /// # Errors
    /// Quotes the part that is not understood.
    pub(super) fn parse(text: &str) -> Result<Contender, InputError> {
        let (limits, parts): (Vec<&str>, Vec<&str>) =
            text.split('/').partition(|part| part.starts_with(TREE_NODES) || *part == EXPANSIONS);
        let counts_expansions = limits.contains(&EXPANSIONS);
        let mut tree_nodes = None;
        for limit in limits.into_iter().filter(|part| *part != EXPANSIONS) {
            let count = quantity::count(&limit[TREE_NODES.len()..]).ok_or_else(|| {
                let (part, text) = (InputError::quote(limit), InputError::quote(text));
                let wanted = quantity::COUNT;
                InputError::new(format!("setting {part} of method {text} cannot be used: {wanted}"))
            })?;
            tree_nodes = Some(count);
        }
        let settings = parts.join("/").parse()?;
        Ok(Contender { text: text.to_owned(), settings, tree_nodes, counts_expansions })
    }

    /// Whether a wrong answer would be a defect, and not a result.
    pub(super) fn is_sound(&self) -> bool {
        self.settings.ghi.warning().is_none()
    }

    /// Whether the proof trees of its searches are looked at, too. Those of alpha-beta are not: its
    /// table does not keep whole trees, even where nothing repeats.
    pub(super) fn shows_tree(&self) -> bool {
        self.settings.ghi == Ghi::Ignore && self.settings.method != Method::AlphaBeta
    }
}

#[cfg(test)]
mod tests {
    use super::Contender;
    use andor_engine::{Ghi, Growth, LeafChoice, Method};

    #[test]
    fn contenders_are_read_and_nonsense_is_not() {
        let plain = Contender::parse("ef-pn").unwrap();
        assert_eq!((plain.settings.method, plain.tree_nodes), (Method::EfPn, None));
        let text = "pn2/leaf=naive/growth=1800000:240000/keeps-solved/tree-nodes=500_000";
        let full = Contender::parse(text).unwrap();
        assert_eq!(full.settings.leaf, Some(LeafChoice::Naive));
        let growth = Growth::Logistic { a: 1_800_000.0, b: 240_000.0 };
        assert_eq!(full.settings.growth, Some(growth));
        assert!(full.settings.keeps_solved);
        assert_eq!(full.tree_nodes, Some(500_000));
        let pds = Contender::parse("pds/limit=expansions/ghi=ignore").unwrap();
        assert!(pds.counts_expansions && !full.counts_expansions && !pds.is_sound());
        assert_eq!((plain.settings.ghi, plain.is_sound()), (Ghi::Sound, true));
        for (name, ghi, is_sound) in [
            ("sound", Ghi::Sound, true),
            ("twins", Ghi::Twins, true),
            ("ignore", Ghi::Ignore, false),
            ("nagai", Ghi::Nagai, false),
        ] {
            let contender = Contender::parse(&format!("df-pn/ghi={name}")).unwrap();
            assert_eq!((contender.settings.ghi, contender.is_sound()), (ghi, is_sound));
            assert_eq!(contender.shows_tree(), ghi == Ghi::Ignore);
        }
        assert_eq!(Contender::parse("boolean/threads=2").unwrap().settings.threads, 2);
        assert!(!Contender::parse("alpha-beta/ghi=ignore").unwrap().shows_tree());
        for (text, part) in [
            ("pm", "\"pm\""),
            ("pn/leaf=tea", "\"leaf=tea\""),
            ("ef-pn/a=much", "\"a=much\""),
            ("pn2/growth=0:1", "\"growth=0:1\""),
            ("df-pn/ghi=some", "\"ghi=some\""),
            ("pn/colour", "\"colour\""),
        ] {
            let error = Contender::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
