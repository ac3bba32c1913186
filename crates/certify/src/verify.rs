//! The verifier: does a certificate prove what it claims? Asks the rules, believes nothing else.
//!
//! A *win* is proved by a set of positions with the winner to move, each with a move and a rank
//! of at least 1: after the move the winner has won, or the game goes on and after *every* legal
//! reply the winner has won or the position is in the set with a smaller rank. Ranks fall along
//! every line, so play that follows the moves ends, and ends with a win.
//!
//! Where a certificate leaves out its leaves (format 2), a position in which the winner wins at
//! once counts as if it were in the set with rank 1.
//!
//! Where it leaves positions to the verifier (format 7), one that he proves himself, by a search within the
//! budget that the header states (`leaf_search.rs`), counts as if it were in the set with rank 1, too. In format 8
//! that search asks the tables.
//!
//! Where it leaves out what is settled (format 6), so does a position that the rules give to the holder
//! by a theorem of theirs ([`Rules::settled`]), whatever its rank.
//!
//! That a player *does not lose* is proved by a closed set without ranks: play that follows the
//! moves stays in the set for ever or ends without a loss. Where a repeated position is a draw, or
//! none can be repeated, that is what was claimed. Under superko what is legal depends on the path:
//! there the root is proved by a tree of paths (`strategy.rs`), which may end in a set of ranked
//! positions if superko is situational.
//!
//! Blocks are checked one by one on several threads, in memory that does not grow with the file
//! (`section_check.rs`).
//!
//! The root is in the set, or, where the opponent is to move, everything that can follow it is.
//! Why each check is needed, and a proof that together they are enough, is in
//! `docs/inside/certificates.md`.

use crate::alarm::Alarm;
use crate::certificate::Certificate;
use crate::digest::to_hex;
use crate::entry_check::{EntryCheck, Found, RootCheck};
use crate::error::{CertificateError, Failure};
use crate::resting::{Tables, check_names};
use crate::search_check::{Asked, Searched};
use crate::section_check::{CheckedSection, Finder, SectionCheck};
use crate::share::{Extent, Share};
use crate::strategy::{self, Wrong};
use crate::whole_file::check_blocks;
use andor_core::{
    Claim, Counters, InputError, Instant, Limits, Observer, Phase, Progress, Rules, Stopped,
};

/// What a certificate was found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The positions of all sections together.
    pub positions: u64,
    /// What each section proves.
    pub sections: Vec<VerifiedSection>,
    /// How many replies of the opponent were looked at.
    pub replies: u64,
    /// How many positions were left to a search.
    pub leaves: u64,
    /// How many positions were searched for these.
    pub searched: u64,
    /// Which of these leaves were looked at: unless it is all of them, no claim is proved yet.
    pub share: Share,
}

/// A claim that was found to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifiedSection {
    /// The claim.
    pub claim: Claim,
    /// How many positions the proof has.
    pub positions: u64,
    /// For a win, the most moves the winner needs: the rank of the root or, where the opponent is
    /// to move there, the largest rank after any reply. Otherwise 0.
    pub root_rank: u32,
}

/// Checks a certificate from the rules, which must be those that
/// [`Certificate::spec`] names, with `threads` threads. Progress has the phase `verify` and counts
/// the entries checked as nodes.
///
/// # Errors
/// Names the first damaged part of the file, or else the first thing that is not proved: of the
/// first section that fails the root, or the entry with the lowest number.
///
/// # Examples
/// A certificate without an entry for its root proves nothing, whatever it claims.
/// ```
/// use andor_certify::{Certificate, Heading, SectionBuilder, verify, write_certificate};
/// use andor_core::{Claim, Player, Rules, Silent};
/// use andor_games::tic_tac_toe::reference::Reference;
///
/// let claim = Claim::Wins(Player::Black);
/// let section = SectionBuilder::new(claim, Reference.encoded_len()).finish()?;
/// let mut bytes = Vec::new();
/// write_certificate(&mut bytes, &Heading::of(&Reference, &Reference.initial()), &[section])?;
/// let certificate = Certificate::from_bytes(bytes)?;
///
/// let refused = verify(&Reference, &certificate, 1, &mut Silent).unwrap_err();
/// assert!(refused.to_string().starts_with("not a proof: \"b wins\": root"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Verified, CertificateError> {
    verify_with(rules, certificate, None, threads, &Limits::default(), observer)
}

