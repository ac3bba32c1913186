//! `andor site`: the page as a folder of files, with the solver for the visitor's own browser.

use super::Done;
use crate::arguments::SiteArguments;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_engine::Certificate;
use andor_play::words::counted;
use andor_web::{Proof, write_site};
use serde_json::json;
use std::path::Path;

pub(crate) fn run(arguments: &SiteArguments, json: bool, terminal: &mut Terminal<'_>) -> Done {
    let about = |path: &Path, why: String| {
        InputError::new(format!("{}: {why}", InputError::quote(&path.display().to_string())))
    };
    // Step 1. What goes there?
    let wasm = std::fs::read(&arguments.wasm).map_err(|error| {
        about(&arguments.wasm, format!("{error}; scripts/wasm.sh makes it from the sources"))
    })?;
    if !wasm.starts_with(b"\0asm") {
        return Err(about(&arguments.wasm, "this is no WebAssembly".to_owned()).into());
    }
    let mut proofs = Vec::new();
    for path in &arguments.proofs {
        let bytes = std::fs::read(path).map_err(|error| about(path, error.to_string()))?;
        let certificate = Certificate::from_bytes(bytes.clone());
        certificate.map_err(|error| about(path, error.to_string()))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        proofs.push(Proof { name, bytes });
    }
    // Step 2. Write it.
    let folder = &arguments.folder;
    let written = write_site(folder, &wasm, &proofs);
    let bytes = written.map_err(|error| about(folder, error.to_string()))?;
    let shown = folder.display().to_string();
    terminal.print(&match json {
        true => json!({"folder": shown, "proofs": proofs.len(), "bytes": bytes}).to_string(),
        false => format!(
            "the page is in {shown}, {} with {}: any web server can serve it,\nsuch as python3 -m http.server -d {shown}",
            andor_core::figures::size(bytes),
            counted(proofs.len(), "certificate"),
        ),
    });
    Ok(Exit::Answered)
}
