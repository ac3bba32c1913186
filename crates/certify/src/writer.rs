//! Writes a certificate: header, the blocks of every section, index, footer, in one pass.

use crate::block::{MAX_ENTRIES, MAX_WIDTH};
use crate::checksum::fnv1a;
use crate::digest::Digest;
use crate::error::CertificateError;
use crate::header::{
    COMPLETE, Header, SectionInfo, WITH_ASKING, WITH_IDENTITY, WITH_PATHS, WITH_SEARCH,
    WITH_SETTLED, WITHOUT_LEAVES,
};
use crate::index::BlockInfo;
use crate::past::Past;
use crate::resting::TableName;
use crate::section::Section;
use crate::{footer, index};
use andor_core::{Rules, write_atomically};
use std::io::{self, Write};
use std::path::Path;

/// What a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The spec string of the game.
    pub spec: String,
    /// The root position as text.
    pub root_text: String,
    /// The exact bytes of the root position, not those of its canonical form.
    pub root_bytes: Vec<u8>,
    /// The tables that the proofs rest on; mostly none.
    pub tables: Vec<TableName>,
    /// The moves that led to the root, in a game with superko; mostly none.
    pub history: Option<Past>,
    /// The SHA-256 of what the spec string only points at.
    pub content: Option<Digest>,
    /// Whether the proofs stop where the rules say who wins ([`Rules::settled`]).
    pub settled: bool,
    /// How many positions a verifier may expand to prove a leaf that the proofs leave to his search, which asks
    /// the tables; `None` if they leave him none.
    pub leaf_budget: Option<u64>,
}

impl Heading {
    /// The heading of a certificate about `root`, with nothing played before it.
    pub fn of<R: Rules>(rules: &R, root: &R::Position) -> Heading {
        let mut root_bytes = Vec::new();
        rules.encode(root, &mut root_bytes);
        let (spec, root_text) = (rules.spec(), rules.position_text(root));
        let content = rules.content();
        let (tables, history) = (Vec::new(), None);
        Heading {
            spec,
            root_text,
            root_bytes,
            tables,
            history,
            content,
            settled: false,
            leaf_budget: None,
        }
    }
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The length of the file.
    pub bytes: u64,
    /// The positions of all sections together.
    pub positions: u64,
    /// The blocks of all sections together.
    pub blocks: usize,
}

/// Writes a certificate with these sections: one for a win, two for a draw.
///
/// # Errors
/// If `out` fails, or if the sections do not belong together: none at all, two for the same
/// claim, positions of another width than the root's.
pub fn write_certificate(
    out: &mut impl Write,
    heading: &Heading,
    sections: &[Section],
) -> io::Result<Written> {
    // Step 1. The header knows how many blocks there will be.
    let width = heading.root_bytes.len();
    check(heading, sections).map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
    let mut infos: Vec<SectionInfo> = Vec::new();
    for section in sections {
        let positions = section.positions();
        let start = infos.last().map_or(0, |info| info.blocks.end);
        let blocks = start..start + positions.div_ceil(MAX_ENTRIES as u64) as usize;
        let paths = section.paths().map(|bytes| (bytes.len() as u64, fnv1a(bytes)));
        infos.push(SectionInfo { claim: section.claim(), positions, blocks, paths });
    }
    let positions = infos.iter().map(|info| info.positions).sum();
    let without_leaves = sections.iter().any(Section::is_without_leaves);
    let has_paths = infos.iter().any(|info| info.paths.is_some());
    let is_new =
        !heading.tables.is_empty() || heading.history.is_some() || heading.content.is_some();
    let format = match (is_new, has_paths, without_leaves) {
        _ if heading.leaf_budget.is_some() && !heading.tables.is_empty() => WITH_ASKING,
        _ if heading.leaf_budget.is_some() => WITH_SEARCH,
        _ if heading.settled => WITH_SETTLED,
        (true, _, _) => WITH_IDENTITY,
        (false, true, _) => WITH_PATHS,
        (false, false, true) => WITHOUT_LEAVES,
        (false, false, false) => COMPLETE,
    };
    let header = Header {
        format,
        tables: heading.tables.clone(),
        history: heading.history.clone(),
        content: heading.content,
        leaf_budget: heading.leaf_budget,
        game: heading.spec.clone(),
        root: heading.root_text.clone(),
        root_bytes: heading.root_bytes.clone(),
        sections: infos,
        writer: concat!("andor ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let bytes = header.encode();
    out.write_all(&bytes)?;
    let mut offset = bytes.len();
    for paths in sections.iter().filter_map(Section::paths) {
        out.write_all(paths)?;
        offset += paths.len();
    }

    // Step 2. Blocks.
    let mut blocks = Vec::with_capacity(header.blocks());
    for (number, section) in sections.iter().enumerate() {
        for block in section.blocks() {
            let bytes = block.encode(width);
            out.write_all(&bytes)?;
            blocks.push(BlockInfo {
                bytes: offset as u64..(offset + bytes.len()) as u64,
                entries: block.len(),
                section: number,
                checksum: fnv1a(&bytes),
                first_key: block.keys[..width].to_vec(),
            });
            offset += bytes.len();
        }
    }

    // Step 3. Index and footer.
    let index = index::encode(&blocks);
    out.write_all(&index)?;
    let footer = footer::encode(offset as u64..(offset + index.len()) as u64);
    out.write_all(&footer)?;
    let bytes = (offset + index.len() + footer.len()) as u64;
    Ok(Written { bytes, positions, blocks: blocks.len() })
}

/// Writes a certificate to a file, which appears whole or not at all.
///
/// # Errors
/// As [`write_certificate`]; the message names the file.
pub fn save_certificate(
    path: &Path,
    heading: &Heading,
    sections: &[Section],
) -> Result<Written, CertificateError> {
    write_atomically(path, |out| write_certificate(out, heading, sections))
        .map_err(|error| CertificateError::Unwritable(format!("{path:?}: {error}")))
}

/// Whether these sections can stand in one certificate.
fn check(heading: &Heading, sections: &[Section]) -> Result<(), String> {
    let width = heading.root_bytes.len();
    if width == 0 || width > MAX_WIDTH {
        return Err(format!("a position has {width} bytes, not 1 to {MAX_WIDTH}"));
    }
    if let Some(name) = heading.tables.iter().find(|name| name.sha256.is_none()) {
        return Err(format!("the table {name} has no sha256"));
    }
    let start = heading.history.as_ref().map(|past| past.start_bytes.len());
    if start.is_some_and(|start| start != width) {
        return Err(format!("the history begins at a position that does not have {width} bytes"));
    }
    if sections.is_empty() {
        return Err("there is nothing to claim".to_owned());
    }
    for (number, section) in sections.iter().enumerate() {
        let claim = section.claim();
        if section.width() != width {
            let other = section.width();
            return Err(format!("positions of \"{claim}\" have {other} bytes, the root {width}"));
        }
        if sections[..number].iter().any(|earlier| earlier.claim() == claim) {
            return Err(format!("two sections claim \"{claim}\""));
        }
    }
    Ok(())
}
