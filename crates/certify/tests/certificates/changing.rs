//! Files that do not hold still while they are read (findings H4 and D4 of the audit): they never
//! verify as what they are not, and never end the process.

use crate::heap::Heap;
use crate::sample::{Sample, heap};
use andor_certify::{Certificate, CertificateError, ReadAt, Verified, sha256, verify};
use andor_core::Silent;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Serves one version of a file for so many reads, and then another.
struct Changing {
    versions: [Vec<u8>; 2],
    good_reads: usize,
    reads: Arc<AtomicUsize>,
}

impl ReadAt for Changing {
    fn length(&self) -> io::Result<u64> {
        Ok(self.versions[0].len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let now = self.reads.fetch_add(1, Ordering::SeqCst);
        let version = &self.versions[usize::from(now >= self.good_reads)];
        let from = version.get(offset as usize..offset as usize + bytes.len());
        bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Opens and verifies a file that changes after so many reads; says how many there were.
fn judge(
    rules: &Heap,
    versions: [&[u8]; 2],
    good_reads: usize,
) -> (Result<Verified, CertificateError>, Option<[u8; 32]>, usize) {
    let reads = Arc::new(AtomicUsize::new(0));
    let versions = versions.map(<[u8]>::to_vec);
    let source = Changing { versions, good_reads, reads: reads.clone() };
    let opened = Certificate::from_source(Box::new(source));
    let (result, digest) = match opened {
        Ok(certificate) => (verify(rules, &certificate, 1, &mut Silent), certificate.digest().ok()),
        Err(error) => (Err(error), None),
    };
    (result, digest, reads.load(Ordering::SeqCst))
}

/// Where the blocks of a file end: at its index.
fn index_of(file: &[u8]) -> usize {
    let footer = file.len() - 32;
    u64::from_le_bytes(file[footer..footer + 8].try_into().unwrap()) as usize
}

#[test]
fn a_changed_file_never_verifies() {
    let Sample { rules, root, proofs } = heap();
    let sample = Sample { rules, root, proofs };
    let honest = sample.bytes();
    let (good, digest, all) = judge(&sample.rules, [&honest, &honest], usize::MAX);
    assert!(good.is_ok() && digest == Some(sha256(&honest)), "{good:?}");
    // Two reads of every block and more: entries are checked, then looked up again, then hashed.
    let mut changed = honest.clone();
    let end = index_of(&honest);
    changed[end - 40] ^= 1;
    let cut = &honest[..end - 40];
    let (mut opened, mut refused, mut said) = (0, 0, 0);
    for good_reads in 0..all {
        for other in [&changed[..], cut] {
            let (result, digest, _) = judge(&sample.rules, [&honest, other], good_reads);
            match result {
                // Everything that was judged was read before the change; the rest of the file is not
                // what it was, so it has no name.
                Ok(_) => {
                    assert_eq!(digest, None);
                    opened += 1;
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(!text.contains('\n'), "{text}");
                    refused += 1;
                    said += usize::from(text.contains("it changed while it was read"));
                }
            }
        }
    }
    println!(
        "{all} reads: {opened} verified before the change, {refused} refused, {said} as changed"
    );
    assert!(refused > 40 && said > 20 && opened < all, "{refused}, {said}, {opened}");
}

/// A file that another thread rewrites or cuts all the time.
struct Restless {
    path: PathBuf,
    stop: Arc<AtomicBool>,
    writer: Option<std::thread::JoinHandle<()>>,
}

impl Restless {
    fn new(name: &str, versions: [Vec<u8>; 2], cuts: bool) -> Restless {
        let path = std::env::temp_dir().join(format!("andor-{name}-{}", std::process::id()));
        fs::write(&path, &versions[0]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (ends, file) = (stop.clone(), path.clone());
        let write = move || {
            let mut file = File::options().write(true).open(file).unwrap();
            for version in versions.iter().cycle() {
                if ends.load(Ordering::Relaxed) {
                    break;
                }
                if cuts {
                    file.set_len(version.len() as u64 / 3).unwrap();
                    std::thread::yield_now();
                }
                file.seek(SeekFrom::Start(0)).unwrap();
                file.write_all(version).unwrap();
            }
        };
        Restless { path, stop, writer: Some(std::thread::spawn(write)) }
    }
}

impl Drop for Restless {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.writer.take().unwrap().join().unwrap();
        let _ = fs::remove_file(&self.path);
    }
}

#[test]
fn a_file_that_is_rewritten_or_cut_gives_an_error_or_what_it_was() {
    let sample = Sample::of(Heap(12_000));
    let honest = sample.bytes();
    let mut forged = honest.clone();
    let end = index_of(&honest);
    forged[end - 30..end].reverse();
    let names = [sha256(&honest), sha256(&forged)];
    for cuts in [false, true] {
        let restless = Restless::new("restless", [honest.clone(), forged.clone()], cuts);
        let (mut right, mut refused) = (0, 0);
        for turn in 0..200 {
            // As `open` reads it, whole; and block by block, as larger files are read.
            let opened = match turn % 2 {
                0 => Certificate::open(&restless.path),
                _ => Certificate::from_source(Box::new(File::open(&restless.path).unwrap())),
            };
            let judged = opened.and_then(|certificate| {
                verify(&sample.rules, &certificate, 2, &mut Silent)?;
                certificate.digest()
            });
            match judged {
                Ok(digest) => {
                    assert_eq!(digest, names[0], "something else was verified");
                    right += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().contains('\n'), "{error}");
                    refused += 1;
                }
            }
        }
        println!("cuts {cuts}: {right} right, {refused} refused");
        assert_eq!(right + refused, 200);
    }
}
