// @ts-check
/**
 * The connection of a page without a server: the module in two workers, one for what is answered at once and one for
 * searches, behind the same three things that a socket has for the page.
 *
 * - A request that is stopped ends its worker; another one takes its place.
 * - Certificates are kept here and put on the shelf of both workers, and of every new one. What one worker has
 *   verified the others are told ({vouch}), so that it need not be done twice.
 * - Certificates that come with the page lie beside the module, and `proofs.json` there is the list of their names.
 */

/** @import {ToWorker, FromWorker} from "./worker.js" */

/**
 * @typedef {{id?: unknown, stop?: boolean, want?: string[], proof?: string, open?: string, base64?: string}} Asked
 * @typedef {Record<string, any>} Answer
 * @typedef {{open: boolean, retry: number | null}} State
 * @typedef {{postMessage: (message: ToWorker) => void, terminate: () => void,
 *   onmessage: ((event: {data: FromWorker}) => void) | null, onerror: ((event: any) => void) | null}} WorkerLike
 * A request, and who hears its answers; `isOwn` are those that the page knows nothing of.
 * @typedef {{asked: Asked, hear: (answer: Answer) => void, isOwn?: boolean}} Task
 * @typedef {{base64: string, isVerified: boolean}} Kept
 */

/** What takes no search. */
const QUICK = ["games", "view", "moves", "certificates", "certificate", "explain", "record", "records", "cluster"];

/** Seconds between two attempts to get the module. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1, 30];

/**
 * A connection to the module at this address. It is there at once, and says when it is open.
 *
 * @param {string} url
 * @param {() => WorkerLike} [makeWorker]
 * @returns {LocalConnection}
 */
export function connect(url, makeWorker = browserWorker) {
  const connection = new LocalConnection(makeWorker);
  let pause = SHORTEST_PAUSE;
  const load = async () => {
    try {
      connection.begin(await compile(url));
      connection.shelve(shipped(url));
    } catch {
      connection.change({ open: false, retry: pause });
      setTimeout(load, pause * 1000);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  };
  // Whoever asks for a connection has yet to say who listens to it.
  setTimeout(load, 0);
  return connection;
}

/** @returns {WorkerLike} */
function browserWorker() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return /** @type {any} */ (worker);
}

