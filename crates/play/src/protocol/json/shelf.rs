//! Certificates that a session has at hand, by name: handed in, made here, or given by whoever opened the desk.
//!
//! One is read when it is put here and verified when that is asked; nothing is told of what is in it before it was
//! verified, here or earlier for the same bytes.

use super::desk::{Desk, Job};
use super::proof::{Teller, limits};
use super::question::over;
use super::request::Question;
use super::view::board;
use super::want::Want;
use crate::session::Output;
use crate::why::why;
use crate::words::{claim, condition, hex};
use andor_core::{InputError, Instant};
use andor_engine::subtree::MOST_POSITIONS;
use andor_engine::{
    AnyGame, Certificate, Explanation, RememberedKind, SubtreeBounds, Verification, is_remembered,
    remember,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The most positions that are counted below a reply, round by round: every reply soon has a figure.
const ROUNDS: [usize; 3] = [1_000, 10_000, MOST_POSITIONS];

/// A certificate, and how far it was checked.
#[derive(Clone)]
struct Kept {
    certificate: Arc<Certificate>,
    verified: Verification,
}

/// Certificates by name.
#[derive(Default)]
pub(super) struct Shelf {
    kept: Mutex<BTreeMap<String, Kept>>,
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        // Whoever panicked here has changed nothing by halves.
        self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Puts a certificate here that nobody has to be asked about.
    pub(super) fn put(&self, name: &str, certificate: Arc<Certificate>) {
        let verified = earlier(&certificate);
        self.lock().insert(name.to_owned(), Kept { certificate, verified });
    }

    /// Reads a certificate that was handed in.
    pub(super) fn open(
        &self,
        name: &str,
        bytes: Vec<u8>,
        desk: &Desk<'_>,
    ) -> Result<Value, InputError> {
        let about = |why: String| InputError::new(format!("{}: {why}", InputError::quote(name)));
        let certificate =
            Certificate::from_bytes(bytes).map_err(|error| about(error.to_string()))?;
        desk.game(certificate.spec()).map_err(|error| about(error.to_string()))?;
        let verified = earlier(&certificate);
        self.add(name, Kept { certificate: Arc::new(certificate), verified }, desk)
    }

    /// Keeps a certificate that was made here.
    pub(super) fn keep(
        &self,
        name: &str,
        certificate: Certificate,
        is_verified: bool,
        desk: &Desk<'_>,
    ) -> Result<(), InputError> {
        let verified = if is_verified { Verification::Yes } else { Verification::No };
        self.add(name, Kept { certificate: Arc::new(certificate), verified }, desk).map(drop)
    }

    fn add(&self, name: &str, kept: Kept, desk: &Desk<'_>) -> Result<Value, InputError> {
        let mut shelf = self.lock();
        let others = shelf.iter().filter(|(known, _)| known.as_str() != name);
        let bytes: u64 = others.map(|(_, kept)| kept.certificate.file_len()).sum();
        if bytes.saturating_add(kept.certificate.file_len()) > desk.bounds().shelf {
            let name = InputError::quote(name);
            let most = andor_core::figures::size(desk.bounds().shelf);
            return Err(InputError::new(format!("{name}: there is room for {most} only")));
        }
        let described = object(name, &kept);
        shelf.insert(name.to_owned(), kept);
        Ok(described)
    }

    fn named(&self, name: &str) -> Result<Kept, InputError> {
        self.lock().get(name).cloned().ok_or_else(|| {
            InputError::new(format!("there is no certificate {}", InputError::quote(name)))
        })
    }

    fn set_verified(&self, name: &str, checked: &Arc<Certificate>, verified: Verification) {
        if let Some(kept) = self.lock().get_mut(name)
            && Arc::ptr_eq(&kept.certificate, checked)
        {
            kept.verified = verified;
        }
    }

    /// What is here.
    pub(super) fn list(&self) -> Value {
        self.lock().iter().map(|(name, kept)| object(name, kept)).collect::<Vec<Value>>().into()
    }

    /// The bytes of a certificate.
    pub(super) fn bytes(&self, name: &str) -> Result<Value, InputError> {
        let kept = self.named(name)?;
        let bytes = kept.certificate.bytes().ok_or_else(|| {
            InputError::new(format!("{} is a file of its own", InputError::quote(name)))
        })?;
        Ok(json!({"name": name, "base64": STANDARD.encode(bytes)}))
    }
}

/// Whether the same bytes were verified before. One that rests on tables is looked at again.
fn earlier(certificate: &Certificate) -> Verification {
    let is_known = certificate.tables().is_empty()
        && certificate
            .digest()
            .is_ok_and(|digest| is_remembered(RememberedKind::Certificate, &digest));
    if is_known { Verification::Yes } else { Verification::No }
}

fn object(name: &str, Kept { certificate, verified }: &Kept) -> Value {
    let claims: Vec<String> =
        certificate.sections().iter().map(|section| claim(section.claim)).collect();
    let size = certificate.size();
    json!({
        "name": name,
        "game": certificate.spec(),
        "position": InputError::printable(certificate.root_text(), 1000),
        "claims": claims,
        "positions": size.positions,
        "bytes": size.bytes,
        "verified": verified,
    })
}

/// Verifies a certificate of the shelf with the reference rules.
pub(super) fn verify(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let name = asked.named_proof()?;
    let Kept { certificate, .. } = desk.shelf.named(name)?;
    let game = desk.game(certificate.spec())?;
    let refuse = |why: String| InputError::new(format!("{}: {why}", InputError::quote(name)));
    let begun = Instant::now();
    let mut observer = Teller::new(job, asked, Want::Verify, out);
    let checked = game.verify(&certificate, &[], 0, &limits(desk, job, asked), &mut observer);
    let checked = checked.map_err(|error| refuse(error.to_string()))?;
    let verified = checked.verification();
    let digest = certificate.digest().map_err(|error| refuse(error.to_string()))?;
    if verified == Verification::Yes {
        remember(RememberedKind::Certificate, &digest);
    }
    desk.shelf.set_verified(name, &certificate, verified);
    let claims: Vec<String> = checked.claims().into_iter().map(claim).collect();
    let root = InputError::printable(certificate.root_text(), 1000);
    let condition = condition(&checked.rests_on).map_or(String::new(), |when| format!(", {when}"));
    Ok(json!({
        "verified": verified,
        "claims": claims,
        "positions": checked.verified.positions,
        "replies": checked.verified.replies,
        "seconds": begun.elapsed().as_secs_f64(),
        "rests_on": checked.rests_on,
        "sha256": hex(&digest),
        "sentence": format!("verified: {} in {root}{condition}", claims.join(", ")),
    }))
}

/// A certificate that was verified, with its game and the section that is meant.
struct Walked {
    game: Box<dyn AnyGame>,
    certificate: Arc<Certificate>,
    section: usize,
}

impl Walked {
    fn of(desk: &Desk<'_>, asked: &Question) -> Result<Walked, InputError> {
        let name = asked.named_proof()?;
        let Kept { certificate, verified } = desk.shelf.named(name)?;
        if verified == Verification::No {
            let name = InputError::quote(name);
            return Err(InputError::new(format!("{name} was not verified yet")));
        }
        let section = match asked.holder {
            None => 0,
            Some(holder) => {
                let mut sections = certificate.sections().iter();
                sections.position(|section| section.claim.holder() == holder).ok_or_else(|| {
                    InputError::new(format!(
                        "{} claims nothing of {holder}",
                        InputError::quote(name)
                    ))
                })?
            }
        };
        Ok(Walked { game: desk.game(certificate.spec())?, certificate, section })
    }

    fn explain(&self, moves: &[String]) -> Result<Explanation, InputError> {
        let explained = self.game.explain(&self.certificate, &[], self.section, moves);
        explained.map_err(|error| InputError::new(error.to_string()))
    }
}

/// The position after some moves from the root: the holder's move, and every reply to it.
pub(super) fn explain(desk: &Desk<'_>, asked: &Question) -> Result<Value, InputError> {
    let walked = Walked::of(desk, asked)?;
    let here = walked.explain(&asked.moves)?;
    Ok(json!({
        "game": walked.game.spec(),
        "claim": claim(here.claim),
        "holder": here.claim.holder().letter().to_string(),
        "position": here.position,
        "side": here.side.letter().to_string(),
        "over": over(here.outcome),
        "picture": here.picture,
        "board": board(&here.picture),
        "move": here.answer,
        "plies": here.plies,
        "table": here.table,
        "replies": here.replies,
        "why": why(&*walked.game, &here),
    }))
}

/// How much of the proof lies below each reply, counted up to a bound; told one by one, and again where a larger
/// bound tells more.
pub(super) fn below(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let walked = Walked::of(desk, asked)?;
    let here = walked.explain(&asked.moves)?;
    let mut counted = vec![Value::Null; here.replies.len()];
    for positions in ROUNDS {
        for (reply, counted) in here.replies.iter().zip(&mut counted) {
            if counted["more"] == false || job.is_stopped() {
                continue;
            }
            let moves = asked.moves.iter().chain(&here.answer).chain([&reply.reply]);
            let moves: Vec<String> = moves.cloned().collect();
            let bounds = SubtreeBounds { positions, depth: None };
            let tree =
                walked.game.subtree(&walked.certificate, &[], walked.section, &moves, bounds);
            let tree = tree.map_err(|error| InputError::new(error.to_string()))?;
            let positions = tree.positions.saturating_sub(moves.len() + 1);
            *counted = json!({"reply": reply.reply, "positions": positions, "more": tree.cut > 0});
            if asked.every.is_some() {
                job.tell(Want::Below.name(), counted.clone(), out);
            }
        }
    }
    counted.retain(|counted| !counted.is_null());
    Ok(counted.into())
}
