//! The positions of a game that is written in Python, each once, with what the rules have said of it.
//!
//! ```text
//!   object of Python ──key──► bytes ──SHA-256──► digest of 16 bytes ──► Node: the object, what is known
//! ```
//!
//! The digest is what solvers and certificates know a position by. It is never believed alone: a position
//! that comes with the digest of another is compared with it by Python's `==`, and where they differ, `key`
//! has lied. So a certificate that was verified holds for the very positions that were compared.
//!
//! Solver and verifier have a store each, so that the verifier hears the rules itself. That of a solver
//! forgets when it is full; that of a verifier keeps every position, for it has to compare.

use super::game::Own;
use crate::errors::RulesError;
use andor_core::{Outcome, Player};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub(super) type Digest = [u8; 16];

/// A position.
pub(super) struct Node {
    pub(super) object: Py<PyAny>,
    pub(super) side: Player,
    pub(super) digest: Digest,
    facts: Mutex<Arc<Facts>>,
}

/// What the rules have said of a position.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) outcome: OnceLock<Option<Outcome>>,
    pub(super) moves: OnceLock<Box<[u32]>>,
    children: OnceLock<Box<[OnceLock<Arc<Node>>]>>,
    /// The image that stands for all, if it is another, and the symmetry that leads to it.
    pub(super) canonical: OnceLock<(Option<Arc<Node>>, usize)>,
    pub(super) estimate: OnceLock<i32>,
}

impl Node {
    /// What is known of it.
    pub(super) fn facts(&self) -> Arc<Facts> {
        lock(&self.facts).clone()
    }

