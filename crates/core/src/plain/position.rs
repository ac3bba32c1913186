//! A position whose type is forgotten: shared, never changed, and equal to what it was made of.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// What there is to know of a position without its type.
trait AnyPosition: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &PlainPosition) -> bool;
}

impl<P: Eq + Debug + Send + Sync + 'static> AnyPosition for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &PlainPosition) -> bool {
        other.0.as_any().downcast_ref::<P>().is_some_and(|other| self == other)
    }
}

/// A position of some game. A copy of it costs a count.
#[derive(Clone)]
pub struct PlainPosition(Arc<dyn AnyPosition>);

impl PlainPosition {
    pub(super) fn new<P: Eq + Debug + Send + Sync + 'static>(position: P) -> PlainPosition {
        PlainPosition(Arc::new(position))
    }

    /// The position itself.
    pub(super) fn get<P: 'static>(&self) -> &P {
        self.0.as_any().downcast_ref().expect("a position goes back to the rules that it came from")
    }
}

impl PartialEq for PlainPosition {
    fn eq(&self, other: &PlainPosition) -> bool {
        self.0.equals(other)
    }
}

impl Eq for PlainPosition {}

impl Debug for PlainPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
