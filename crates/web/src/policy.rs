//! What the page may do: it loads nothing from elsewhere, and only its own scripts run.

/// The rules for a page that is a file.
macro_rules! rules {
    () => {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
    };
}

/// What a page says of itself, where no server does.
pub(crate) const RULES: &str = rules!();

/// What a server says: nobody may frame it, either.
pub(crate) const POLICY: &str = concat!(rules!(), "; frame-ancestors 'none'");

/// What a server says of the report, which has its style in itself, and loads and runs nothing at all.
pub(crate) const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
