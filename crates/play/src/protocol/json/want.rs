//! What can be wanted.

use andor_core::InputError;

/// The words of requests and answers, in the order in which they are worked on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Want {
    Games,
    View,
    Moves,
    Certificates,
    Certificate,
    Explain,
    Record,
    Records,
    Cluster,
    Evaluation,
    Threat,
    Values,
    Proof,
    Verify,
    Below,
    Analysis,
}

impl Want {
    const ALL: [Want; 16] = [
        Want::Games,
        Want::View,
        Want::Moves,
        Want::Certificates,
        Want::Certificate,
        Want::Explain,
        Want::Record,
        Want::Records,
        Want::Cluster,
        Want::Evaluation,
        Want::Threat,
        Want::Values,
        Want::Proof,
        Want::Verify,
        Want::Below,
        Want::Analysis,
    ];

    /// The word of requests and answers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Want::Games => "games",
            Want::View => "view",
            Want::Moves => "moves",
            Want::Certificates => "certificates",
            Want::Certificate => "certificate",
            Want::Explain => "explain",
            Want::Record => "record",
            Want::Records => "records",
            Want::Cluster => "cluster",
            Want::Evaluation => "eval",
            Want::Threat => "threat",
            Want::Values => "values",
            Want::Proof => "proof",
            Want::Verify => "verify",
            Want::Below => "below",
            Want::Analysis => "analysis",
        }
    }

    pub(super) fn parse(word: &str) -> Result<Want, InputError> {
        Want::ALL.into_iter().find(|want| want.name() == word).ok_or_else(|| {
            let (shown, known) = (InputError::quote(word), Want::ALL.map(Want::name).join(", "));
            InputError::new(format!("want {shown} is none of {known}"))
        })
    }

    /// Whether a player is asked about it.
    pub(super) fn is_thought(self) -> bool {
        matches!(self, Want::Evaluation | Want::Threat | Want::Values)
    }

    /// Whether it takes no search.
    pub(super) fn is_quick(self) -> bool {
        self < Want::Evaluation
    }

    /// Whether it is about a position that the request names.
    pub(super) fn is_of_position(self, has_record: bool) -> bool {
        match self {
            Want::View | Want::Moves | Want::Proof => true,
            Want::Evaluation | Want::Threat | Want::Values => true,
            Want::Analysis => !has_record,
            Want::Games | Want::Certificates | Want::Certificate | Want::Explain => false,
            Want::Record | Want::Records | Want::Cluster | Want::Verify | Want::Below => false,
        }
    }
}

/// The words of requests that take no search: for whoever queues requests in front of a desk himself, as the page does
/// where there is no server.
#[must_use]
pub fn quick_wants() -> Vec<&'static str> {
    Want::ALL.into_iter().filter(|want| want.is_quick()).map(Want::name).collect()
}
