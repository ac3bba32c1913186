// @ts-check
/**
 * The way to whoever answers. Every connection has the same four things, whether a server or a WebAssembly worker is
 * at the other end:
 *
 * - `send(object)`: one request;
 * - `onmessage(object)`: one answer;
 * - `state`: open, or gone, and then in how many seconds it is tried again;
 * - `onstate(state)`: that has changed.
 *
 * index.html loads this module by itself, too, so that the connection is made while the others are on their way.
 *
 * A page with `<meta name="andor-wasm" content="andor.wasm">` takes its connection from `wasm/connection.js`, which
 * exports `connect(url)` for the address of the WebAssembly file.
 */

/** @import {Answer} from "./types.js" */

/**
 * @typedef {{open: boolean, retry: number | null}} State
 * @typedef {{send: (request: object) => void, onmessage: (answer: Answer) => void, state: State,
 *   onstate: (state: State) => void}} Connection
 */

const [SHORTEST_PAUSE, LONGEST_PAUSE] = [0.5, 15];

/** The connection of this page. */
export const connected = connect();

/** The module that answers in place of a server, if the page has one. */
function local() {
  return document.querySelector('meta[name="andor-wasm"]')?.getAttribute("content") ?? "";
}

/** Whether there is no server. */
export function isLocal() {
  return local() !== "";
}

/** @returns {Promise<Connection>} */
async function connect() {
  const file = local();
  if (file === "") return overSocket();
  const module = await import(new URL("wasm/connection.js", document.baseURI).href);
  return module.connect(new URL(file, document.baseURI).href);
}

/** A WebSocket beside the page, opened again with growing pauses. @returns {Connection} */
function overSocket() {
  const url = new URL("socket", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  url.search = "";
  const token = new URLSearchParams(location.search).get("token");
  if (token !== null) url.searchParams.set("token", token);

  /** @type {Connection} */
  const connection = {
    send(request) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    onmessage() {},
    onstate() {},
    state: { open: false, retry: null },
  };
  let pause = SHORTEST_PAUSE;
  let timer = 0;
  let socket = open();

  /** @param {State} state */
  function change(state) {
    connection.state = state;
    connection.onstate(state);
  }

  function open() {
    const made = new WebSocket(url);
    made.onopen = () => {
      pause = SHORTEST_PAUSE;
      change({ open: true, retry: null });
    };
    made.onmessage = (event) => connection.onmessage(JSON.parse(event.data));
    made.onclose = () => {
      change({ open: false, retry: pause });
      timer = window.setTimeout(again, pause * 1000);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
    return made;
  }

  function again() {
    window.clearTimeout(timer);
    if (socket.readyState === WebSocket.CLOSED) socket = open();
  }
  window.addEventListener("online", again);
  return connection;
}