/// The same within limits of time and memory, for a certificate that may rest on tables: what is proved
/// then is the claim *if these tables are right*, which their own checker tells.
///
/// The memory is that of the open file and of what the verifier writes down; the time counts from this
/// call on; nodes are not counted.
///
/// # Errors
/// As [`verify`], if a table that the certificate names is missing, and if a limit ends it.
pub fn verify_with<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    tables: Option<&dyn Tables<R>>,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Verified, CertificateError> {
    verify_to(rules, certificate, tables, Extent::default(), threads, limits, observer)
}

/// The same, with leaves that are left to a search as far as the extent says: what is proved by one share
/// of them is the claim *if the other shares hold*, and [`Verified::share`] tells.
///
/// # Errors
/// As [`verify_with`], and if nothing is left to a search that could be shared out.
pub fn verify_to<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    tables: Option<&dyn Tables<R>>,
    extent: Extent,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Verified, CertificateError> {
    // Step 1. These rules can judge this certificate, less the moves that repeat what was before it.
    check_game(rules, certificate)?;
    let haunted = certificate.rules_of(rules)?;
    let rules = haunted.as_ref().unwrap_or(rules);
    check_form(rules, certificate)?;
    check_names(certificate.tables(), tables)?;
    if !extent.share.is_whole() {
        let refused = |why: &str| Err(CertificateError::Refused(format!("no parts: {why}")));
        if certificate.leaf_budget().is_none() {
            return refused("it leaves nothing to a search that could be shared out");
        }
        if certificate.tables().iter().any(|table| table.zone_rows.is_none()) {
            return refused("it rests on tables, and each part would have to check them");
        }
    }
    // Tables that it does not name have no say.
    let tables = tables.filter(|_| !certificate.tables().is_empty());
    if certificate.memory() > limits.memory {
        return Err(CertificateError::Stopped(Stopped::Memory));
    }
    // Step 2. The root is what the header says twice.
    let root = read_root(rules, certificate)?;
    // Step 3. The file is whole.
    let mut watch = Watch::new(certificate, observer);
    watch.show(Done::default(), certificate.memory());
    let alarm = Alarm::new(limits);
    check_blocks(certificate, threads, &alarm)?;
    // Step 4. Every section proves its claim.
    let share = extent.share;
    let mut verified =
        Verified { positions: 0, sections: Vec::new(), replies: 0, leaves: 0, searched: 0, share };
    for (number, info) in certificate.sections().iter().enumerate() {
        let check = EntryCheck {
            rules,
            claim: info.claim,
            without_leaves: certificate.is_without_leaves(),
            without_settled: certificate.is_without_settled(),
            tables,
            leaf_budget: certificate.leaf_budget(),
            searches_ask_tables: certificate.searches_ask_tables(),
            extent,
        };
        let mut at_root = Searched::default();
        let from_root = match certificate.paths(number) {
            Some(bytes) => {
                let memory = certificate.memory();
                let from_root = check_paths(
                    rules,
                    certificate,
                    number,
                    bytes,
                    &root,
                    &alarm,
                    &mut |nodes, left| {
                        watch.show(
                            Done { positions: nodes, units: (bytes.len() - left) as u64 },
                            memory,
                        );
                    },
                )?;
                watch.go_on();
                from_root
            }
            None => {
                let mut finder = Finder::new(certificate, number);
                let mut asked = Asked::new(certificate.position_width());
                let from_root = check.check_root(&root, &mut |key| match finder.find(key) {
                    Found::Missing
                        if check.leaf_budget.is_some()
                            && !check.missing_key_is_fine(key)
                            && asked.push(key, 0) =>
                    {
                        Found::Search
                    }
                    found => found,
                });
                finder.result()?;
                let from_root = from_root.and_then(|from_root| {
                    let searched = check.search(asked, u64::MAX, threads, &alarm, |_, _| {});
                    at_root = searched.map_err(|_| check.unproved())?;
                    Ok(from_root)
                });
                alarm.result()?;
                from_root.map_err(|why| failed(info.claim, None, certificate.root_text(), why))?
            }
        };
        let section = SectionCheck { check: &check, certificate, section: number, alarm: &alarm };
        let checked = section.run(threads, |entries, memory, share, expanded| {
            let units = entries + (share * info.positions as f64) as u64;
            watch.show(Done { positions: entries + expanded, units }, memory);
        });
        watch.go_on();
        let CheckedSection { replies, searched } = match checked {
            Ok(checked) => checked,
            Err(entry) => {
                alarm.result()?;
                let (position, why) = section.explain(entry)?;
                return Err(failed(info.claim, Some(entry + 1), &position, why));
            }
        };
        verified.positions += info.positions;
        verified.replies += from_root.replies + replies;
        verified.leaves += at_root.leaves + searched.leaves;
        verified.searched += at_root.expanded + searched.expanded;
        let RootCheck { rank: root_rank, .. } = from_root;
        let (claim, positions) = (info.claim, info.positions);
        verified.sections.push(VerifiedSection { claim, positions, root_rank });
    }
    Ok(verified)
}