    /// Children and images lead in circles, which nobody would ever free.
    fn forget(&self) {
        *lock(&self.facts) = Arc::default();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The positions that somebody has come across.
pub(super) struct Store {
    pub(super) own: Arc<Own>,
    nodes: Mutex<HashMap<Digest, Arc<Node>>>,
    /// Positions whose bytes were asked for, which may come back.
    written: Mutex<HashMap<Digest, Arc<Node>>>,
    /// Positions whose texts were asked for.
    texts: Mutex<HashMap<String, Arc<Node>>>,
    /// How many it holds; `None` if it forgets nothing.
    most: Option<usize>,
    /// Who knows the objects of positions that were not met here.
    elsewhere: Option<Arc<Store>>,
}

impl Store {
    pub(super) fn new(own: Arc<Own>, most: Option<usize>, elsewhere: Option<Arc<Store>>) -> Store {
        let (nodes, written, texts) = (Mutex::default(), Mutex::default(), Mutex::default());
        Store { own, nodes, written, texts, most, elsewhere }
    }

    /// The node of a position; the one that is there if it has been met before.
    pub(super) fn node(&self, object: Bound<'_, PyAny>, side: Player) -> PyResult<Arc<Node>> {
        let digest = self.own.digest(&self.own.known_by(&object)?, side)?;
        let known = self.known(&digest);
        if let Some(known) = known {
            let same = known.object.is(&object) || known.object.bind(object.py()).eq(&object)?;
            if same {
                return Ok(known);
            }
            let (one, other) = (known.object.bind(object.py()).repr()?, object.repr()?);
            let why = format!("key is the same for two different positions: {one} and {other}");
            return Err(RulesError::new_err(why));
        }
        if let Some(said) = self.own.side(&object)?
            && said != side
        {
            let (said, object) = (said.letter(), object.repr()?);
            let why = format!(
                "side gives {said:?} for {object}, where the other side is to move: every move passes the turn \
                 (a forced pass is a move)"
            );
            return Err(RulesError::new_err(why));
        }
        let node =
            Arc::new(Node { object: object.unbind(), side, digest, facts: Mutex::default() });
        let mut nodes = lock(&self.nodes);
        if self.most.is_some_and(|most| nodes.len() >= most) {
            let all = std::mem::take(&mut *nodes);
            drop(nodes);
            all.values().for_each(|node| node.forget());
            drop(all);
            nodes = lock(&self.nodes);
        }
        Ok(nodes.entry(digest).or_insert(node).clone())
    }

    fn known(&self, digest: &Digest) -> Option<Arc<Node>> {
        let met = lock(&self.nodes).get(digest).cloned();
        met.or_else(|| lock(&self.written).get(digest).cloned())
    }

    /// The position of a digest: the one that was met here or, if it was met elsewhere only, that one.
    pub(super) fn find(&self, py: Python<'_>, digest: &Digest) -> PyResult<Option<Arc<Node>>> {
        if let Some(known) = self.known(digest) {
            return Ok(Some(known));
        }
        let Some(elsewhere) = &self.elsewhere else { return Ok(None) };
        let Some(other) = elsewhere.known(digest) else { return Ok(None) };
        let node = self.node(other.object.bind(py).clone(), other.side)?;
        Ok((node.digest == *digest).then_some(node))
    }

    /// Keeps a position whose bytes are handed out.
    pub(super) fn keep(&self, node: &Arc<Node>) {
        if self.most.is_some() {
            lock(&self.written).entry(node.digest).or_insert_with(|| node.clone());
        }
    }

    /// Keeps a position under its text; `false` if another one has it.
    pub(super) fn call(&self, text: &str, node: &Arc<Node>) -> bool {
        let mut texts = lock(&self.texts);
        let known = texts.entry(text.to_owned()).or_insert_with(|| node.clone());
        known.digest == node.digest
    }

    /// The position of a text, met here or elsewhere.
    pub(super) fn called(&self, py: Python<'_>, text: &str) -> PyResult<Option<Arc<Node>>> {
        let here = lock(&self.texts).get(text).cloned();
        if here.is_some() {
            return Ok(here);
        }
        let other = self.elsewhere.as_ref().and_then(|store| lock(&store.texts).get(text).cloned());
        other.map(|other| self.node(other.object.bind(py).clone(), other.side)).transpose()
    }

    /// How the game ended at a position, if it did.
    pub(super) fn outcome(&self, py: Python<'_>, node: &Node) -> PyResult<Option<Outcome>> {
        let facts = node.facts();
        if let Some(known) = facts.outcome.get() {
            return Ok(*known);
        }
        let outcome = self.own.result(node.object.bind(py), node.side)?;
        if self.own.is_drawless && outcome == Some(Outcome::Draw) {
            let position = node.object.bind(py).repr()?;
            let why = format!("result gives \"draw\" for {position} in a game that is drawless");
            return Err(RulesError::new_err(why));
        }
        Ok(*facts.outcome.get_or_init(|| outcome))
    }

    /// What is known of a position once its moves are.
    pub(super) fn with_moves(&self, py: Python<'_>, node: &Node) -> PyResult<Arc<Facts>> {
        let facts = node.facts();
        if facts.moves.get().is_some() {
            return Ok(facts);
        }
        let moves = self.own.moves(node.object.bind(py))?;
        let broken = |why: &str| -> PyErr {
            let position = node.object.bind(py).repr();
            let position =
                position.map_or_else(|_| "a position".to_owned(), |text| text.to_string());
            RulesError::new_err(format!("moves gives {why} for {position}"))
        };
        if moves.is_empty() {
            return Err(broken("no move, and result no end of the game,"));
        }
        let codes: Box<[u32]> =
            moves.iter().map(|mv| self.own.code(mv)).collect::<PyResult<_>>()?;
        let mut once = codes.to_vec();
        once.sort_unstable();
        if once.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(broken("a move twice"));
        }
        let _ = facts.children.set(codes.iter().map(|_| OnceLock::new()).collect());
        let _ = facts.moves.set(codes);
        Ok(facts)
    }

    /// The position after a move.
    pub(super) fn after(&self, py: Python<'_>, node: &Node, code: u32) -> PyResult<Arc<Node>> {
        let facts = self.with_moves(py, node)?;
        let place = facts.moves.get().and_then(|moves| moves.iter().position(|&mv| mv == code));
        let slot = place.and_then(|place| facts.children.get().map(|children| &children[place]));
        if let Some(known) = slot.and_then(OnceLock::get) {
            return Ok(known.clone());
        }
        let next = self.own.play(node.object.bind(py), &self.own.move_of(py, code))?;
        let child = self.node(next, node.side.other())?;
        if let Some(slot) = slot {
            let _ = slot.set(child.clone());
        }
        Ok(child)
    }

    /// The image that stands for all images of a position, and the symmetry that leads to it.
    pub(super) fn canonical(
        &self,
        py: Python<'_>,
        node: &Arc<Node>,
    ) -> PyResult<(Arc<Node>, usize)> {
        if self.own.symmetries.is_empty() {
            return Ok((node.clone(), 0));
        }
        let facts = node.facts();
        if let Some((image, symmetry)) = facts.canonical.get() {
            return Ok((image.as_ref().unwrap_or(node).clone(), *symmetry));
        }
        let mut best = (node.clone(), 0);
        for symmetry in 1..=self.own.symmetries.len() {
            let image = self.image(py, node, symmetry)?;
            if image.digest < best.0.digest {
                best = (image, symmetry);
            }
        }
        let other = (best.1 != 0).then(|| best.0.clone());
        let _ = facts.canonical.set((other, best.1));
        Ok(best)
    }

    /// The image of a position under a symmetry.
    pub(super) fn image(
        &self,
        py: Python<'_>,
        node: &Arc<Node>,
        symmetry: usize,
    ) -> PyResult<Arc<Node>> {
        let Some((of_position, _)) = symmetry.checked_sub(1).map(|at| &self.own.symmetries[at])
        else {
            return Ok(node.clone());
        };
        self.node(of_position.bind(py).call1((&node.object,))?, node.side)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        lock(&self.nodes).values().for_each(|node| node.forget());
        lock(&self.written).values().for_each(|node| node.forget());
        lock(&self.texts).values().for_each(|node| node.forget());
    }
}
