//! A build for processors that this one is not would die without a word: say it instead.

/// The line to print if this program was built for a newer processor than it runs on.
#[must_use]
pub(crate) fn missing_features() -> Option<&'static str> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if !has {
            return Some(
                "this andor was built for x86-64-v3 processors: delete .cargo/config.toml and build again",
            );
        }
    }
    None
}
