//! The options that set a method: one for each row of the engine's table of settings, which knows how each is
//! written and read; and options that are a word out of a few.

use andor_core::Named;
use andor_engine::settings::{SETTINGS, Setting, Syntax};
use andor_engine::{Method, SolverSettings};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// Reads one of a few words; help and refusals list them.
pub(crate) fn one_of<T: Named>() -> impl TypedValueParser<Value = T> {
    let words = T::ALL.iter().map(|choice| (choice.name(), choice.meaning()));
    possible(words).map(|word| T::named(&word).expect("the parser knows these words"))
}

fn possible(words: impl IntoIterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    let word = |(name, meaning)| PossibleValue::new(name).help(meaning);
    PossibleValuesParser::new(words.into_iter().map(word))
}

/// The settings of a search: all there are, or of a search whose jobs are done `ELSEWHERE` those of jobs that are
/// not about this machine.
#[derive(Debug)]
pub(crate) struct SettingArguments<const ELSEWHERE: bool>(SolverSettings);

impl<const ELSEWHERE: bool> SettingArguments<ELSEWHERE> {
    /// The method, set as these options say.
    pub(crate) fn of(&self, method: Method) -> SolverSettings {
        SolverSettings { method, ..self.0.clone() }
    }

    fn rows() -> impl Iterator<Item = &'static Setting> {
        let has_it = |row: &&Setting| row.is_of(Method::Ppn2) && !row.is_local;
        SETTINGS.iter().filter(move |row| !ELSEWHERE || has_it(row))
    }
}

/// The option of a setting.
fn option(setting: &'static Setting) -> Arg {
    let parser: ValueParser = match setting.value {
        Syntax::Word(words) => possible(words()).into(),
        Syntax::Text(_) => ValueParser::new(move |text: &str| {
            let read = setting.read(&mut SolverSettings::default(), text);
            read.map(|()| text.to_owned())
        }),
    };
    let option = Arg::new(setting.name).long(setting.name).help(setting.help());
    let option = option.value_name(setting.value_name).value_parser(parser);
    option.allow_negative_numbers(true).hide(setting.is_for_experiments)
}

impl<const ELSEWHERE: bool> Args for SettingArguments<ELSEWHERE> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::rows().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const ELSEWHERE: bool> FromArgMatches for SettingArguments<ELSEWHERE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut set = SolverSettings::default();
        for setting in Self::rows() {
            if let Some(value) = matches.get_one::<String>(setting.name) {
                let read = setting.read(&mut set, value);
                read.map_err(|why| Error::raw(ErrorKind::ValueValidation, why))?;
            }
        }
        Ok(SettingArguments(set))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::SettingArguments;
    use andor_engine::settings::{SETTINGS, Setting, Syntax};
    use andor_engine::{Method, SolverSettings};
    use clap::{Args, Command, FromArgMatches};

    fn values(setting: &Setting) -> Vec<&'static str> {
        match setting.value {
            Syntax::Word(words) => words().into_iter().map(|(word, _)| word).collect(),
            Syntax::Text(example) => vec![example],
        }
    }

    fn read<const ELSEWHERE: bool>(words: &[&str]) -> Result<SolverSettings, clap::Error> {
        let command = SettingArguments::<ELSEWHERE>::augment_args(Command::new("andor"));
        let matches = command.no_binary_name(true).try_get_matches_from(words)?;
        Ok(SettingArguments::<ELSEWHERE>::from_arg_matches(&matches)?.of(Method::Ppn2))
    }

    #[test]
    fn an_option_means_what_the_same_words_mean_to_a_contender() {
        for setting in &SETTINGS {
            for value in values(setting) {
                let name = setting.name;
                let words = [format!("--{name}"), value.to_owned()];
                let set = read::<false>(&[&words[0], &words[1]]).unwrap();
                let text = format!("ppn2/{name}={}", value.replace(',', "+"));
                assert_eq!(set, text.parse().unwrap(), "{text}");
                let elsewhere = read::<true>(&[&words[0], &words[1]]);
                assert_eq!(elsewhere.is_ok(), setting.is_of(Method::Ppn2) && !setting.is_local);
            }
            // A file may have any name.
            if setting.name == "costs" {
                continue;
            }
            let refused = read::<false>(&[&format!("--{}", setting.name), "tea"]).unwrap_err();
            assert!(refused.to_string().contains("'tea'"), "{refused}");
        }
    }

    #[test]
    fn a_line_of_options_is_read_back() {
        let text =
            "ppn2/leaf=ef/a=3/t=-7/squash=sigmoid/knowledge/ghi=twins/growth=5:7/keeps-solved";
        let text = format!("{text}/order=1+-2/jobs=df-pn+size=50+partial=none/threads=2");
        let set: SolverSettings = text.parse().unwrap();
        let options = set.options();
        let words: Vec<&str> = options.split(' ').collect();
        assert_eq!(read::<false>(&words).unwrap(), set);
    }
}
