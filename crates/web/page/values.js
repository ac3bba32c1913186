// @ts-check
/**
 * Every legal move with its value, best first: wins, loses, draws, in how many plies, and how sure. Pointing at one
 * draws it on the board, a click plays it.
 */

import { h } from "./dom.js";
import { known, mark } from "./marks.js";
import { bestFirst } from "./order.js";
import { counted, DOES, estimate } from "./words.js";

/** @import {Entry, LegalMove} from "./types.js" */
/** @import {Desk} from "./desk.js" */

export class Values {
  /** @param {Desk} desk @param {(move: string) => void} play */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    this.list = h("ol", {
      id: "values",
      class: "values",
      "aria-label": "Legal moves, best first",
      onpointerleave: () => this.calm(),
    });
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    this.isThinking = false;
    /** The order stays while somebody points at the list. */
    this.isPointedAt = false;
  }

  /** Another position: nothing is known yet. @param {LegalMove[]} moves */
  begin(moves) {
    const blank = (/** @type {LegalMove} */ { move }) =>
      /** @type {[string, Entry]} */ ([
        move,
        { move, value: "unknown", verified: false, claimed: null, plies: null, estimate: null, expected: null },
      ]);
    this.entries = new Map(moves.map(blank));
    this.rows = new Map();
    this.isPointedAt = false;
    this.list.replaceChildren();
    for (const entry of this.entries.values()) this.draw(entry);
    this.sort();
  }

  /** More is known of moves. @param {Entry[]} entries */
  learn(entries) {
    for (const entry of entries) {
      if (!this.entries.has(entry.move)) continue;
      this.entries.set(entry.move, entry);
      this.draw(entry);
    }
    if (!this.isPointedAt) this.sort();
  }

  /** @param {boolean} isThinking */
  think(isThinking) {
    this.isThinking = isThinking;
    this.list.setAttribute("aria-busy", String(isThinking));
    for (const entry of this.entries.values()) if (known(entry).sure === "none") this.draw(entry);
  }

  /** The moves, best first. */
  get best() {
    return bestFirst([...this.entries.values()]);
  }

  /** @param {Entry} entry */
  draw(entry) {
    const { value, sure, lean } = known(entry);
    const words =
      sure === "estimate"
        ? estimate(entry.estimate, entry.expected)
        : sure === "none" ? (this.isThinking ? "thinking" : "not known yet") : DOES[value];
    const plies = value === "win" || value === "loss" ? entry.plies : null;
    const how = { proved: "verified", found: "found, not verified", estimate: "estimate", none: "" }[sure];
    const length = h("span", { class: "plies" }, plies === null ? "" : String(plies));
    const spoken = [entry.move, words, plies === null ? "" : `within ${counted(plies, "ply")}`, how];
    const row = h(
      "button",
      {
        type: "button",
        "data-move": entry.move,
        "data-value": value,
        "data-sure": sure,
        "aria-label": spoken.filter((text) => text !== "").join(", "),
        title: how,
        onclick: () => this.play(entry.move),
        onpointerenter: () => this.point(entry.move),
        onfocus: () => this.desk.board.preview(entry.move),
        onblur: () => this.desk.board.preview(null),
      },
      mark(lean, sure),
      h("span", { class: "name" }, entry.move),
      h("span", { class: "words" }, words),
      length,
    );
    const old = this.rows.get(entry.move);
    const hadFocus = old !== undefined && old.firstChild === document.activeElement;
    const item = old ?? h("li");
    item.replaceChildren(row);
    if (hadFocus) row.focus();
    if (!old) {
      this.rows.set(entry.move, item);
      this.list.append(item);
    }
  }

  /** @param {string} move */
  point(move) {
    this.isPointedAt = true;
    this.desk.board.preview(move);
  }

  calm() {
    this.isPointedAt = false;
    this.desk.board.preview(null);
    this.sort();
  }

  sort() {
    const rows = this.best.map((entry) => /** @type {HTMLElement} */ (this.rows.get(entry.move)));
    const isSorted = rows.every((row, at) => this.list.children[at] === row);
    if (isSorted) return;
    const focus = document.activeElement;
    this.list.append(...rows);
    if (focus instanceof HTMLElement && this.list.contains(focus)) focus.focus();
  }
}
