//! A real browser without a window, driven over the Chrome DevTools Protocol: a JSON object a message on a socket.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// What anything on the page may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(300);

/// A browser, which ends with the test.
pub struct Browser {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Browser {
    /// Starts one. Its profile is empty, and it talks to nobody but the page's server.
    pub fn start() -> Browser {
        let folder = tempfile(&format!("chromium-{}", std::process::id()));
        let child = Command::new("chromium")
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage", "--mute-audio"])
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", folder.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium is there: scripts/test.sh installs it");
        let file = folder.join("DevToolsActivePort");
        let port = until("the browser listens", || {
            std::fs::read_to_string(&file).ok()?.lines().next()?.parse().ok()
        });
        Browser { child, folder, port }
    }

    /// Opens a page of its own.
    pub fn page(&self) -> Page {
        let request =
            format!("PUT /json/new?about:blank HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        // It keeps the line open: the head says how long the answer is.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let (name, value) = line.trim().split_once(':').unwrap_or((line.trim(), ""));
            match name.to_ascii_lowercase().as_str() {
                "" => break,
                "content-length" => length = value.trim().parse().unwrap(),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let target: Value = serde_json::from_slice(&body).unwrap();
        let url = target["webSocketDebuggerUrl"].as_str().unwrap();
        let (socket, _) = tungstenite::connect(url).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let mut page = Page { socket, last: 0, errors: Vec::new() };
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.size(1200, 900);
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A page of a browser.
pub struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last: u64,
    /// What went wrong in its scripts, and what its policy forbade.
    pub errors: Vec<String>,
}

impl Page {
    /// Calls a method of the protocol, hearing events meanwhile.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let asked = json!({"id": self.last, "method": method, "params": parameters});
        self.socket.send(Message::text(asked.to_string())).unwrap();
        loop {
            let message = self.socket.read().expect("the browser answers");
            let Message::Text(text) = message else { continue };
            let object: Value = serde_json::from_str(text.as_str()).unwrap();
            if object["id"] == self.last {
                assert!(object["error"].is_null(), "{method}: {}", object["error"]);
                return object["result"].clone();
            }
            self.hear(&object);
        }
    }

    fn hear(&mut self, event: &Value) {
        let said = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => &event["params"]["exceptionDetails"],
            Some("Log.entryAdded") if event["params"]["entry"]["level"] == "error" => {
                &event["params"]["entry"]
            }
            _ => return,
        };
        self.errors.push(said.to_string());
    }

    /// Goes somewhere and waits until the page says that it is ready.
    pub fn open(&mut self, url: &str) {
        // From another page: a new fragment alone would leave the old one there, which is ready already.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.wait("location.href === 'about:blank'");
        self.call("Page.navigate", json!({"url": url}));
        self.ready();
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.run("document.documentElement.dataset.ready = 'old'");
        self.call("Page.reload", json!({}));
        self.ready();
    }

    fn ready(&mut self) {
        self.wait("document.documentElement.dataset.ready === 'true'");
    }

    /// What an expression is, or comes to.
    pub fn run(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// A text that an expression comes to.
    pub fn text(&mut self, expression: &str) -> String {
        self.run(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression holds. While a page is being loaded it may not be there to be asked.
    pub fn wait(&mut self, condition: &str) {
        self.wait_within(condition, PATIENCE);
    }

    /// The same with another patience.
    pub fn wait_within(&mut self, condition: &str, patience: Duration) {
        let begun = Instant::now();
        loop {
            let parameters = json!({"expression": condition, "returnByValue": true});
            let answer = self.call("Runtime.evaluate", parameters);
            if answer["result"]["value"] == true {
                return;
            }
            if begun.elapsed() > patience {
                let body = self.text("document.body.innerText");
                panic!("not within {patience:?}: {condition}\n{answer}\n{body}\n{:?}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until there is something of this selector that is shown.
    pub fn see(&mut self, selector: &str) {
        self.wait(&format!(
            "document.querySelector({})?.checkVisibility() === true",
            quoted(selector)
        ));
    }

    /// Clicks where something is, as a hand with a mouse does.
    pub fn click(&mut self, selector: &str) {
        self.see(selector);
        let (x, y) = self.middle(selector);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Takes something and lets go of it elsewhere.
    pub fn drag(&mut self, from: &str, to: &str) {
        // To scroll to the second would move the first away.
        let ((x, y), (to_x, to_y)) = (self.middle(from), self.place(to));
        let steps = [
            ("mousePressed", x, y),
            ("mouseMoved", (x + to_x) / 2.0, (y + to_y) / 2.0),
            ("mouseMoved", to_x, to_y),
            ("mouseReleased", to_x, to_y),
        ];
        for (kind, x, y) in steps {
            let event = json!({
                "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Where the middle of something is, once it has come to rest: what is above it may still be growing.
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        let mut before = self.middle_now(selector);
        loop {
            std::thread::sleep(Duration::from_millis(30));
            let now = self.middle_now(selector);
            if now == before {
                return now;
            }
            before = now;
        }
    }

    fn middle_now(&mut self, selector: &str) -> (f64, f64) {
        let shown = quoted(selector);
        self.run(&format!("document.querySelector({shown}).scrollIntoView({{block: 'center'}})"));
        self.place(selector)
    }

    /// The middle of something where it is now.
    fn place(&mut self, selector: &str) -> (f64, f64) {
        let selector = quoted(selector);
        let place = self.run(&format!(
            "(() => {{ const box = document.querySelector({selector}).getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Presses a key, by its name.
    pub fn key(&mut self, name: &str) {
        let text = match name {
            "Enter" => "\r",
            one if one.chars().count() == 1 => one,
            _ => "",
        };
        let code = match name {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            one => u32::from(one.to_uppercase().bytes().next().unwrap()),
        };
        let key = |kind: &str| json!({"type": kind, "key": name, "text": text, "windowsVirtualKeyCode": code});
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        self.call("Input.dispatchKeyEvent", key(down));
        let mut up = key("keyUp");
        up.as_object_mut().unwrap().remove("text");
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Types a text where the focus is.
    pub fn type_in(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Drops a file on something.
    pub fn drop_file(&mut self, selector: &str, name: &str, bytes: &[u8]) {
        use base64::Engine as _;
        self.see(selector);
        let encoded = base64::engine::general_purpose::STANDARD.encode(bytes);
        let (selector, name) = (quoted(selector), quoted(name));
        self.run(&format!(
            "(() => {{ const bytes = Uint8Array.from(atob('{encoded}'), (c) => c.charCodeAt(0)); \
             const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([bytes], {name})); \
             const place = document.querySelector({selector}); \
             for (const kind of ['dragenter', 'dragover', 'drop']) \
             place.dispatchEvent(new DragEvent(kind, {{dataTransfer, bubbles: true, cancelable: true}})); }})()"
        ));
    }

    /// Makes the window so large.
    pub fn size(&mut self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Takes a picture, where `ANDOR_SCREENSHOTS` names a folder for them.
    pub fn picture(&mut self, name: &str) {
        use base64::Engine as _;
        let Some(folder) = std::env::var_os("ANDOR_SCREENSHOTS") else { return };
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes =
            base64::engine::general_purpose::STANDARD.decode(answer["data"].as_str().unwrap());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes.unwrap()).unwrap();
    }

    /// Nothing went wrong on the page, and nothing was forbidden to it.
    pub fn is_well(&self) {
        assert!(self.errors.is_empty(), "{:#?}", self.errors);
    }
}

/// A text as JavaScript has it.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Waits until there is something.
fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        match found() {
            Some(found) => return found,
            None => assert!(begun.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn tempfile(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("andor-{name}"))
}
