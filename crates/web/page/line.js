// @ts-check
/** A line of moves that can be played on the board: each move is a link to its position. */

import { write } from "./address.js";
import { h } from "./dom.js";
import { moveNumber } from "./words.js";

/** @import {Desk, Shown} from "./desk.js" */

/**
 * @param {Desk} desk @param {Shown} shown @param {string[]} from the moves that the line begins after
 * @param {string[]} line @param {string} [id]
 * @param {(at: number) => void} [go] another way to go to a move of the line
 */
export function lineOf(desk, shown, from, line, id, go) {
  const parts = line.flatMap((move, at) => {
    const moves = [...from, ...line.slice(0, at + 1)];
    const settings = {
      href: write({ ...shown.place, moves, rest: [] }),
      class: "move",
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (go) go(at);
        else desk.walk(moves, "push", line.slice(at + 1));
      },
    };
    const number = moveNumber(shown.start + from.length + at, at === 0);
    return [h("span", { class: "ply" }, number, h("a", settings, move)), " "];
  });
  return h("p", { class: "line", id }, ...parts);
}
