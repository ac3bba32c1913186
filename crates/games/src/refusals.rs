//! For the tests of position texts: a refusal is one line that quotes the text and says every
//! reason.

use andor_core::InputError;
use andor_core::board::Setup;

/// Each text is refused for exactly so many reasons, with these words in them.
pub(crate) fn names_every_reason(
    cases: &[(&str, &[&str])],
    read: impl Fn(&str) -> Result<Setup, InputError>,
) {
    for (text, parts) in cases {
        let reasons = read(text).unwrap_err().to_string();
        // Long texts are quoted in part.
        let quoted = &text[..text.len().min(60)];
        assert!(!reasons.contains('\n') && reasons.contains(quoted), "{reasons}");
        for part in *parts {
            assert!(reasons.contains(part), "{reasons} lacks {part}");
        }
        assert_eq!(reasons.matches("; ").count() + 1, parts.len(), "{reasons}");
    }
}
