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
      const old = this.entries.get(entry.move);
      if (!old || old === entry) continue;
      this.entries.set(entry.move, entry);
      this.draw(entry);
    }
    if (!this.isPointedAt) this.sort();
  }

  /** @param {boolean} isThinking */
  think(isThinking) {
    if (this.isThinking === isThinking) return;
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
    const row = this.rows.get(entry.move) ?? this.add(entry.move);
    // The button stays, so that no click is lost.
    Object.assign(row.dataset, { value, sure });
    row.setAttribute("aria-label", spoken.filter((text) => text !== "").join(", "));
    row.title = how;
    const name = h("span", { class: "name" }, entry.move);
    row.replaceChildren(mark(lean, sure), name, h("span", { class: "words" }, words), length);
  }

  /** A row of the list. @param {string} move */
  add(move) {
    const row = h("button", {
      type: "button",
      "data-move": move,
      onclick: () => this.play(move),
      onpointerenter: () => this.point(move),
      onfocus: () => this.desk.board.preview(move),
      onblur: () => this.desk.board.preview(null),
    });
    this.rows.set(move, row);
    this.list.append(h("li", {}, row));
    return row;
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
    const rows = this.best.map((entry) => /** @type {HTMLElement} */ (this.rows.get(entry.move)?.parentElement));
    const isSorted = rows.every((row, at) => this.list.children[at] === row);
    if (isSorted) return;
    const focus = document.activeElement;
    this.list.append(...rows);
    if (focus instanceof HTMLElement && this.list.contains(focus)) focus.focus();
  }
}
