//! The page as a folder of files: any web host can serve it, and the visitor's browser does the rest.
//!
//! ```text
//!   index.html, *.css, *.js   the page, told to ask no server
//!   andor.wasm                rules, verifier, solver and player
//!   proofs.json, *.proof      certificates that visitors find
//! ```

use crate::files::page;
use crate::policy::RULES;
use std::fs;
use std::io;
use std::path::Path;

/// A certificate of a site.
pub struct Proof {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What says that a folder is a site.
const MARK: &str = "andor.wasm";
/// Where the page looks for its solver; a server leaves it empty.
const META: &str = "<meta name=\"andor-wasm\" content=\"\">";

/// Writes the page into a folder; tells how many bytes that are.
///
/// # Errors
/// If something else is in the folder, or it cannot be written.
pub fn write_site(folder: &Path, wasm: &[u8], proofs: &[Proof]) -> io::Result<u64> {
    fs::create_dir_all(folder)?;
    let is_empty = fs::read_dir(folder)?.next().is_none();
    if !is_empty && !folder.join(MARK).is_file() {
        return Err(io::Error::other("something else is in the folder"));
    }
    fs::create_dir_all(folder.join("wasm"))?;
    let mut bytes = 0;
    let mut write = |name: &str, content: &[u8]| {
        bytes += content.len() as u64;
        fs::write(folder.join(name), content)
    };
    for file in page() {
        match file.name {
            "index.html" => {
                let text = String::from_utf8_lossy(file.bytes);
                let told = META.replace("\"\"", &format!("\"{MARK}\""));
                let told = format!(
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"{RULES}\">\n{told}"
                );
                write(file.name, text.replace(META, &told).as_bytes())?;
            }
            name => write(name, file.bytes)?,
        }
    }
    write(MARK, wasm)?;
    let names: Vec<String> = proofs.iter().map(|proof| format!("{:?}", proof.name)).collect();
    write("proofs.json", format!("[{}]\n", names.join(", ")).as_bytes())?;
    for proof in proofs {
        write(&proof.name, &proof.bytes)?;
    }
    Ok(bytes)
}
