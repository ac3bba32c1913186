//! The page of andor, and the server that it talks to.
//!
//! ```text
//!   browser --- GET / ---------> the page's files, which are part of the binary
//!           <== /socket =======> the JSON protocol (docs/use/engine.md), a desk for every client
//! ```
//!
//! What the page can do, any other program can: it has nothing but the protocol. Who may ask is checked in
//! [`guard`](mod@guard), and what may be asked for is bounded ([`Bounds`]).

mod files;
pub mod guard;
mod policy;
mod site;
mod socket;

pub use files::{File, page};
pub use site::{Proof, write_site};

use andor_core::InputError;
use andor_engine::{Catalogue, Certificate};
use andor_play::{Bounds, ClusterStatus, Desk, GamesList, Lanes, Turnstile};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use guard::Guard;
use policy::{POLICY, REPORT_POLICY};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;

/// What a server offers, and to whom.
pub struct Server {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// The game of requests that name none.
    pub game: String,
    /// The player of requests that name none.
    pub player: String,
    /// Where it listens.
    pub listen: SocketAddr,
    /// What a client has to know, if it has to.
    pub token: Option<String>,
    /// What a client may ask for.
    pub bounds: Bounds,
    /// Searches at a time, of all clients together.
    pub searches: usize,
    /// The most clients.
    pub clients: usize,
    /// Certificates that every client finds on its shelf.
    pub certificates: Vec<(String, Arc<Certificate>)>,
    /// Files of games that every client finds.
    pub records: Vec<(String, String)>,
    /// What is known of a run on many machines, if somebody knows.
    pub cluster: Option<ClusterStatus>,
    /// The report of the laboratory, a page that needs nothing else, if there is one.
    pub report: Option<String>,
}

/// What the handlers share.
struct Shared {
    server: Server,
    guard: Guard,
    lanes: Lanes,
    games: GamesList,
    clients: AtomicUsize,
}

/// How often a server looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);
/// How many threads move bytes; searches have threads of their own.
const THREADS: usize = 2;

/// Serves until `stop` is raised; `ready` hears where, as soon as somebody can come.
///
/// # Errors
/// If it cannot listen there, or there is no such game or player.
pub fn serve(
    server: Server,
    stop: &AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), InputError> {
    Desk::new(&server.catalogue, &server.game, &server.player)?;
    let listen = server.listen;
    let refuse = |error: io::Error| {
        let advice = match error.kind() {
            io::ErrorKind::AddrInUse => "; port 0 means any that is free",
            _ => "",
        };
        InputError::new(format!("--listen {listen}: {error}{advice}"))
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()
        .map_err(refuse)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await.map_err(refuse)?;
        let address = listener.local_addr().map_err(refuse)?;
        let guard = Guard::new(address, server.token.clone());
        let turnstile = Some(Arc::new(Turnstile::new(server.searches)));
        let lanes = Lanes { at_a_time: server.searches.max(2), turnstile };
        let shared = Arc::new(Shared {
            server,
            guard,
            lanes,
            games: GamesList::default(),
            clients: AtomicUsize::new(0),
        });
        ready(address);
        let ends = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            served = axum::serve(listener, router(shared)) => served.map_err(refuse),
            () = ends => Ok(()),
        }
    })?;
    // Clients that are still there are left: their searches see that nobody listens.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}

fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new().route("/socket", get(socket::open));
    for file in page() {
        router = router.route(&format!("/{}", file.name), get(move || async move { send(file) }));
    }
    let index = files::named("index.html").expect("there is a page");
    router
        .route("/", get(move || async move { send(index) }))
        .route("/report", get(report))
        .layer(from_fn_with_state(Arc::clone(&shared), only_the_host))
        .layer(from_fn(with_headers))
        .with_state(shared)
}

/// A file of the page.
fn send(file: &'static File) -> Response {
    ([(header::CONTENT_TYPE, file.kind)], file.bytes).into_response()
}

/// The report: it has no script, and its style in itself.
async fn report(State(shared): State<Arc<Shared>>) -> Response {
    let Some(page) = &shared.server.report else {
        return (StatusCode::NOT_FOUND, "there is no report here\n").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    (headers, page.clone()).into_response()
}

/// Refuses whoever was told another name for this machine (DNS rebinding).
async fn only_the_host(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    match host.is_some_and(|host| shared.guard.is_host(host)) {
        true => next.run(request).await,
        false => {
            (StatusCode::MISDIRECTED_REQUEST, "this server has another name\n").into_response()
        }
    }
}

/// What a browser has to know about everything that comes from here.
async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let constant: [(HeaderName, &'static str); 7] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in constant {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