/// Checks that these are the rules of the certificate.
pub(crate) fn check_game<R: Rules>(
    rules: &R,
    certificate: &Certificate,
) -> Result<(), CertificateError> {
    let refused = |why: String| Err(CertificateError::Refused(why));
    let spec = rules.spec();
    if spec != certificate.spec() {
        let claimed = InputError::quote(certificate.spec());
        return refused(format!("it is about {claimed}, the rules are those of \"{spec}\""));
    }
    if let (Some(theirs), ours) = (certificate.content(), rules.content())
        && ours != Some(theirs)
    {
        let is = ours.map_or_else(|| "none".to_owned(), |ours| to_hex(&ours));
        let theirs = to_hex(&theirs);
        return refused(format!("it is about \"{spec}\" with content {theirs}, not {is}"));
    }
    let (ours, theirs) = (rules.encoded_len(), certificate.position_width());
    if ours != theirs {
        return refused(format!("its positions have {theirs} bytes, those of \"{spec}\" {ours}"));
    }
    Ok(())
}

/// Checks that the certificate has the form that these rules ask for: paths or positions.
pub(crate) fn check_form<R: Rules>(
    rules: &R,
    certificate: &Certificate,
) -> Result<(), CertificateError> {
    let refused = |why: String| Err(CertificateError::Refused(why));
    let spec = rules.spec();
    let superko = rules.repetition().is_superko();
    if superko && !certificate.tables().is_empty() {
        return refused(format!("it rests on tables, which know no superko, in \"{spec}\""));
    }
    if superko && certificate.is_without_settled() {
        return refused(format!("nothing is settled under superko, in \"{spec}\""));
    }
    for (number, info) in certificate.sections().iter().enumerate() {
        let claim = info.claim;
        let has_paths = certificate.paths(number).is_some();
        match superko {
            false if has_paths => {
                return refused(format!(
                    "\"{claim}\" is proved by paths, but \"{spec}\" has no superko"
                ));
            }
            true if !has_paths => {
                return refused(format!(
                    "\"{spec}\" is played with superko, where certificates need paths, not positions"
                ));
            }
            true if info.positions > 0 && !strategy::entries_take_over(rules, claim) => {
                return refused(format!("\"{claim}\" must be proved by paths alone in \"{spec}\""));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks a tree of paths.
fn check_paths<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    section: usize,
    bytes: &[u8],
    root: &R::Position,
    alarm: &Alarm<'_>,
    heard: &mut dyn FnMut(u64, usize),
) -> Result<RootCheck, CertificateError> {
    match strategy::check(rules, certificate, section, bytes, root, alarm, heard) {
        Ok(root) => Ok(root),
        Err(Wrong::File(error)) => Err(error),
        Err(Wrong::Here(position, why)) => {
            Err(failed(certificate.sections()[section].claim, None, &position, why))
        }
    }
}

/// Reads the root from its bytes and compares it with its text.
pub(crate) fn read_root<R: Rules>(
    rules: &R,
    certificate: &Certificate,
) -> Result<R::Position, CertificateError> {
    let bytes = certificate.root_bytes();
    // Where the text is at fault it may be anything: show it short and without line breaks.
    let quoted = InputError::quote(certificate.root_text());
    let shown = quoted.trim_matches('"');
    let claim = certificate.sections()[0].claim;
    let wrong = |why: String| failed(claim, None, shown, why);
    let root = rules
        .decode(bytes)
        .ok_or_else(|| wrong(format!("its bytes {} are not a position", to_hex(bytes))))?;
    let read = rules
        .parse_position(certificate.root_text())
        .map_err(|error| wrong(format!("its text is not a position: {error}")))?;
    if read != root {
        let text = rules.position_text(&root);
        return Err(wrong(format!("its bytes are those of \"{text}\"")));
    }
    if rules.outcome(&root).is_some() {
        return Err(wrong("the game is already over".to_owned()));
    }
    Ok(root)
}

/// The error for a failure.
fn failed(
    claim: Claim,
    entry: Option<u64>,
    position: &str,
    why: impl Into<String>,
) -> CertificateError {
    let (position, why) = (position.to_owned(), why.into());
    CertificateError::Failed(Failure { claim, entry, position, why })
}

/// Tells the observer how far the verifier is.
struct Watch<'a> {
    observer: &'a mut dyn Observer,
    start: Instant,
    /// What was done before the present tree or set of entries.
    before: Done,
    /// What is done of that.
    here: Done,
    /// The units of all sections.
    total: u64,
}

/// How far the verifier is.
#[derive(Clone, Copy, Default)]
struct Done {
    /// Entries, and nodes of trees.
    positions: u64,
    /// What there is of which one knows before: entries, and bytes of trees.
    units: u64,
}

impl<'a> Watch<'a> {
    fn new(certificate: &Certificate, observer: &'a mut dyn Observer) -> Watch<'a> {
        let sections = certificate.sections().iter().enumerate();
        let units = sections.map(|(number, section)| {
            // Where leaves are to be searched, that is the other half.
            let parts = if certificate.leaf_budget().is_some() { 2 } else { 1 };
            parts * section.positions
                + certificate.paths(number).map_or(0, |bytes| bytes.len() as u64)
        });
        let (before, here) = (Done::default(), Done::default());
        Watch { observer, start: Instant::now(), before, here, total: units.sum() }
    }

    /// The present tree or set of entries is done.
    fn go_on(&mut self) {
        self.before.positions += self.here.positions;
        self.before.units += self.here.units;
        self.here = Done::default();
    }

    /// Shows what is done of the present tree or set of entries.
    fn show(&mut self, here: Done, memory: u64) {
        self.here = here;
        let nodes = self.before.positions + here.positions;
        let units = self.before.units + here.units;
        self.observer.progress(&Progress {
            phase: Phase::Verify,
            elapsed: self.start.elapsed(),
            counters: Counters { nodes, ..Counters::default() },
            fill: units as f64 / self.total.max(1) as f64,
            memory,
            ..Progress::default()
        });
    }
}
