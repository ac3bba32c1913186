// @ts-check
/**
 * The module under Node, with the same glue as on a page: `scripts/wasm.sh --test`. Where there is a program
 * `target/release/andor`, values are compared with it; with ANDOR_DEEP=1 the certificate of Lines of Action 6x6 is
 * verified as well, by turns with that program, on its one thread.
 */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { LocalConnection, connect } from "./connection.js";
import { start } from "./worker.js";

const house = fileURLToPath(new URL("../../../", import.meta.url));
const file = process.env.ANDOR_WASM ?? `${house}target/site/andor.wasm`;
const module = new WebAssembly.Module(readFileSync(file));
const native = `${house}target/release/andor`;

/** One request to the module itself: all its answers. @param {object} asked @param {any} running */
function ask(asked, running) {
  heard.length = 0;
  running.ask(JSON.stringify({ id: 1, ...asked }));
  return heard.slice();
}

/** @type {any[]} */
const heard = [];
const begin = () => start(module, (line) => heard.push(JSON.parse(line)));
/** @param {any[]} answers */
const last = (answers) => answers[answers.length - 1];

test("a game is solved, and the value is the native one", () => {
  const running = begin();
  for (const game of existsSync(native) ? ["tic-tac-toe", "connect-four:4x4", "loa:4x4", "go:2x2", "surakarta", "checkers"] : []) {
    const { proof, error } = last(ask({ game, want: ["proof"], limit: { nodes: 300_000 } }, running));
    assert.equal(error, undefined, game);
    const words = ["solve", game, "--json", "--nodes", "300000", "--threads", "1", "--memory", "256MiB"];
    const row = JSON.parse(run(words));
    assert.deepEqual([proof.value, proof.nodes, proof.plies], [row.value, row.nodes, row.plies], game);
  }
  const { proof } = last(ask({ game: "breakthrough:4x4", want: ["proof"] }, running));
  assert.deepEqual([proof.value, proof.verified], ["loss", true]);
});

/** @param {string[]} words */
function run(words) {
  try {
    return execFileSync(native, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return /** @type {any} */ (error).stdout;
  }
}

/** A certificate that the module has made. @param {string} game @returns {Buffer} */
function certificateOf(game) {
  const running = begin();
  const { proof } = last(ask({ game, want: ["proof"], keep: "made" }, running));
  assert.ok(proof.certificate, JSON.stringify(proof));
  const { certificate } = last(ask({ want: ["certificate"], proof: "made" }, running));
  return Buffer.from(certificate.base64, "base64");
}

test("a certificate is verified, with progress; a forged one is not", () => {
  const bytes = certificateOf("breakthrough:4x5");
  const running = begin();
  const opened = last(ask({ open: "it", base64: bytes.toString("base64") }, running));
  assert.equal(opened.open?.game, "breakthrough:4x5", JSON.stringify(opened));
  const answers = ask({ want: ["verify"], proof: "it", every_ms: 0 }, running);
  const { verify, error } = last(answers);
  assert.deepEqual([error, verify.verified], [undefined, true]);
  const parts = answers.slice(0, -1).map((answer) => answer.verify.fill);
  assert.ok(parts.length > 1 && parts.every((fill, at) => at === 0 || fill >= parts[at - 1]), String(parts));
  for (const place of [100, bytes.length >> 1, bytes.length - 100]) {
    const forged = Buffer.from(bytes);
    forged[place] ^= 1;
    const refused = last(ask({ open: "forged", base64: forged.toString("base64") }, running));
    const { error } = refused.error ? refused : last(ask({ want: ["verify"], proof: "forged" }, running));
    assert.match(error, /"forged": /);
  }
});

/** A worker of Node that looks like one of a browser. */
function nodeWorker() {
  const glue = new URL("./worker.js", import.meta.url).href;
  const code = `
    import { parentPort } from "node:worker_threads";
    import { serve } from ${JSON.stringify(glue)};
    const scope = { postMessage: (message) => parentPort.postMessage(message), onmessage: null };
    serve(scope);
    parentPort.on("message", (data) => scope.onmessage({ data }));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const made = {
    postMessage: (/** @type {any} */ message) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    onmessage: /** @type {any} */ (null),
    onerror: /** @type {any} */ (null),
  };
  worker.on("message", (data) => made.onmessage?.({ data }));
  worker.on("error", (error) => made.onerror?.(error));
  return made;
}

/** A connection, with requests as promises. @param {LocalConnection} [made] */
function connection(made) {
  made ??= opened();
  /** @type {Map<unknown, (answer: any) => void>} */
  const waiting = new Map();
  /** @type {any[]} */
  const parts = [];
  made.onmessage = (answer) => {
    if (answer.done === false) return void parts.push(answer);
    waiting.get(answer.id)?.(answer);
  };
  let number = 0;
  const ask = (/** @type {any} */ asked) => {
    const id = asked.id ?? `t${++number}`;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      made.send({ id, ...asked });
    });
  };
  return { made, ask, parts };
}

/** A connection that has its module already. */
function opened() {
  const made = new LocalConnection(nodeWorker);
  made.begin(module);
  return made;
}

/** @param {() => boolean} is */
async function until(is) {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("a connection stops, starts again, and answers beside a search", async () => {
  const { made, ask, parts } = connection();
  const search = ask({ id: "long", game: "loa:7x7", want: ["proof"], every_ms: 50 });
  await until(() => parts.length > 0);
  const begun = performance.now();
  const { moves } = await ask({ game: "breakthrough:5x5", want: ["moves"] });
  assert.equal(moves.length, 13);
  assert.ok(performance.now() - begun < 1000);
  const queued = ask({ id: "queued", game: "loa:7x7", want: ["proof"] });
  made.send({ id: "queued", stop: true });
  assert.deepEqual(await queued, { id: "queued", done: true, stopped: true });
  made.send({ id: "long", stop: true });
  assert.deepEqual(await search, { id: "long", done: true, stopped: true });
  const { proof } = await ask({ game: "breakthrough:4x4", want: ["proof"] });
  assert.equal(proof.value, "loss");
  assert.match((await ask({ game: "nonsense", want: ["view"] })).error, /nonsense/);
  made.close();
});

test("certificates are on the shelf of every worker", async () => {
  const { made, ask, parts } = connection();
  // One that is made by a search is walked beside it.
  const { proof } = await ask({ game: "breakthrough:4x4", want: ["proof"], keep: "mine" });
  assert.equal(proof.certificate.name, "mine");
  const walked = await ask({ want: ["explain"], proof: "mine" });
  assert.ok(walked.explain, JSON.stringify(walked));
  // One that is handed in is verified by one worker, and walked by the other.
  const base64 = certificateOf("breakthrough:4x5").toString("base64");
  assert.equal((await ask({ open: "given", base64 })).open.game, "breakthrough:4x5");
  assert.match((await ask({ want: ["explain"], proof: "given" })).error, /not verified/);
  // Another worker has it as well.
  const stopped = ask({ id: "first", game: "loa:7x7", want: ["proof"], every_ms: 20 });
  await until(() => parts.some((part) => part.id === "first"));
  made.send({ id: "first", stop: true });
  assert.equal((await stopped).stopped, true);
  const verified = await ask({ want: ["verify"], proof: "given" });
  assert.equal(verified.verify?.verified, true, JSON.stringify(verified));
  const explained = await ask({ want: ["explain"], proof: "given" });
  assert.ok(explained.explain, JSON.stringify(explained));
  const { certificates } = await ask({ want: ["certificates"] });
  assert.deepEqual(certificates.map((/** @type {any} */ one) => [one.name, one.verified]), [["given", true], ["mine", true]]);
  made.close();
});

test("a page gets the module and the certificates that lie beside it", async () => {
  const proof = certificateOf("breakthrough:4x4");
  /** @type {Record<string, string | Buffer>} */
  const files = { "/x/proofs.json": '["a b.proof", "lost.proof"]', "/x/a%20b.proof": proof, "/x/andor.wasm": readFileSync(file) };
  let answered = 0;
  const server = createServer(({ url = "" }, answer) => {
    // The host is not there at first.
    const content = answered++ === 0 ? undefined : files[url];
    answer.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {any} */ (server.address());
  const { made, ask } = connection(connect(`http://127.0.0.1:${port}/x/andor.wasm`, nodeWorker));
  /** @type {any[]} */
  const states = [];
  made.onstate = (state) => states.push(state);
  await until(() => states.some((state) => state.open));
  assert.deepEqual(states, [{ open: false, retry: 1 }, { open: true, retry: null }]);
  const { certificates } = await ask({ want: ["certificates"] });
  assert.deepEqual(certificates.map((/** @type {any} */ one) => [one.name, one.game]), [["a b.proof", "breakthrough:4x4"]]);
  made.close();
  server.close();
});

