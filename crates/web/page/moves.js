// @ts-check
/** The list of moves, variations inline; each is a link to its position. */

import { write } from "./address.js";
import { h } from "./dom.js";
import { path, rest } from "./tree.js";
import { moveNumber } from "./words.js";

/** @import {Desk, Shown} from "./desk.js" */
/** @import {Node} from "./tree.js" */

/**
 * @param {HTMLElement} host @param {Desk} desk @param {Shown} shown
 * @param {Map<string, string>} [notes] a class for the move that a path (joined by commas) leads to
 */
export function drawMoves(host, desk, shown, notes = new Map()) {
  const { tree } = desk;
  /** @type {(Node_ | string)[]} */
  const out = [];

  /** @param {Node} node @param {boolean} begins */
  const link = (node, begins) => {
    const moves = path(node);
    const isHere = node === tree.at;
    const note = notes.get(moves.join(",")) ?? "";
    const set = {
      href: write({ ...shown.place, moves, rest: [] }),
      class: `move ${note}`,
      "data-ply": node.ply,
      "aria-current": isHere ? "step" : null,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        desk.walk(moves, "push", desk.keepsRest ? rest(node) : []);
      },
    };
    return h("span", { class: "ply" }, moveNumber(shown.start + node.ply - 1, begins), h("a", set, node.move));
  };

  /**
   * The line from a node on; other moves in brackets behind the one they stand for.
   * @param {Node} from @param {boolean} begins
   */
  const line = (from, begins) => {
    let node = from;
    let isFirst = begins;
    for (;;) {
      const [main, ...others] = node.children;
      if (!main) return;
      out.push(link(main, isFirst), " ");
      isFirst = others.length > 0;
      for (const other of others) {
        out.push("(", link(other, true));
        if (other.children.length > 0) out.push(" ");
        line(other, false);
        if (out[out.length - 1] === " ") out.pop();
        out.push(") ");
      }
      node = main;
    }
  };
  line(tree.root, true);
  host.replaceChildren(...(out.length > 0 ? out : [h("span", { class: "faint" }, "No moves yet.")]));
  const here = host.querySelector("[aria-current]");
  if (here instanceof HTMLElement) {
    const [top, bottom] = [here.offsetTop - host.offsetTop, here.offsetTop - host.offsetTop + here.offsetHeight];
    if (top < host.scrollTop || bottom > host.scrollTop + host.clientHeight) host.scrollTop = top - 8;
  }
}

/** @typedef {globalThis.Node} Node_ */

