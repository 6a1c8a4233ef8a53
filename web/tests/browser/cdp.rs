//! Chromium, driven by its own protocol over a socket: Debian's package, no driver between.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A running browser, without windows.
pub struct Browser {
    child: Child,
    _folder: tempfile::TempDir,
    port: u16,
}

/// A page of it.
pub struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    events: VecDeque<Value>,
}

/// How long it may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The browser's program, if it is installed. In CI it must be.
pub fn program() -> Option<&'static str> {
    let found = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].into_iter().find(|path| Path::new(path).exists());
    if found.is_none() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "chromium is not installed, and in CI it must be");
        eprintln!("SKIPPED: chromium is not installed; `tests/run` installs it where it may");
    }
    found
}

impl Browser {
    pub async fn start(program: &str) -> Browser {
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--no-first-run"])
            .args([
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--mute-audio",
            ])
            .args(["--disable-component-update", "--force-color-profile=srgb", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let file = folder.path().join("DevToolsActivePort");
        let port = tokio::time::timeout(PATIENCE, async {
            loop {
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                if let Some(port) = text.lines().next().and_then(|line| line.parse().ok()) {
                    return port;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let port = port.await.expect("chromium starts");
        Browser { child, _folder: folder, port }
    }

    /// A new page.
    pub async fn tab(&self) -> Tab {
        let url = format!("http://127.0.0.1:{}/json/new?about:blank", self.port);
        let told: Value =
            serde_json::from_str(&reqwest::Client::new().put(url).send().await.unwrap().text().await.unwrap()).unwrap();
        let (socket, _) = connect_async(told["webSocketDebuggerUrl"].as_str().unwrap()).await.unwrap();
        let mut tab = Tab { socket, next: 0, events: VecDeque::new() };
        tab.call("Page.enable", json!({})).await;
        tab.call("Runtime.enable", json!({})).await;
        tab
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Tab {
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let text = json!({ "id": id, "method": method, "params": params }).to_string();
        self.socket.send(Message::Text(text)).await.unwrap();
        loop {
            let told = self.told().await;
            if told["id"] == id {
                // Whoever asks while the next page comes is told so, and asks again.
                let leaving = told["error"]["message"].as_str().is_some_and(|why| why.contains("navigated"));
                assert!(leaving || told["error"].is_null(), "{method}: {}", told["error"]);
                return told["result"].clone();
            }
            self.events.push_back(told);
        }
    }

    async fn told(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("chromium answers");
            if let Message::Text(text) = next.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Waits for something that the browser tells by itself.
    async fn event(&mut self, method: &str) {
        if let Some(at) = self.events.iter().position(|event| event["method"] == method) {
            self.events.drain(..=at);
            return;
        }
        while self.told().await["method"] != method {}
    }

    /// Opens a page, and waits until it is there.
    pub async fn open(&mut self, url: &str) {
        self.events.clear();
        self.call("Page.navigate", json!({ "url": url })).await;
        self.event("Page.loadEventFired").await;
    }

    pub async fn size(&mut self, width: u32, height: u32, phone: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.call("Emulation.setDeviceMetricsOverride", metrics).await;
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
    }

    pub async fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": !on })).await;
    }

    pub async fn dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// What an expression is in the page.
    pub async fn eval(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let told = self.call("Runtime.evaluate", asked).await;
        assert!(told["exceptionDetails"].is_null(), "{expression}: {}", told["exceptionDetails"]);
        told["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub async fn until(&mut self, expression: &str) {
        let waited = tokio::time::timeout(PATIENCE, async {
            while self.eval(expression).await != Value::Bool(true) {
                tokio::time::sleep(Duration::from_millis(15)).await;
            }
        });
        if waited.await.is_err() {
            let page = self.eval("document.body.innerText").await;
            panic!("never: {expression}\n{page}");
        }
    }

    /// Taps a point of the page.
    pub async fn tap(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// The headers of all requests so far.
    pub async fn headers_sent(&mut self) -> Vec<String> {
        self.call("Runtime.evaluate", json!({ "expression": "0" })).await;
        let sent = |event: &Value| match event["method"].as_str() {
            Some("Network.requestWillBeSent") => Some(event["params"]["request"]["headers"].to_string()),
            Some("Network.requestWillBeSentExtraInfo") => {
                // Its own path is part of a request, and no header.
                let mut headers = event["params"]["headers"].clone();
                headers.as_object_mut().map(|headers| headers.remove(":path"));
                Some(headers.to_string())
            }
            _ => None,
        };
        self.events.iter().filter_map(sent).collect()
    }

    /// The page as a PNG.
    pub async fn picture(&mut self) -> Vec<u8> {
        let size = self.call("Page.getLayoutMetrics", json!({})).await["cssContentSize"].clone();
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        let asked = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let told = self.call("Page.captureScreenshot", asked).await;
        unbase64(told["data"].as_str().unwrap())
    }
}

fn unbase64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        bits = bits << 6 | u32::from(digit(c));
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
