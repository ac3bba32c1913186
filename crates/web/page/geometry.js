// @ts-check
/**
 * Where things are on the drawing of a board: squares of 40 units, the way the visitor sees it (flipped or not), and
 * the way of a move as a path.
 */

import { isLoop, route } from "./surakarta.js";

/** @import {BoardText} from "./types.js" */
/** @typedef {"squares" | "plain" | "points" | "loops" | "slots"} Style */

export const UNIT = 40;

/** @type {Record<string, Style>} */
const STYLES = {
  go: "points",
  "one-eye": "points",
  surakarta: "loops",
  "connect-four": "slots",
  "tic-tac-toe": "plain",
};

export class Geometry {
  /** @param {string} kind @param {BoardText} board @param {boolean} flipped */
  constructor(kind, board, flipped) {
    this.kind = kind;
    this.board = board;
    this.flipped = flipped;
    this.style = STYLES[kind] ?? "squares";
    this.wide = board.columns.length;
    this.high = board.rows.length;
  }

  /** The window of the drawing. */
  get viewBox() {
    // Loops are all round; else only the sides with coordinates need room.
    const far = (this.style === "loops" ? 2.1 : 0.05) * UNIT;
    const near = this.style === "loops" ? far : 6 + 0.03 * UNIT * Math.max(this.wide, this.high);
    return [-near, -far, this.wide * UNIT + near + far, this.high * UNIT + near + far];
  }

  /** Names of all squares, rows from the top as they are seen. @returns {string[][]} */
  get squares() {
    const order = (/** @type {string[]} */ names) => (this.flipped ? [...names].reverse() : names);
    return order(this.board.rows).map((row) => order(this.board.columns).map((column) => column + row));
  }

  /** @param {string} square @returns {{column: number, row: number}} */
  place(square) {
    const letters = /** @type {RegExpMatchArray} */ (square.match(/^([a-z]+)(.+)$/));
    return {
      column: this.board.columns.indexOf(letters ? letters[1] : ""),
      row: this.board.rows.indexOf(letters ? letters[2] : ""),
    };
  }

  /**
   * The middle of a square.
   * @param {string} square @returns {[number, number]}
   */
  middle(square) {
    const { column, row } = this.place(square);
    const x = this.flipped ? this.wide - 1 - column : column;
    const y = this.flipped ? this.high - 1 - row : row;
    return [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
  }

  /**
   * What stands on a square: "." or a man.
   * @param {string} square @param {BoardText} [board]
   */
  man(square, board = this.board) {
    const { column, row } = this.place(square);
    const man = board.men[row]?.[column] ?? ".";
    // In one-eye problems capitals are stones of the region; Go has no kings.
    return this.style === "points" ? man.toLowerCase() : man;
  }

  /**
   * The square at a point of the drawing, if any.
   * @param {number} x @param {number} y @returns {string | null}
   */
  squareAt(x, y) {
    return this.squares[Math.floor(y / UNIT)]?.[Math.floor(x / UNIT)] ?? null;
  }

  /**
   * The way of a move: straight from square to square, on Surakarta's board along the loops.
   * @param {string} move @param {string[]} squares @param {BoardText} [before] the board before the move
   */
  way(move, squares, before = this.board) {
    const points =
      this.style === "loops" && move.includes("x") && squares.length === 2
        ? route(squares[0], squares[1], (square) => this.man(square, before) === ".")
        : squares;
    return points.map((square, at) => this.step(points[at - 1], square)).join("");
  }

  /**
   * One step of a path.
   * @param {string | undefined} from @param {string} to
   */
  step(from, to) {
    const [x, y] = this.middle(to);
    if (from === undefined) return `M${x},${y}`;
    if (this.style === "loops" && isLoop(from, to)) {
      const [u, v] = this.middle(from);
      const [cx, cy] = this.corner(from, to);
      const sweep = (u - cx) * (y - cy) - (v - cy) * (x - cx) > 0 ? 0 : 1;
      const radius = Math.hypot(u - cx, v - cy);
      return `A${radius},${radius} 0 1 ${sweep} ${x},${y}`;
    }
    return `L${x},${y}`;
  }

  /**
   * The corner of the board that a loop goes round.
   * @param {string} one @param {string} two @returns {[number, number]}
   */
  corner(one, two) {
    const [[u, v], [x, y]] = [this.middle(one), this.middle(two)];
    const last = [(this.wide - 0.5) * UNIT, (this.high - 0.5) * UNIT];
    const isEdge = (/** @type {number} */ at, /** @type {number} */ far) => at === UNIT / 2 || at === far;
    return isEdge(u, last[0]) && isEdge(y, last[1]) ? [u, y] : [x, v];
  }
}
