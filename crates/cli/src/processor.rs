//! A build for processors that this one is not would die without a word: say it instead.
//!
//! The standard library's feature test is of no use here: for features that the build takes for
//! granted it always says yes. Linux tells in `/proc/cpuinfo`; elsewhere nothing is checked.

/// What the build takes for granted beyond the first x86-64 processors.
const NEEDED: [&str; 4] = ["avx2", "bmi2", "abm", "popcnt"];

/// The line to print if this program was built for a newer processor than it runs on.
#[must_use]
pub(crate) fn missing_features() -> Option<String> {
    if !cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
        return None;
    }
    missing_in(&std::fs::read_to_string("/proc/cpuinfo").ok()?)
}

fn missing_in(cpuinfo: &str) -> Option<String> {
    let flags = cpuinfo.lines().find(|line| line.starts_with("flags"))?;
    let has = |name: &&str| flags.split_whitespace().any(|flag| flag == *name);
    let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !has(name)).collect();
    (!missing.is_empty()).then(|| {
        format!(
            "this andor was built for x86-64-v3, and this processor has no {}: delete \
             .cargo/config.toml and build again",
            missing.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::missing_in;

    #[test]
    fn an_old_processor_is_told() {
        let new = "flags\t\t: fpu popcnt abm bmi1 bmi2 avx avx2";
        assert_eq!(missing_in(new), None);
        let old = "processor: 0\nflags\t\t: fpu popcnt avx";
        assert!(missing_in(old).is_some_and(|line| line.contains("avx2, bmi2, abm")));
        assert_eq!(missing_in("no flags here"), None);
    }
}
