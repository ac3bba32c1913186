//! The file of a study's rows: one JSON object a line, `NAME.jsonl`.
//!
//! A row is written at once, so a run that is killed loses only what was being searched. When a run ends, the
//! file is put in order: by limits, position and contender. So the same rows make the same file, whichever thread
//! was first and however often it was stopped.

use super::row::{Row, limits_text};
use andor_core::InputError;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The rows of a study, and the file they are in.
pub(crate) struct Kept {
    path: PathBuf,
    file: File,
    rows: Vec<Row>,
    known: HashSet<(String, String, String)>,
}

/// Where the rows of a study are.
#[must_use]
pub fn file_of(folder: &Path, study: &str) -> PathBuf {
    folder.join(format!("{study}.jsonl"))
}

/// The rows of a study, in order; none where there is no file.
///
/// # Errors
/// If the file cannot be read, or a line of it is no row of the study.
pub fn rows_of(folder: &Path, study: &str) -> Result<Vec<Row>, InputError> {
    Ok(read(&file_of(folder, study), study)?.0)
}

/// The rows of a file, and how many of its bytes they are: a last line that was cut off is none.
fn read(path: &Path, study: &str) -> Result<(Vec<Row>, usize), InputError> {
    let name = InputError::quote(&path.display().to_string());
    let refuse = |why: String| InputError::new(format!("results {name}: {why}"));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        read => read.map_err(|error| refuse(error.to_string()))?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole == 0 && !text.is_empty() {
        return Err(refuse("this is no file of results".to_owned()));
    }
    let mut rows = Vec::new();
    for (at, line) in text[..whole].lines().enumerate() {
        let row: Row = serde_json::from_str(line)
            .map_err(|error| refuse(format!("line {}: {error}", at + 1)))?;
        if row.experiment != study {
            let other = InputError::quote(&row.experiment);
            return Err(refuse(format!("line {}: a row of {other}", at + 1)));
        }
        rows.push(row);
    }
    Ok((rows, whole))
}

impl Kept {
    /// Opens the file of a study, or begins one.
    ///
    /// # Errors
    /// If it cannot be read or written, or is a file of something else.
    pub(crate) fn open(folder: &Path, study: &str) -> Result<Kept, InputError> {
        let path = file_of(folder, study);
        let refuse = |error: std::io::Error| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("results {name}: {error}"))
        };
        fs::create_dir_all(folder).map_err(refuse)?;
        let (rows, whole) = read(&path, study)?;
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(refuse)?;
        file.set_len(whole as u64).map_err(refuse)?;
        let known = rows.iter().map(Row::key).collect();
        Ok(Kept { path, file, rows, known })
    }

    /// Whether there is a row of this key.
    pub(crate) fn has(&self, key: &(String, String, String)) -> bool {
        self.known.contains(key)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, row: Row) -> Result<(), InputError> {
        let line = line(&row);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| self.cannot(&error))?;
        self.known.insert(row.key());
        self.rows.push(row);
        Ok(())
    }

    /// Puts the file in order, contenders in that of `contenders`, and gives all rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn settle(mut self, contenders: &[String]) -> Result<Vec<Row>, InputError> {
        let place = |row: &Row| contenders.iter().position(|known| *known == row.contender);
        self.rows.sort_by_cached_key(|row| {
            let last = place(row).unwrap_or(usize::MAX);
            (limits_text(&row.settings), row.position.clone(), last, row.contender.clone())
        });
        if self.rows.is_empty() {
            // A file that was made for nothing.
            let _ = fs::remove_file(&self.path);
            return Ok(self.rows);
        }
        let text: String = self.rows.iter().map(line).collect();
        if fs::read_to_string(&self.path).is_ok_and(|had| had == text) {
            return Ok(self.rows);
        }
        let beside = self.path.with_extension("jsonl.new");
        let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &self.path));
        written.map_err(|error| self.cannot(&error))?;
        Ok(self.rows)
    }

    fn cannot(&self, error: &std::io::Error) -> InputError {
        let name = InputError::quote(&self.path.display().to_string());
        InputError::new(format!("results {name} cannot be kept: {error}"))
    }
}

fn line(row: &Row) -> String {
    serde_json::to_string(row).expect("a row is plain data") + "\n"
}