test("a module that fails is replaced", async () => {
  const { made, ask } = connection();
  await ask({ game: "breakthrough:4x4", want: ["view"] });
  await until(() => made.quick.current === null);
  const worker = made.quick.worker;
  const view = ask({ game: "breakthrough:4x4", want: ["moves"] });
  made.quick.receive({ failed: "as an example" });
  assert.equal((await view).error, "the module failed: as an example");
  assert.notEqual(made.quick.worker, worker);
  assert.ok((await ask({ game: "breakthrough:4x4", want: ["moves"] })).moves.length > 0);
  made.close();
});

const isDeep = process.env.ANDOR_DEEP === "1" && existsSync(native);
test("Lines of Action 6x6 takes at most eight times the native time", { skip: !isDeep }, (context) => {
  const file = `${house}certificates/loa-6x6.proof`;
  const base64 = readFileSync(file).toString("base64");
  const turns = Number(process.env.ANDOR_TURNS ?? 1);
  /** Seconds of processor time: the machine may have other things to do. */
  const [here, there] = [[Infinity], [Infinity]];
  for (let turn = 0; turn < turns; turn++) {
    const running = begin();
    assert.equal(last(ask({ open: "loa", base64 }, running)).open.game, "loa:6x6");
    const before = process.cpuUsage();
    const answers = ask({ want: ["verify"], proof: "loa", every_ms: 100 }, running);
    const { user, system } = process.cpuUsage(before);
    assert.equal(last(answers).verify.verified, true);
    context.diagnostic(`${answers.length - 1} reports`);
    here.push((user + system) / 1e6);
    const timed = `TIMEFORMAT='%U'; time "${native}" verify "${file}" --threads 1 --json 2>/dev/null`;
    const { stdout, stderr } = spawnSync("bash", ["-c", timed], { encoding: "utf8" });
    assert.equal(JSON.parse(stdout).verified, true);
    there.push(Number(stderr.trim()));
  }
  const [module, program] = [Math.min(...here), Math.min(...there)];
  const ratio = module / program;
  context.diagnostic(`module ${module.toFixed(1)} s, native ${program.toFixed(1)} s: ${ratio.toFixed(2)} times`);
  assert.ok(ratio <= 8, `${ratio}`);
});
