//! The two contenders of a comparison as tasks: methods of ours (`comparison::MethodGround`) and other programs.

use super::Plan;
use super::program::{PREFIX, Program};
use crate::comparison::{MethodGround, PositionSet, position_name};
use crate::study::{Ground, Measured, Task, rounded};
use crate::{LabError, sets};
use andor_core::InputError;
use andor_engine::Catalogue;
use serde_json::{Map, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A set by its name, or by its file.
pub(super) struct SetName {
    /// The name in rows.
    short: String,
    pub(super) source: PositionSet,
}

impl SetName {
    pub(super) fn of(text: &str) -> SetName {
        let path = Path::new(text);
        if sets::find(text).is_some() {
            return SetName { short: text.to_owned(), source: PositionSet::Own(text.to_owned()) };
        }
        let stem = path.file_stem().map_or(text.into(), |stem| stem.to_string_lossy());
        SetName { short: stem.into_owned(), source: PositionSet::File(path.to_path_buf()) }
    }

    pub(super) fn short(&self) -> &str {
        &self.short
    }
}

/// Who does a task.
enum Who {
    /// The method of this number in the ground of methods.
    Method(usize),
    Program(Program),
}

pub(super) struct CompareGround {
    methods: MethodGround,
    /// How many of the two are methods.
    method_count: usize,
    who: [Who; 2],
    nodes: u64,
    tasks: Vec<Task>,
}

impl CompareGround {
    pub(super) fn new(
        catalogue: &Catalogue,
        plan: &Plan,
        set: &SetName,
    ) -> Result<CompareGround, InputError> {
        let mut texts: Vec<&str> = Vec::new();
        let read = |text: &String| -> Result<Who, InputError> {
            Ok(match text.starts_with(PREFIX) {
                true => Who::Program(Program::parse(text)?),
                false => Who::Method(0),
            })
        };
        let mut who = [read(&plan.contenders[0])?, read(&plan.contenders[1])?];
        for (who, text) in who.iter_mut().zip(&plan.contenders) {
            if let Who::Method(number) = who {
                *number = texts.len();
                texts.push(text);
            }
        }
        let most = plan.sample.unwrap_or(usize::MAX);
        let limits = (plan.nodes, plan.tree_nodes);
        let methods =
            MethodGround::on_set(catalogue, &set.source, &set.short, most, &texts, limits)?;
        let own: Map<_, _> = [("nodes".to_owned(), json!(plan.nodes))].into_iter().collect();
        let mut tasks = Vec::new();
        for at in 0..methods.position_count() {
            for (who, text) in who.iter().zip(&plan.contenders) {
                tasks.push(match who {
                    Who::Method(number) => methods.tasks()[at * texts.len() + number].clone(),
                    Who::Program(_) => Task {
                        position: position_name(&set.short, at),
                        contender: text.clone(),
                        settings: own.clone(),
                        seed: 0,
                    },
                });
            }
        }
        let method_count = texts.len();
        Ok(CompareGround { methods, method_count, who, nodes: plan.nodes, tasks })
    }
}

impl Ground for CompareGround {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError> {
        let place = at / 2;
        match &self.who[at % 2] {
            Who::Method(number) => self.methods.perform(place * self.method_count + number, stop),
            Who::Program(program) => {
                let (game, position) = self.methods.position(place);
                let start = Instant::now();
                let answer = program.ask(&game, &position, self.nodes, stop)?;
                let seconds = rounded(start.elapsed().as_secs_f64());
                let Some(answer) = answer else { return Ok(None) };
                let mut counts = Map::new();
                counts.insert("value".to_owned(), json!(answer.value));
                if let Some(nodes) = answer.nodes {
                    counts.insert("nodes".to_owned(), json!(nodes));
                }
                if self.methods.contradicts(place, answer.value) {
                    counts.insert("wrong".to_owned(), json!("value"));
                }
                Ok(Some(Measured { counts, seconds, is_elsewhere: true }))
            }
        }
    }
}
