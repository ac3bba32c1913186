//! A method with its settings, as a comparison names it: `pn2`, `ef-pn/a=10/b=5`,
//! `pn2/leaf=naive/growth=1800000:240000/tree-nodes=500000`.
//!
//! The text is also what a file of results knows it by.

use andor_core::{InputError, quantity};
use andor_engine::method::MethodSettings;
use andor_engine::{Ghi, LeafChoice, Method, read_growth};

/// One column of a comparison.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    /// The text it was read from.
    pub(super) text: String,
    pub(super) method: Method,
    pub(super) settings: MethodSettings,
    /// A limit on tree nodes of its own.
    pub(super) tree_nodes: Option<u64>,
}

impl Contender {
    /// Reads `METHOD/SETTING/..`.
    ///
    /// # Errors
    /// Quotes the part that is not understood.
    pub(super) fn parse(text: &str) -> Result<Contender, InputError> {
        let mut parts = text.split('/');
        let method = Method::parse(parts.next().unwrap_or_default())?;
        let mut settings = MethodSettings::default();
        let mut tree_nodes = None;
        for part in parts {
            let refuse = || {
                let (part, text) = (InputError::quote(part), InputError::quote(text));
                InputError::new(format!(
                    "setting {part} of method {text} is none of leaf=L, a=N, b=N, t=N, \
                     growth=whole, growth=A:B, keeps-solved, knowledge, ghi=G, threads=N, tree-nodes=N, \
                     jobs=df-pn+size=N"
                ))
            };
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let number = || value.parse().map_err(|_| refuse());
            match (name, value) {
                ("leaf", _) => {
                    let leaf = LeafChoice::ALL.into_iter().find(|leaf| leaf.name() == value);
                    settings.leaf = Some(leaf.ok_or_else(refuse)?);
                }
                ("a", _) => settings.a = Some(number()?),
                ("b", _) => settings.b = Some(number()?),
                ("t", _) => settings.t = Some(value.parse().map_err(|_| refuse())?),
                ("growth", _) => settings.growth = Some(read_growth(value).ok_or_else(refuse)?),
                ("keeps-solved", "") => settings.keeps_solved = true,
                ("knowledge", "") => settings.knowledge = Some(true),
                ("ghi", _) => {
                    let ghi = Ghi::ALL.into_iter().find(|ghi| ghi.name() == value);
                    settings.ghi = ghi.ok_or_else(refuse)?;
                }
                ("threads", _) => settings.threads = number()? as usize,
                ("jobs", _) => {
                    settings.jobs = value.replace('+', ",").parse().map_err(|_| refuse())?;
                }
                ("tree-nodes", _) => tree_nodes = Some(quantity::count(value).ok_or_else(refuse)?),
                _ => return Err(refuse()),
            }
        }
        Ok(Contender { text: text.to_owned(), method, settings, tree_nodes })
    }

    /// Whether a wrong answer would be a defect, and not a result.
    pub(super) fn is_sound(&self) -> bool {
        self.settings.ghi.warning().is_none()
    }

    /// Whether the proof trees of its searches are looked at, too. Those of alpha-beta are not: its
    /// table does not keep whole trees, even where nothing repeats.
    pub(super) fn shows_tree(&self) -> bool {
        self.settings.ghi == Ghi::Ignore && self.method != Method::AlphaBeta
    }
}

#[cfg(test)]
mod tests {
    use super::Contender;
    use andor_engine::{Ghi, Growth, LeafChoice, Method};

    #[test]
    fn contenders_are_read_and_nonsense_is_not() {
        let plain = Contender::parse("ef-pn").unwrap();
        assert_eq!((plain.method, plain.tree_nodes), (Method::EfPn, None));
        let text = "pn2/leaf=naive/growth=1800000:240000/keeps-solved/tree-nodes=500_000";
        let full = Contender::parse(text).unwrap();
        assert_eq!(full.settings.leaf, Some(LeafChoice::Naive));
        let growth = Growth::Logistic { a: 1_800_000.0, b: 240_000.0 };
        assert_eq!(full.settings.growth, Some(growth));
        assert!(full.settings.keeps_solved);
        assert_eq!(full.tree_nodes, Some(500_000));
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
