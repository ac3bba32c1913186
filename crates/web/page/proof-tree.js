// @ts-check
/**
 * The tree of a proof below a position, opened lazily: every reply, its refutation, how long that takes at most, and a
 * thin bar for how much of the proof lies below. Wide nodes are folded.
 */

import { h } from "./dom.js";
import { counted } from "./words.js";

/** @import {Below, Explained, Reply} from "./types.js" */

/** How many replies are shown unfolded, and how many positions fill a bar (what is counted at most). */
const [MOST, FULL] = [8, 100_000];

/**
 * @typedef {{explain: (moves: string[]) => Promise<Explained>, go: (moves: string[]) => void,
 *   point: (move: string | null) => void, weigh: (moves: string[], tell: (below: Below) => void) => void,
 *   isHere: boolean}} Walk
 */

/**
 * The replies in a position as a list.
 * @param {string[]} moves that lead to it @param {Reply[]} replies @param {Walk} walk
 */
export function replyList(moves, replies, walk) {
  const sorted = [...replies].sort((a, b) => (b.plies ?? 1e9) - (a.plies ?? 1e9));
  /** @type {Map<string, HTMLElement>} */
  const bars = new Map(sorted.map(({ reply }) => [reply, h("span", { class: "bar" }, h("i"))]));
  const make = (/** @type {Reply} */ reply) =>
    item(moves, reply, /** @type {HTMLElement} */ (bars.get(reply.reply)), walk);
  const list = h("ul", { class: "tree" }, ...sorted.slice(0, MOST).map(make));
  walk.weigh(moves, (below) => {
    const bar = bars.get(below.reply);
    if (bar) fill(bar, below);
  });
  const hidden = sorted.slice(MOST);
  if (hidden.length > 0) {
    const unfold = h("button", {
      type: "button",
      class: "quiet",
      onclick: () => {
        const items = hidden.map(make);
        more.replaceWith(...items);
        items[0].querySelector("button")?.focus();
      },
    }, `${hidden.length} more`);
    const more = h("li", { class: "more-replies" }, unfold);
    list.append(more);
  }
  return list;
}

/**
 * The length is a logarithm, so that small ones are still seen.
 * @param {HTMLElement} bar @param {Below} below
 */
function fill(bar, { positions, more }) {
  const words = `${more ? "more than " : ""}${counted(positions, "position")} of the proof below`;
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", words);
  bar.title = words;
  const inside = /** @type {HTMLElement} */ (bar.firstChild);
  inside.style.width = `${Math.round(100 * Math.min(1, Math.log(1 + positions) / Math.log(1 + FULL)))}%`;
}

/** @param {string[]} moves @param {Reply} reply @param {HTMLElement} bar @param {Walk} walk */
function item(moves, reply, bar, walk) {
  const after = [...moves, reply.reply];
  const words = reply.answer === null ? (reply.table ? "a table decides" : "ends the game") : reply.answer;
  const open = h("button", {
    type: "button",
    class: "twig",
    "aria-expanded": "false",
    "aria-label": `What follows ${reply.reply}`,
    onclick: unfold,
    disabled: reply.answer === null,
  }, "▸");
  const play = h("button", {
    type: "button",
    class: "reply",
    "data-reply": reply.reply,
    onclick: () => walk.go(reply.answer === null ? after : [...after, reply.answer]),
    onpointerenter: () => walk.isHere && walk.point(reply.reply),
    onpointerleave: () => walk.isHere && walk.point(null),
  }, h("span", { class: "name" }, reply.reply), h("span", { class: "name faint" }, words));
  const lasts = h("span", { class: "plies", title: reply.plies === null ? "" : `lasts ${counted(reply.plies, "ply")}` },
    reply.plies === null ? "" : String(reply.plies));
  const made = h("li", {}, h("div", { class: "node" }, open, play, lasts, bar));
  /** @type {HTMLElement | null} */
  let inside = null;

  async function unfold() {
    if (inside) {
      inside.hidden = !inside.hidden;
      open.setAttribute("aria-expanded", String(!inside.hidden));
      return;
    }
    open.disabled = true;
    try {
      const next = await walk.explain(after);
      const answered = next.move === null ? after : [...after, next.move];
      inside = next.replies.length > 0
        ? replyList(answered, next.replies, { ...walk, isHere: false })
        : h("p", { class: "faint" }, "The game is over.");
      made.append(inside);
      open.setAttribute("aria-expanded", "true");
    } catch (error) {
      inside = h("p", { class: "mistake" }, error instanceof Error ? error.message : String(error));
      made.append(inside);
    }
    open.disabled = false;
  }
  return made;
}
