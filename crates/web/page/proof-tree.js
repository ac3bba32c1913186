// @ts-check
/**
 * The tree of a proof below a position, opened lazily: every reply, its refutation, how long that takes at most, and a
 * thin bar for how much of the proof lies below. Wide nodes are folded.
 */

import { h } from "./dom.js";
import { counted, thousands } from "./words.js";

/** @import {Explained, Reply} from "./types.js" */

const MOST = 8;

/**
 * @typedef {{explain: (moves: string[]) => Promise<Explained>, go: (moves: string[]) => void,
 *   point: (move: string | null) => void, isHere: boolean}} Walk
 */

/**
 * The replies in a position as a list.
 * @param {string[]} moves that lead to it @param {Reply[]} replies @param {Walk} walk
 */
export function replyList(moves, replies, walk) {
  const most = Math.max(1, ...replies.map((reply) => reply.below ?? 0));
  const sorted = [...replies].sort((a, b) => (b.plies ?? 1e9) - (a.plies ?? 1e9));
  const list = h("ul", { class: "tree" }, ...sorted.slice(0, MOST).map((reply) => item(moves, reply, most, walk)));
  const hidden = sorted.slice(MOST);
  if (hidden.length > 0) {
    const unfold = h("button", {
      type: "button",
      class: "quiet",
      onclick: () => {
        const items = hidden.map((reply) => item(moves, reply, most, walk));
        more.replaceWith(...items);
        items[0].querySelector("button")?.focus();
      },
    }, `${hidden.length} more`);
    const more = h("li", { class: "more-replies" }, unfold);
    list.append(more);
  }
  return list;
}

/** @param {string[]} moves @param {Reply} reply @param {number} most @param {Walk} walk */
function item(moves, reply, most, walk) {
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
  const below = reply.below ?? 0;
  const title = reply.below === null ? "" : `${thousands(below)} positions of the proof lie below`;
  const bar = h("span", { class: "bar", role: "img", "aria-label": title, title }, h("i"));
  const made = h("li", {}, h("div", { class: "node" }, open, play, lasts, bar));
  const fill = /** @type {HTMLElement} */ (bar.firstChild);
  // The root of the share, so that small ones are still seen.
  fill.style.width = `${Math.round(100 * Math.sqrt(below / most))}%`;
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
