// @ts-check
/**
 * The worker that runs the module: lines of the protocol in, lines out.
 *
 * It is sent `{module}` first, then any of
 * - `{line}`: a request, which is worked on until it is answered;
 * - `{vouch}`: the bytes of a certificate that another worker has verified.
 *
 * It posts
 * - `{line}` for every answer, as soon as it is there;
 * - `{idle: true}` when a request has been worked on to its end;
 * - `{failed}` when the module cannot go on, with the reason. Nothing is answered after that.
 */

/**
 * @typedef {{module: WebAssembly.Module} | {line: string} | {vouch: Uint8Array}} ToWorker
 * @typedef {{line: string} | {idle: true} | {failed: string}} FromWorker
 * @typedef {{ask: (line: string) => void, vouch: (bytes: Uint8Array) => void}} Running
 */

/**
 * Starts a module. `ask` comes back when the line is answered; it throws when the module cannot go on.
 *
 * @param {WebAssembly.Module} module
 * @param {(line: string) => void} say
 * @returns {Running}
 */
export function start(module, say) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let failure = "";
  /** @param {number} at @param {number} length */
  const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at >>> 0, length >>> 0));
  const imports = {
    andor: {
      now: () => performance.now(),
      say: (/** @type {number} */ at, /** @type {number} */ length) => say(text(at, length)),
      fail: (/** @type {number} */ at, /** @type {number} */ length) => {
        failure = text(at, length);
      },
    },
  };
  const exports = /** @type {any} */ (new WebAssembly.Instance(module, imports).exports);
  /** @type {WebAssembly.Memory} */
  const memory = exports.memory;

  /** @param {Uint8Array} bytes @param {(at: number, length: number) => void} take */
  function hand(bytes, take) {
    try {
      const at = exports.allocate(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      take(at, bytes.length);
    } catch (error) {
      throw new Error(failure || String(error), { cause: error });
    }
  }
  return {
    ask: (line) => hand(encoder.encode(line), exports.ask),
    vouch: (bytes) => hand(bytes, exports.vouch),
  };
}

/**
 * Listens to whoever has started this worker.
 *
 * @param {{postMessage: (message: FromWorker) => void,
 *   onmessage: ((event: {data: ToWorker}) => void) | null}} scope
 */
export function serve(scope) {
  /** @type {Running | null} */
  let running = null;
  scope.onmessage = ({ data }) => {
    try {
      if ("module" in data) {
        running = start(data.module, (line) => scope.postMessage({ line }));
      } else if (running && "vouch" in data) {
        running.vouch(data.vouch);
      } else if (running && "line" in data) {
        running.ask(data.line);
        scope.postMessage({ idle: true });
      }
    } catch (error) {
      running = null;
      scope.postMessage({ failed: error instanceof Error ? error.message : String(error) });
    }
  };
}

const scope = /** @type {any} */ (globalThis);
if (scope.WorkerGlobalScope && scope instanceof scope.WorkerGlobalScope) serve(scope);
