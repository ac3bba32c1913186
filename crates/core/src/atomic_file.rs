//! Files that appear whole or not at all: written under a temporary name beside the target,
//! brought to the disk, then renamed. A full disk, a kill or a power cut leaves the target as it
//! was.
//!
//! The temporary name is made with `create_new`, which follows no link and opens nothing that is
//! there already: whoever plants a link under such a name only makes the writer take the next one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Tells the temporary files of one process apart.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A temporary file that is removed when it goes out of scope, unless it was renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // Nothing can be done about a file that cannot be removed; it is not the target.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes the file at `path` with `fill`; gives back what `fill` gave. A link there stays, and what it
/// leads to is written.
///
/// # Errors
/// If `fill` fails, or the file cannot be written.
pub fn write_atomically<T>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    // A link stays a link, and what is no file (such as /dev/null) is not replaced by one.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
        return Err(io::Error::other("it exists and is not a file"));
    }
    write_beside(&target, fill)
}

/// The same, but a link at `path` is replaced by the file: what it leads to is left alone. So is a
/// link that somebody puts there while the file is being written.
///
/// # Errors
/// As [`write_atomically`].
pub fn replace_atomically<T>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    let is_other = |about: fs::Metadata| !about.is_file() && !about.is_symlink();
    if fs::symlink_metadata(path).is_ok_and(is_other) {
        return Err(io::Error::other("it exists and is not a file"));
    }
    write_beside(path, fill)
}

/// Writes a file beside the target, and gives it the target's name.
fn write_beside<T>(
    target: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    let (file, mut temporary) = create_beside(target)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let result = fill(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    fs::rename(&temporary.path, target)?;
    temporary.renamed = true;
    // The rename itself is safe once the directory is; not every system can sync a directory.
    if let Some(Ok(directory)) = target.parent().map(File::open) {
        let _ = directory.sync_all();
    }
    Ok(result)
}

/// Creates a new file beside `target`.
fn create_beside(target: &Path) -> io::Result<(File, Temporary)> {
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"));
    };
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{number}.partial", std::process::id()));
        let path = target.with_file_name(temporary);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, Temporary { path, renamed: false })),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{replace_atomically, write_atomically};
    use std::io::{self, Write};
    use std::{env, fs, path::PathBuf, process};

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("andor-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = folder("atomic");
        let path = folder.join("target");
        write_atomically(&path, |out| out.write_all(b"first")).unwrap();
        let failed = write_atomically(&path, |out| {
            out.write_all(&vec![7; 3 << 20])?;
            Err::<(), _>(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write_atomically(&path, |out| out.write_all(b"second")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a temporary file is left");
        assert!(write_atomically(&folder, |out| out.write_all(b"x")).is_err());
        assert!(write_atomically(&folder.join("no/such"), |out| out.write_all(b"x")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
    /// D6 of the audit.
    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_planted_link() {
        use std::os::unix::fs::symlink;
        let folder = folder("planted");
        let (path, other) = (folder.join("target"), folder.join("other"));
        fs::write(&other, b"somebody's").unwrap();
        // Every name that a writer might take next, and the target itself.
        for number in 0..200 {
            let name = format!(".target.{}-{number}.partial", process::id());
            symlink(&other, folder.join(name)).unwrap();
        }
        symlink(&other, &path).unwrap();
        replace_atomically(&path, |out| out.write_all(b"first")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read(&other).unwrap(), b"somebody's");
        assert!(replace_atomically(&folder, |out| out.write_all(b"x")).is_err());
        // A certificate may be asked for behind a link of one's own.
        let link = folder.join("link");
        symlink(&path, &link).unwrap();
        write_atomically(&link, |out| out.write_all(b"second")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&other).unwrap(), b"somebody's");
        fs::remove_dir_all(&folder).unwrap();
    }
}
