//! Who a program is that has this command line: andor itself, or somebody's own.

/// The name and version of a program, as `--version` tells them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
}

impl Program {
    /// andor itself.
    pub const ANDOR: Program = Program { name: "andor", version: env!("CARGO_PKG_VERSION") };

    /// What `--version` says: the name and the version, and andor's if it is another program.
    pub(crate) fn versions(&self) -> String {
        let Program { name, version } = self;
        match *self == Program::ANDOR {
            true => format!("{name} {version}"),
            false => format!("{name} {version} (andor {})", Program::ANDOR.version),
        }
    }
}

/// The name and version of the crate that says it.
#[macro_export]
macro_rules! program {
    () => {
        $crate::Program { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") }
    };
}
