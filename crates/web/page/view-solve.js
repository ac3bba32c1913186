// @ts-check
/**
 * Solve: a search that can be watched (root numbers over time, replies solved, rate and memory), stopped and gone on
 * with; then the sentence, the main line, and the certificate to download, verify and try to beat.
 */

import { boardKey, write } from "./address.js";
import { timeChart } from "./chart.js";
import { isLocal } from "./connection.js";
import { button, choice, h } from "./dom.js";
import { download, fromBase64 } from "./files.js";
import { ended } from "./order.js";
import { keepCopy } from "./shelf.js";
import { sureness } from "./verdict.js";
import { clock, counted, short, size, thousands, verdict } from "./words.js";
import { lineOf } from "./line.js";

/** @import {Ask} from "./asks.js" */
/** @import {Desk, Shown} from "./desk.js" */
/** @import {Progress, Proof, Verification} from "./types.js" */

/** @type {Record<string, string>} */
const PHASES = {
  search: "Searching",
  extract: "Writing the proof down",
  verify: "Verifying from the rules",
  build: "Building tables",
};
const MOST_POINTS = 600;

/** @param {Desk} desk @returns {import("./desk.js").View} */
export function solveView(desk) {
  const startButton = button("solve-button", "Solve", start, { class: "main" });
  const stopButton = button("stop-button", "Stop", () => ask?.stop(), { class: "main", hidden: true });
  const limit = choice({ id: "limit-select", "aria-label": "How long" }, [
    ["10000", "10 seconds"],
    ["60000", "1 minute"],
    ["600000", "10 minutes"],
    ["", "until stopped"],
  ], "60000");
  const state = h("p", { id: "solve-state", class: "faint" });
  const chart = h("div", { id: "solve-chart" });
  const boxes = h("div", { id: "solve-boxes", class: "boxes" });
  const result = h("div", { id: "solve-result" });

  /** @type {Shown | null} */
  let here = null;
  /** @type {Ask | null} */
  let ask = null;
  /** @type {Map<string, Proof>} */
  const solved = new Map();
  /** @type {Progress[]} */
  let past = [];
  let wasStopped = false;

  function start() {
    if (!here) return;
    const ms = Number(limit.value);
    const shown = here;
    if (!wasStopped) past = [];
    wasStopped = false;
    const kept = { keep: nameFor(shown), ...(isLocal() ? {} : { save: true }) };
    const wanted = { want: ["proof"], every_ms: 200, ...kept, ...(ms > 0 ? { limit: { ms } } : {}) };
    result.replaceChildren();
    const asked = desk.ask(wanted, (answer) => watch(/** @type {Progress} */ (answer.proof)));
    ask = asked;
    watching(true);
    desk.complain(null);
    asked.answer.then(
      (answer) => {
        if (ask !== asked) return;
        watching(false);
        const proof = /** @type {Proof | null} */ (answer.proof ?? null);
        wasStopped = proof?.saved === true;
        label();
        if (!proof) return;
        solved.set(boardKey(shown.place), proof);
        draw(shown, proof);
      },
      (error) => {
        if (ask !== asked) return;
        watching(false);
        desk.complain(error, startButton.parentElement ?? undefined);
      },
    );
  }

  /** @param {boolean} isOn */
  function watching(isOn) {
    if (!isOn) ask = null;
    const hadFocus = document.activeElement === startButton || document.activeElement === stopButton;
    startButton.hidden = isOn;
    stopButton.hidden = !isOn;
    if (hadFocus) (isOn ? stopButton : startButton).focus();
    label();
  }

  /** A search that was saved goes on; any other begins anew. */
  function label() {
    startButton.textContent = wasStopped ? "Go on" : past.length > 0 ? "Solve again" : "Solve";
  }

  /** @param {Progress} progress */
  function watch(progress) {
    if (!progress || !here) return;
    const last = past[past.length - 1];
    if (progress.phase === "search") {
      // It began again: the server was gone, or it goes on after a stop.
      if (last && progress.seconds < last.seconds) past = [];
      past.push(progress);
    }
    if (past.length > MOST_POINTS) past = past.filter((_, at) => at % 2 === 1);
    const words = [
      `${PHASES[progress.phase] ?? progress.phase}, ${clock(progress.seconds)}`,
      `${short(progress.nodes)} nodes`,
      `${short(progress.rate)} a second`,
      progress.memory === null ? "" : size(progress.memory),
      progress.fill === null ? "" : `${Math.round(progress.fill * 100)}% full`,
      progress.best === null ? "" : `best ${progress.best}`,
    ];
    state.textContent = words.filter((text) => text !== "").join(" · ");
    drawChart();
    if (progress.phase === "search") drawBoxes(progress);
    sayUnknown(here);
  }

  function drawChart() {
    const points = (/** @type {"pn" | "dn"} */ name) => {
      const known = past.filter((one) => typeof one[name] === "number");
      return known.map((one) => /** @type {[number, number]} */ ([one.seconds, one[name]]));
    };
    const series = [
      { name: "proof", look: "one", points: points("pn") },
      { name: "disproof", look: "two", points: points("dn") },
    ];
    const isEmpty = series.every((one) => one.points.length === 0);
    chart.replaceChildren(...(isEmpty ? [] : [timeChart("Proof and disproof number of the root, over time", series)]));
  }

  /** Replies solved, a row of boxes a ply. @param {Progress} progress */
  function drawBoxes(progress) {
    const { plies, moves } = progress;
    const rows = plies && plies.length > 0 ? plies : moves ? [[moves.solved, moves.open]] : [];
    boxes.replaceChildren(...rows.slice(0, 4).map(([done, open], at) => {
      const all = done + open;
      const words = `Ply ${at + 1}: ${thousands(done)} of ${thousands(all)} solved`;
      const most = Math.min(all, 60);
      const full = all === 0 ? 0 : Math.floor((done * most) / all);
      const row = Array.from({ length: most }, (_, box) => h("i", { class: box < full ? "full" : "" }));
      return h("div", { class: "box-row", role: "img", "aria-label": words, title: words },
        h("span", { class: "box-name" }, `ply ${at + 1}`), h("span", { class: "box-list" }, ...row),
        h("span", { class: "faint" }, `${thousands(done)} / ${thousands(all)}`));
    }));
  }

  /** The end of a search. @param {Shown} shown @param {Proof} proof */
  function draw(shown, proof) {
    const isKnown = proof.value !== "unknown";
    const sure = proof.verified === true ? "proved" : isKnown || proof.claimed ? "found" : "none";
    const value = isKnown ? proof.value : (proof.claimed ?? "unknown");
    desk.verdict.say(proof.sentence || verdict(value, shown.side, false, proof.plies), {
      value,
      sure,
      detail: sureness(sure, proof.verified === "conditional"),
    });
    const words = [
      proof.method,
      `${thousands(proof.nodes)} nodes`,
      proof.seconds === undefined || proof.seconds === null ? "" : clock(proof.seconds),
      isKnown ? "" : `stopped: ${proof.stopped}`,
    ];
    state.textContent = words.filter((text) => text !== "").join(" · ");
    if (isKnown) {
      startButton.textContent = "Solve again";
      boxes.replaceChildren();
    }
    const parts = [];
    if (proof.line.length > 0) {
      parts.push(h("h2", {}, "Main line"), lineOf(desk, shown, shown.place.moves, proof.line, "main-line"));
    }
    if (proof.certificate) parts.push(certificate(shown, proof.certificate));
    result.replaceChildren(...parts);
    if (proof.best) desk.board.point([{ move: proof.best, look: `best ${value.replaceAll(" ", "-")} ${sure}` }]);
  }

  /** @param {Shown} shown @param {{name: string, positions: number, bytes: number}} made */
  function certificate(shown, made) {
    const told = h("p", { id: "verify-state", class: "faint", role: "status" });
    const bar = h("progress", { id: "verify-progress", max: 1, value: 0, hidden: true, "aria-label": "Verified" });
    const save = button("download-button", "Download", fetchIt);
    const check = button("verify-button", "Verify", verify);
    const beat = h("a", {
      class: "button",
      id: "beat-link",
      href: write({ ...shown.place, position: shown.place.moves.length === 0 ? shown.place.position : shown.position,
        moves: [], rest: [], view: "proof", proof: made.name }),
    }, "Try to beat it");

    const fetched = desk.asks.now({ want: ["certificate"], proof: made.name }).then(({ certificate: file }) => file);
    fetched.then((file) => file && keepCopy(file.name, file.base64), () => {});

    async function fetchIt() {
      try {
        const file = await fetched;
        if (file) download(file.name, fromBase64(file.base64), "application/octet-stream");
      } catch (error) {
        desk.complain(error, save.parentElement ?? save);
      }
    }

    async function verify() {
      check.disabled = true;
      bar.hidden = false;
      try {
        const asked = desk.asks.ask({ want: ["verify"], proof: made.name, every_ms: 100 }, (part) => {
          const progress = /** @type {Progress} */ (part.verify);
          bar.value = progress.fill ?? 0;
          told.textContent = `${thousands(progress.nodes)} positions, ${short(progress.rate)} a second`;
        });
        const checked = /** @type {Verification} */ ((await asked.answer).verify);
        bar.value = 1;
        told.textContent = `${checked.sentence} SHA-256 ${checked.sha256.slice(0, 16)}..`;
      } catch (error) {
        desk.complain(error, save.parentElement ?? save);
      }
      bar.hidden = true;
      check.disabled = false;
    }
    const words = `${counted(made.positions, "position")}, ${size(made.bytes)}`;
    return h("div", {}, h("h2", {}, "Certificate"), h("p", {}, `${made.name}: ${words}`),
      h("p", { class: "row" }, save, check, beat), bar, told);
  }

  /** @param {Shown} shown */
  function sayUnknown(shown) {
    const isInitial = shown.place.position === null && shown.place.moves.length === 0;
    desk.verdict.say(verdict("unknown", shown.side, isInitial, null), { value: "unknown" });
  }

  return {
    title: "Solve",
    open(panel) {
      panel.append(h("p", { class: "row" }, startButton, stopButton, h("label", { class: "row" }, "for ", limit)),
        state, chart, boxes, result);
    },
    shown(shown) {
      here = shown;
      past = [];
      wasStopped = false;
      watching(false);
      state.textContent = "";
      chart.replaceChildren();
      boxes.replaceChildren();
      result.replaceChildren();
      startButton.disabled = shown.over !== null;
      if (shown.over !== null) {
        return desk.verdict.say(shown.sight.sentence, { value: ended(shown.over, shown.side), sure: "proved" });
      }
      sayUnknown(shown);
      const known = solved.get(boardKey(shown.place));
      if (known) draw(shown, known);
    },
    leave() {
      ask?.drop();
      ask = null;
      here = null;
    },
    best: () => (here && solved.get(boardKey(here.place))?.best) ?? null,
  };
}

/** A name for the certificate of a position. @param {Shown} shown */
function nameFor(shown) {
  const { game, position, moves } = shown.place;
  const words = [game, ...moves].join("-").replace(/[^A-Za-z0-9.]+/g, "-").slice(0, 60);
  let mixed = 0;
  for (const letter of position ?? "") mixed = (mixed * 31 + letter.charCodeAt(0)) % 0xffffff;
  return `${words}${position === null ? "" : `-${mixed.toString(16)}`}.proof`;
}
