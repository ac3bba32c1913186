//! What becomes of a connection, for people: that the server is away, that it is back, what it refuses. Each once:
//! the client tries again by itself, and would say the same every time.

use andor_core::InputError;
use async_nats::Event;
use std::sync::{Mutex, PoisonError};

/// Who is told.
pub(super) struct News {
    say: Box<dyn Fn(String) + Send + Sync>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    is_away: bool,
    /// What was complained of since the server was last there.
    complaint: Option<String>,
}

impl News {
    pub(super) fn new(say: impl Fn(String) + Send + Sync + 'static) -> News {
        News { say: Box::new(say), known: Mutex::default() }
    }

    pub(super) fn hear(&self, event: &Event) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let line = match event {
            Event::Disconnected if !known.is_away => {
                known.is_away = true;
                "the NATS server is away, trying again".to_owned()
            }
            Event::Connected if known.is_away => {
                *known = Known::default();
                "the NATS server is there again".to_owned()
            }
            Event::ServerError(_) | Event::ClientError(_) => {
                let complaint = InputError::printable(&event.to_string(), 200);
                if known.complaint.as_ref() == Some(&complaint) {
                    return;
                }
                known.complaint = Some(complaint.clone());
                format!("NATS: {complaint}, trying again")
            }
            _ => return,
        };
        drop(known);
        (self.say)(line);
    }
}

#[cfg(test)]
mod tests {
    use super::News;
    use async_nats::{Event, ServerError};
    use std::sync::mpsc::channel;

    #[test]
    fn each_thing_is_said_once() {
        let (sender, said) = channel();
        let news = News::new(move |line| sender.send(line).unwrap());
        let refused = || Event::ServerError(ServerError::AuthorizationViolation);
        for event in
            [Event::Connected, Event::Disconnected, Event::Disconnected, refused(), refused()]
        {
            news.hear(&event);
        }
        news.hear(&Event::Connected);
        news.hear(&Event::Disconnected);
        let lines: Vec<String> = said.try_iter().collect();
        let away = "the NATS server is away, trying again";
        assert_eq!((lines.len(), lines[0].as_str(), lines[3].as_str()), (4, away, away));
        assert!(lines[1].contains("authorization") && lines[2].contains("again"), "{lines:?}");
    }
}
