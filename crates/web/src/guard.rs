//! Who may talk to the server.
//!
//! ```text
//!   Host     a name of this machine, so that no page elsewhere reaches it under a name of its own
//!   Origin   the page's own address, so that no page elsewhere opens a socket in a browser
//!   token    what only the owner knows, where others than this machine can reach the server
//! ```
//!
//! A program that is no browser sends no origin, and needs none.

use std::net::{IpAddr, SocketAddr};

/// The checks of one server.
pub struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

impl Guard {
    /// For a server at this address; with a token, any name of it will do.
    #[must_use]
    pub fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard { address, token }
    }

    /// Whether a request is for this server: its address, or loopback by its names. Where a token is asked for,
    /// that says enough.
    #[must_use]
    pub fn is_host(&self, host: &str) -> bool {
        if self.token.is_some() {
            return true;
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && !port.ends_with(']') => {
                (name, port.parse().ok())
            }
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || address == self.address.ip(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// Whether a socket may be opened from a page of this origin, by this request.
    #[must_use]
    pub fn is_origin(&self, origin: Option<&str>, host: Option<&str>) -> bool {
        let Some(origin) = origin else { return true };
        let at = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        at.is_some() && at == host
    }

    /// Whether this is the token, if one is needed. Takes the same time wherever a wrong one differs.
    #[must_use]
    pub fn is_token(&self, given: Option<&str>) -> bool {
        let Some(token) = &self.token else { return true };
        let given = given.unwrap_or_default().as_bytes();
        let differs = |sum: u8, (a, b): (&u8, &u8)| sum | (a ^ b);
        given.len() == token.len() && token.as_bytes().iter().zip(given).fold(0, differs) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;

    fn guard(address: &str, token: Option<&str>) -> Guard {
        Guard::new(address.parse().unwrap(), token.map(str::to_owned))
    }

    #[test]
    fn only_names_of_this_machine_reach_it() {
        let guard = guard("127.0.0.1:8420", None);
        for host in ["127.0.0.1:8420", "localhost:8420", "LOCALHOST:8420", "[::1]:8420"] {
            assert!(guard.is_host(host), "{host}");
        }
        for host in [
            "evil.example:8420",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost.evil.example:8420",
            "127.0.0.1.evil.example:8420",
            "192.168.1.1:8420",
            "",
            ":8420",
        ] {
            assert!(!guard.is_host(host), "{host}");
        }
        assert!(!super::Guard::new("10.1.2.3:80".parse().unwrap(), None).is_host("10.1.2.4"));
        assert!(super::Guard::new("10.1.2.3:80".parse().unwrap(), None).is_host("10.1.2.3"));
    }

    #[test]
    fn pages_of_others_open_no_socket() {
        let guard = guard("127.0.0.1:8420", None);
        let host = Some("localhost:8420");
        assert!(
            guard.is_origin(None, host) && guard.is_origin(Some("http://localhost:8420"), host)
        );
        for origin in [
            "http://localhost:8421",
            "http://evil.example",
            "null",
            "file://",
            "http://localhost:8420.evil.example",
            "ws://localhost:8420",
        ] {
            assert!(!guard.is_origin(Some(origin), host), "{origin}");
        }
    }

    #[test]
    fn a_token_is_asked_for_where_there_is_one() {
        assert!(guard("127.0.0.1:1", None).is_token(None));
        let guard = guard("0.0.0.0:1", Some("sesame"));
        assert!(guard.is_token(Some("sesame")) && guard.is_host("any.example"));
        for wrong in [None, Some(""), Some("sesam"), Some("sesame2"), Some("Sesame")] {
            assert!(!guard.is_token(wrong), "{wrong:?}");
        }
    }
}
