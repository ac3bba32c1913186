// @ts-check
/**
 * Proof: try to beat a certificate. It is verified first; then the visitor plays the side that loses, is answered at
 * once, and sees how long he can still last. A tree opens beside, and "show me why" plays the refutation out.
 */

import { button, h, unbroken } from "./dom.js";
import { dropPlace } from "./files.js";
import { replyList } from "./proof-tree.js";
import { Shelf } from "./shelf.js";
import { isStill } from "./motion.js";
import { colour, counted, moveNumber, other, short, size, thousands } from "./words.js";

/** @import {Desk, Shown} from "./desk.js" */
/** @import {Ask} from "./asks.js" */
/** @import {Answer, Below, Certificate, Explained, Progress, Side} from "./types.js" */

const ANSWER_PAUSE = 170;
const SHOW_PAUSE = 650;

/** @param {Desk} desk @returns {import("./desk.js").View} */
export function proofView(desk) {
  const shelf = new Shelf(desk);
  const last = h("p", { id: "last", class: "last", role: "status" });
  const hint = h("p", { id: "better" });
  const bar = h("progress", { id: "verify-progress", max: 1, value: 0, hidden: true, "aria-label": "Verified" });
  const why = h("ul", { id: "why", class: "why" });
  const tree = h("div", { id: "proof-tree" });
  const whyButton = button("why-button", "Show me why", () => (showing ? endShow() : show()));
  const again = button("again-button", "From the start", () => desk.walk([]));
  const holders = h("p", { class: "row", id: "holders" });
  const tools = h("p", { class: "row", hidden: true }, whyButton, again);
  const list = h("div", { id: "certificates" });
  const back = button("shelf-button", "Other certificates", toShelf, { class: "quiet" });
  /** @type {ReturnType<typeof dropPlace> | null} */
  let drop = null;

  /** @type {Shown | null} */
  let here = null;
  let turn = 0;
  let timer = 0;
  let showing = false;
  /** @type {Ask[]} */
  let weighing = [];
  /** @type {Certificate | null} */
  let certificate = null;
  /** Whose claim is walked, where a certificate has two. @type {Side | null} */
  let holder = null;
  /** @type {Map<string, Explained>} */
  let explained = new Map();

  function toShelf() {
    const { place } = desk;
    desk.go({ ...place, proof: null, moves: [], rest: [] });
  }

  /** @param {string[]} moves @returns {Promise<Explained>} */
  async function explain(moves) {
    const name = desk.place.proof ?? "";
    const key = moves.join(",");
    const known = explained.get(key);
    if (known) return known;
    const wanted = { want: ["explain"], proof: name, moves, ...(holder ? { holder } : {}) };
    /** @type {Answer} */
    let answer;
    try {
      answer = await desk.asks.now(wanted);
    } catch {
      // A server that was started again has forgotten that it verified this.
      await trust(name);
      answer = await desk.asks.now(wanted);
    }
    const made = /** @type {Explained} */ (answer.explain);
    explained.set(key, made);
    return made;
  }

  /**
   * Counts what of the proof lies below every reply; ends when the position is left.
   * @param {string[]} moves @param {(below: Below) => void} tell
   */
  function weigh(moves, tell) {
    const wanted = { want: ["below"], proof: desk.place.proof, moves, every_ms: 50, ...(holder ? { holder } : {}) };
    const ask = desk.asks.ask(wanted, (part) => tell(/** @type {Below} */ (part.below)));
    weighing.push(ask);
    ask.answer.then((answer) => (/** @type {Below[]} */ (answer.below ?? [])).forEach(tell), () => {});
  }

  /** Verifies the certificate, watched, unless that was done. @param {string} name */
  async function trust(name) {
    const verdict = `Verifying ${name} from the rules.`;
    certificate = await shelf.trusted(name, (progress) => {
      bar.hidden = false;
      bar.value = progress.fill ?? 0;
      const percent = progress.fill === null ? "" : `, ${Math.round(progress.fill * 100)}%`;
      const detail = `${thousands(progress.nodes)} positions, ${short(progress.rate)} a second${percent}`;
      desk.verdict.say(verdict, { detail });
    });
    bar.hidden = true;
  }

  async function drawShelf() {
    const mine = turn;
    desk.verdict.say("Choose a proof, and try to beat it.", { detail: "Nothing is believed before it is verified." });
    last.textContent = "";
    for (const part of [hint, why, tree, holders]) part.replaceChildren();
    tools.hidden = back.hidden = true;
    const there = await shelf.list().catch(() => []);
    if (mine !== turn) return;
    const empty = h("p", { class: "faint" }, "The shelf is empty: drop a certificate here.");
    const full = h("ul", { class: "shelf" }, ...there.map(onShelf));
    list.replaceChildren(there.length === 0 ? empty : full, drop?.element ?? "");
  }

  /** @param {Certificate} one */
  function onShelf(one) {
    const about = [one.game, counted(one.positions, "position"), size(one.bytes), one.verified ? "verified" : ""];
    const words = about.filter((word) => word !== "").join(" · ");
    return h("li", {}, h("button", { type: "button", "data-name": one.name, onclick: () => choose(one) },
      h("strong", {}, one.claims.join(", ")), h("span", {}, one.name), h("span", { class: "faint" }, words)));
  }

  /** @param {Certificate} one */
  async function choose(one) {
    explained = new Map();
    holder = null;
    // The usual start needs no text in the address.
    const usual = await desk.asks.now({ game: one.game, want: ["view"] }).catch(() => null);
    const position = usual?.position === one.position ? null : one.position;
    desk.go({ ...desk.place, game: one.game, position, moves: [], rest: [], proof: one.name });
  }

  /** @param {File} file */
  async function take(file) {
    try {
      await choose(await shelf.open(file));
    } catch (error) {
      desk.complain(error, document.getElementById("drop") ?? undefined);
    }
  }

  /** The position of a proof. @param {Shown} shown */
  async function drawProof(shown) {
    const mine = turn;
    const { proof, moves } = shown.place;
    const name = proof ?? "";
    list.replaceChildren();
    back.hidden = false;
    desk.board.lock(true);
    try {
      if (certificate?.name !== name) {
        explained = new Map();
        await trust(name);
      }
      const now = await explain(moves);
      if (mine !== turn) return;
      if (now.position !== shown.position) throw new Error(`${shown.position} is no position of ${name}`);
      drawHolders();
      draw(shown, now);
    } catch (error) {
      if (mine !== turn) return;
      bar.hidden = true;
      desk.verdict.say("This can not be shown.", { detail: name });
      desk.complain(error, bar);
      certificate = null;
    }
  }

  /** @param {Shown} shown @param {Explained} now */
  function draw(shown, now) {
    const { moves } = shown.place;
    const visitor = other(now.holder);
    tools.hidden = false;
    sayClaim(shown, now);
    hint.replaceChildren();
    why.replaceChildren(...now.why.map((words) => h("li", {}, ...unbroken(words))));
    if (shown.over !== null) return end(shown, now);
    if (now.side === now.holder) {
      last.textContent = `${colour(now.holder)} moves.`;
      tree.replaceChildren();
      const { move } = now;
      if (move !== null) timer = window.setTimeout(() => desk.play(move, "replace"), isStill() ? 0 : ANSWER_PAUSE);
      return;
    }
    desk.board.lock(false);
    last.textContent = now.plies === null
      ? `You are ${colour(visitor)}. Every reply has its answer.`
      : `You can still last ${counted(now.plies, "ply")}.`;
    const replies = `Your ${counted(now.replies.length, "reply")}, and the answers`;
    const point = desk.board.preview.bind(desk.board);
    const walkers = { explain, weigh, point, go: desk.walk.bind(desk), isHere: true };
    const heading = h("h2", {}, now.table ? "From here on a table decides" : replies);
    tree.replaceChildren(heading, replyList(moves, now.replies, walkers));
    whyButton.hidden = now.replies.length === 0;
    if (showing) timer = window.setTimeout(showNext, SHOW_PAUSE);
  }

  /** @param {Shown} shown @param {Explained} now */
  function sayClaim(shown, now) {
    const checked = certificate ? shelf.verified.get(certificate.name) : undefined;
    const much = checked ? `${counted(checked.positions, "position")}, ${counted(checked.replies, "reply")}` : "";
    const detail = `Verified from the rules${much === "" ? "" : `: ${much}`}.`;
    const within = now.plies === null ? "" : ` by force within ${counted(now.plies, "ply")}, against every defence`;
    const sentence = shown.over === null ? `${now.claim}${within}.` : shown.sight.sentence;
    const holds = now.claim.includes("wins");
    const value = shown.over === "draw" || !holds ? "draw" : now.side === now.holder ? "win" : "loss";
    desk.verdict.say(sentence, { value, sure: "proved", detail });
  }

  /** The game is over: no gloating, but a better defence. @param {Shown} shown @param {Explained} now */
  async function end(shown, now) {
    endShow();
    const mine = turn;
    const { moves } = shown.place;
    tree.replaceChildren();
    whyButton.hidden = true;
    const visitor = other(now.holder);
    last.textContent = `You lasted ${counted(moves.length, "ply")}.`;
    // The reply that gave away most.
    let best = { lost: 0, ply: -1, reply: "", lasts: 0 };
    for (const ply of moves.keys()) {
      const then = await explain(moves.slice(0, ply)).catch(() => null);
      if (mine !== turn) return;
      if (!then || then.side !== visitor) continue;
      const played = then.replies.find((reply) => reply.reply === moves[ply]);
      for (const reply of then.replies) {
        const lost = (reply.plies ?? 0) - (played?.plies ?? 0);
        if (lost > best.lost) best = { lost, ply, reply: reply.reply, lasts: reply.plies ?? 0 };
      }
    }
    if (best.ply < 0) {
      last.textContent += " Nobody could have lasted longer.";
      return;
    }
    const number = moveNumber(shown.start + best.ply, true);
    const offer = button("better-button", "Try that", () => desk.walk(moves.slice(0, best.ply)));
    hint.replaceChildren(`${number}${best.reply} would have lasted ${best.lasts}. `, offer);
  }

  function drawHolders() {
    const claims = certificate?.claims ?? [];
    if (claims.length < 2) return holders.replaceChildren();
    const choice = (/** @type {string} */ claim) => {
      /** @type {Side} */
      const side = claim.startsWith("Black") ? "b" : "w";
      const isOn = holder === side || (holder === null && claim === claims[0]);
      return h("button", { type: "button", "data-holder": side, "aria-pressed": String(isOn), onclick: () => {
        holder = side;
        explained = new Map();
        if (desk.place.moves.length === 0 && here) drawProof(here);
        else desk.walk([]);
      } }, claim);
    };
    holders.replaceChildren("Against: ", ...claims.map(choice));
  }

  /** The longest defence, move by move. */
  function show() {
    showing = true;
    whyButton.textContent = "Stop";
    showNext();
  }

  function endShow() {
    showing = false;
    whyButton.textContent = "Show me why";
  }

  async function showNext() {
    if (!here || !showing) return;
    const now = await explain(here.place.moves).catch(() => null);
    if (!now || !showing) return endShow();
    const longest = [...now.replies].sort((a, b) => (b.plies ?? 0) - (a.plies ?? 0))[0];
    if (!longest) return endShow();
    desk.play(longest.reply, "replace");
  }

  /** To the last turn of the visitor before this one. @param {number} step */
  function walk(step) {
    if (!here) return;
    endShow();
    const now = explained.get(here.place.moves.join(","));
    if (!now) return;
    const isTurn = now.side !== now.holder;
    if (step < 0) desk.undo(isTurn || (here.over !== null && here.side !== now.holder) ? 2 : 1);
    else desk.redo(2);
  }

  return {
    title: "Proof",
    open(panel) {
      drop = dropPlace("Drop a certificate here, or choose a file", ".proof,application/octet-stream", take);
      panel.append(bar, last, hint, tools, holders, why, tree, list, h("p", {}, back));
    },
    close() {
      drop?.close();
      shelf.end();
      certificate = null;
    },
    shown(shown) {
      here = shown;
      turn += 1;
      if (shown.place.proof === null) {
        desk.board.lock(true);
        drawShelf();
      } else {
        drawProof(shown);
      }
    },
    leave() {
      here = null;
      turn += 1;
      window.clearTimeout(timer);
      for (const ask of weighing) ask.drop();
      weighing = [];
    },
    play(move) {
      endShow();
      desk.play(move);
    },
    best() {
      const now = here && explained.get(here.place.moves.join(","));
      const longest = now ? [...now.replies].sort((a, b) => (b.plies ?? 0) - (a.plies ?? 0))[0] : null;
      return now && now.side !== now.holder && longest ? longest.reply : null;
    },
    undo: () => walk(-1),
    redo: () => walk(1),
  };
}