/** @param {string} url @returns {Promise<WebAssembly.Module>} */
async function compile(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // A host that does not know the type of the file is no reason to fail.
  const isNamed = answer.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** The certificates that come with the module. @param {string} url @returns {Promise<[string, string][]>} */
async function shipped(url) {
  const list = new URL("proofs.json", url).href;
  try {
    const answer = await fetch(list);
    /** @type {string[]} */
    const names = answer.ok ? await answer.json() : [];
    const load = async (/** @type {string} */ name) => {
      const file = await fetch(new URL(encodeURIComponent(name), list));
      /** @type {[string, string]} */
      const named = [name, toBase64(new Uint8Array(await file.arrayBuffer()))];
      return file.ok ? [named] : [];
    };
    return (await Promise.all(names.map(load))).flat();
  } catch {
    return [];
  }
}

export class LocalConnection {
  /** @param {() => WorkerLike} makeWorker */
  constructor(makeWorker) {
    this.makeWorker = makeWorker;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    /** @type {Map<string, Kept>} */
    this.kept = new Map();
    /** @type {Promise<void>} */
    this.shelved = Promise.resolve();
    /** What waits for the certificates that come with the page. @type {Set<Asked>} */
    this.gated = new Set();
    /** @type {(answer: Answer) => void} */
    this.onmessage = () => {};
    /** @type {State} */
    this.state = { open: false, retry: null };
    /** @type {(state: State) => void} */
    this.onstate = () => {};
    this.quick = new Lane(this);
    this.long = new Lane(this);
  }

  /** @param {State} state */
  change(state) {
    this.state = state;
    this.onstate(state);
  }

  /** The module is there. @param {WebAssembly.Module} module */
  begin(module) {
    this.module = module;
    this.quick.begin();
    this.long.begin();
    this.change({ open: true, retry: null });
  }

  /** Certificates that nobody asks to open. @param {Promise<[string, string][]>} files */
  shelve(files) {
    this.shelved = files.then((files) => {
      for (const [name, base64] of files) this.keep(name, { base64, isVerified: false }, [this.quick, this.long]);
    });
  }

  /** One request, as an object. @param {Asked} asked */
  send(asked) {
    if (!this.module) return;
    if (asked.stop) return this.stop(asked.id);
    const isAboutShelf = asked.proof !== undefined || asked.want?.includes("certificates");
    if (!isAboutShelf) return this.put(asked);
    this.gated.add(asked);
    this.shelved.then(() => this.gated.delete(asked) && this.put(asked));
  }

  /** Ends everything. */
  close() {
    this.module = null;
    this.gated.clear();
    this.quick.end();
    this.long.end();
    this.change({ open: false, retry: null });
  }

  /** @param {Asked} asked */
  put(asked) {
    const isQuick = asked.open !== undefined || asked.want?.every((word) => QUICK.includes(word));
    const [lane, other] = isQuick ? [this.quick, this.long] : [this.long, this.quick];
    lane.put({ asked, hear: (answer) => this.hear(asked, answer, lane, other) });
  }

  /**
   * An answer: what it says of the shelf becomes known to both workers before the page hears of it.
   * @param {Asked} asked @param {Answer} answer @param {Lane} lane @param {Lane} other
   */
  hear(asked, answer, lane, other) {
    const isLast = answer.done !== false && answer.error === undefined;
    const made = isLast && answer.proof?.certificate?.name;
    if (made) {
      const isVerified = answer.proof.verified === true;
      lane.put({ isOwn: true, asked: { id: made, want: ["certificate"], proof: made }, hear: ({ certificate }) => {
        if (certificate) this.keep(made, { base64: certificate.base64, isVerified }, [other]);
        this.onmessage(answer);
      } }, "first");
      return;
    }
    if (isLast && asked.open !== undefined && asked.base64 !== undefined) {
      this.keep(asked.open, { base64: asked.base64, isVerified: false }, [other]);
    }
    const kept = this.kept.get(asked.proof ?? "");
    if (isLast && kept && answer.verify?.verified === true) {
      this.keep(asked.proof ?? "", { ...kept, isVerified: true }, [other]);
    }
    this.onmessage(answer);
  }

  /** Keeps a certificate, and puts it on the shelf of some workers. @param {string} name @param {Kept} kept @param {Lane[]} lanes */
  keep(name, kept, lanes) {
    this.kept.set(name, kept);
    for (const lane of lanes) lane.shelve(name, kept);
  }

  /** @param {unknown} id */
  stop(id) {
    const gated = [...this.gated].find((asked) => asked.id === id);
    const isStopped = gated ? this.gated.delete(gated) : this.quick.stop(id) || this.long.stop(id);
    if (isStopped) this.onmessage({ id, done: true, stopped: true });
  }
}

/** A worker, and what waits for it. */
class Lane {
  /** @param {LocalConnection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {WorkerLike | null} */
    this.worker = null;
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task | null} */
    this.current = null;
  }

  /** A new worker, with all that the last one had on its shelf. */
  begin() {
    const { module, kept } = this.connection;
    if (!module) return;
    const worker = this.connection.makeWorker();
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.worker === worker) this.receive(data);
    };
    worker.onerror = (event) => {
      if (this.worker === worker) this.receive({ failed: event?.message ?? "the worker does not start" });
    };
    worker.postMessage({ module });
    const waiting = this.waiting;
    this.waiting = [];
    for (const [name, certificate] of kept) this.shelve(name, certificate);
    this.waiting.push(...waiting);
    this.next();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
    this.waiting = [];
  }

  /** @param {Task} task @param {"first" | "last"} [place] */
  put(task, place = "last") {
    if (place === "first") this.waiting.unshift(task);
    else this.waiting.push(task);
    this.next();
  }

  /** @param {string} name @param {Kept} kept */
  shelve(name, { base64, isVerified }) {
    if (isVerified) this.worker?.postMessage({ vouch: fromBase64(base64) });
    this.put({ isOwn: true, asked: { id: name, open: name, base64 }, hear: () => {} });
  }

  next() {
    if (this.current || !this.worker) return;
    this.current = this.waiting.shift() ?? null;
    if (this.current) this.worker.postMessage({ line: JSON.stringify(this.current.asked) });
  }

  /** @param {FromWorker} data */
  receive(data) {
    const { current } = this;
    if ("line" in data) {
      current?.hear(JSON.parse(data.line));
    } else if ("idle" in data) {
      this.current = null;
      this.next();
    } else {
      // What cannot be opened without harm is not opened again.
      if (current?.asked.open !== undefined) this.connection.kept.delete(current.asked.open);
      current?.hear({ id: current.asked.id, error: `the module failed: ${data.failed}` });
      this.again();
    }
  }

  /** Ends a request that is here, and says whether one was. @param {unknown} id @returns {boolean} */
  stop(id) {
    const isMeant = (/** @type {Task} */ task) => !task.isOwn && task.asked.id === id;
    const place = this.waiting.findIndex(isMeant);
    if (place >= 0) this.waiting.splice(place, 1);
    else if (this.current && isMeant(this.current)) this.again();
    else return false;
    return true;
  }

  /** Another worker. */
  again() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
    this.begin();
  }
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join(""));
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
