//! Settings as text: `pn2/leaf=naive/second-level=whole`, the form of contenders and of job terms, and
//! `--leaf naive --second-level whole`, the form of the command line.
//!
//! In the first form a comma within a value is written as `+`, so that several fit into a list, and what is
//! only turned on needs no value: `df-pn/knowledge`.

use super::{SETTINGS, Setting, SolverSettings, Syntax};
use crate::method::Method;
use andor_core::InputError;
use std::fmt;
use std::str::FromStr;

impl FromStr for SolverSettings {
    type Err = InputError;

    fn from_str(text: &str) -> Result<SolverSettings, InputError> {
        let mut parts = text.split('/');
        let mut set = SolverSettings::of(Method::parse(parts.next().unwrap_or_default())?);
        for part in parts {
            let refuse = |why: &str| {
                let (part, text) = (InputError::quote(part), InputError::quote(text));
                InputError::new(format!("setting {part} of method {text} {why}"))
            };
            let (name, value) = part.split_once('=').unwrap_or((part, "on"));
            let setting = Setting::named(name)
                .ok_or_else(|| refuse(&format!("is none of {}", forms().join(", "))))?;
            let read = setting.read(&mut set, &value.replace('+', ","));
            read.map_err(|why| refuse(&format!("cannot be used: {why}")))?;
        }
        Ok(set)
    }
}

/// Everything that can be set, as it is written in a text.
fn forms() -> Vec<String> {
    let value = |setting: &Setting| match setting.value {
        Syntax::Word(words) => {
            words().into_iter().map(|(word, _)| word).collect::<Vec<_>>().join("|")
        }
        Syntax::Text(_) => setting.value_name.replace(',', "+"),
    };
    let form = |setting: &Setting| match setting.short {
        Some((name, value)) => format!("{name}={value}"),
        None => format!("{}={}", setting.name, value(setting)),
    };
    SETTINGS.iter().map(form).collect()
}

impl fmt::Display for SolverSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method.name())?;
        for (setting, value) in self.given() {
            write!(f, "/{}={}", setting.name, value.replace(',', "+"))?;
        }
        Ok(())
    }
}

impl SolverSettings {
    /// What is set, with its value as text.
    pub fn given(&self) -> impl Iterator<Item = (&'static Setting, String)> {
        SETTINGS.iter().filter_map(|setting| Some((setting, setting.write(self)?)))
    }

    /// The options of the command line that set it so, all but the method.
    #[must_use]
    pub fn options(&self) -> String {
        let option = |(setting, value): (&Setting, String)| format!("--{} {value}", setting.name);
        self.given().map(option).collect::<Vec<_>>().join(" ")
    }
}
