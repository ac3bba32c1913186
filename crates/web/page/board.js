// @ts-check
/**
 * The board: an SVG drawing that is also a grid with labelled cells. Moves are made by click, drag or keyboard; a man
 * that is picked up shows where it may go, with the value of each move where one is known. A game without a board is
 * shown as its picture, with its moves as buttons.
 *
 *     <svg role=grid>  ground, soft squares, cells (what is clicked), men, targets, arrows
 */

import { arrow } from "./arrows.js";
import { h, s } from "./dom.js";
import { Geometry, UNIT } from "./geometry.js";
import { ground } from "./ground.js";
import { known, markShape } from "./marks.js";
import { drawMan, isMan, manName } from "./men.js";
import { isStill, travel } from "./motion.js";
import { better } from "./order.js";
import { colour, title } from "./words.js";

/** @import {BoardText, Entry, LegalMove, Side, Sight} from "./types.js" */
/** @typedef {{game: string, position: string, side: Side, over: string | null, sight: Sight, moves: string[]}} Drawn */

export class Board {
  /** @param {HTMLElement} host @param {(move: string) => void} onmove */
  constructor(host, onmove) {
    this.host = host;
    this.onmove = onmove;
    this.flipped = false;
    /** Nobody moves on a locked board. */
    this.locked = false;
    /** @type {Drawn | null} */
    this.drawn = null;
    /** @type {LegalMove | null} */
    this.last = null;
    /** The squares that were chosen of a move, the man's first. @type {string[]} */
    this.path = [];
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {{move: LegalMove, look: string}[]} */
    this.arrows = [];
    /** @type {LegalMove | null} */
    this.previewed = null;
    /** @type {Geometry | null} */
    this.geometry = null;
    this.layers = { soft: s("g"), men: s("g"), over: s("g") };
    /** @type {Map<string, SVGGElement>} */
    this.cells = new Map();
    this.focused = "";
    /** The square where a man was just picked up, or let go, by a pointer. */
    this.pressed = "";
    this.finish = () => {};
    this.said = h("p", { class: "unseen", "aria-live": "polite" });
  }

  /**
   * Draws a position. The man of the last move travels, if the one before was on the board.
   * @param {Drawn} drawn
   */
  show(drawn) {
    this.finish();
    const before = this.drawn;
    const step = before && before.game === drawn.game ? oneStep(before.moves, drawn.moves) : 0;
    this.last = lastMove(drawn, step === 1 ? before : null);
    const undone = step === -1 && before ? lastMove(before, drawn) : null;
    this.drawn = drawn;
    [this.path, this.entries, this.arrows, this.previewed] = [[], new Map(), [], null];
    if (!drawn.sight.board) return this.showPicture(drawn);
    this.prepare(drawn, drawn.sight.board);
    const old = before?.sight.board;
    if (step === 1 && this.last && old) this.move(this.last, old, false);
    else if (undone && old) this.move(undone, old, true);
    else this.drawMen();
    this.redraw();
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.locked = locked;
    this.path = [];
    this.redraw();
  }

  flip() {
    this.flipped = !this.flipped;
    const { drawn } = this;
    if (!drawn?.sight.board) return;
    this.prepare(drawn, drawn.sight.board);
    this.drawMen();
    this.redraw();
  }

  /**
   * What is known of the moves.
   * @param {Iterable<Entry>} entries
   */
  value(entries) {
    this.entries = new Map([...entries].map((entry) => [entry.move, entry]));
    this.redraw();
  }

  /**
   * Arrows: moves with what they mean ("best win proved", "threat").
   * @param {{move: string, look: string}[]} arrows
   */
  point(arrows) {
    this.arrows = arrows.map(({ move, look }) => ({ move: this.legal(move), look }));
    this.redraw();
  }

  /**
   * Draws one move alone, while it is pointed at.
   * @param {string | null} move
   */
  preview(move) {
    this.previewed = move === null ? null : this.legal(move);
    this.redraw();
  }

  /** A move with its squares, also one of the other side. @param {string} move @returns {LegalMove} */
  legal(move) {
    return this.drawn?.sight.moves.find((legal) => legal.move === move) ?? { move, squares: squaresIn(move) };
  }

  // Drawing

  /** A game without a board. @param {Drawn} drawn */
  showPicture(drawn) {
    this.geometry = null;
    this.host.replaceChildren(h("pre", { class: "picture" }, drawn.sight.picture), this.bareMoves(drawn), this.said);
  }

  /** Moves that no square stands for, as buttons. @param {Drawn} drawn */
  bareMoves(drawn) {
    const bare = drawn.sight.moves.filter((move) => move.squares.length === 0);
    const button = (/** @type {LegalMove} */ { move }) =>
      h("button", { type: "button", "data-bare": move, onclick: () => !this.locked && this.onmove(move) }, move);
    return h("div", { class: "bare" }, ...bare.map(button));
  }

  /**
   * The empty board and its cells, anew if it is another one.
   * @param {Drawn} drawn @param {BoardText} board
   */
  prepare(drawn, board) {
    const geometry = new Geometry(drawn.sight.kind, board, this.flipped);
    this.geometry = geometry;
    const hadFocus = this.host.contains(document.activeElement);
    const drawing = s("svg", {
      viewBox: geometry.viewBox.join(" "),
      preserveAspectRatio: "xMidYMin meet",
      role: "grid",
      class: `drawing ${geometry.style}`,
      "aria-label": `${title(drawn.sight.kind)} board, ${drawn.sight.sentence}`,
    });
    this.cells = new Map();
    const rows = geometry.squares.map((row) => s("g", { role: "row" }, ...row.map((square) => this.cell(square))));
    this.layers = {
      soft: s("g", { class: "soft", "aria-hidden": "true" }),
      men: s("g", { class: "men", "aria-hidden": "true" }),
      over: s("g", { class: "over", "aria-hidden": "true" }),
    };
    drawing.append(ground(geometry, drawn.position), this.layers.soft, ...rows, this.layers.men, this.layers.over);
    drawing.addEventListener("pointerdown", (event) => this.press(event));
    // A click does not take the focus, so that the arrows still walk the moves.
    drawing.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    });
    this.host.replaceChildren(drawing, this.bareMoves(drawn), this.said);
    if (!this.cells.has(this.focused)) this.focused = geometry.squares[geometry.high - 1][0];
    this.cells.get(this.focused)?.setAttribute("tabindex", "0");
    if (hadFocus) this.cells.get(this.focused)?.focus();
  }

  /** @param {string} square */
  cell(square) {
    const geometry = /** @type {Geometry} */ (this.geometry);
    const [x, y] = geometry.middle(square);
    const half = UNIT / 2;
    const cell = s(
      "g",
      {
        role: "gridcell",
        "data-square": square,
        tabindex: -1,
        class: "cell",
        onclick: () => this.released(square),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, square),
        onfocus: () => this.focusOn(square),
      },
      s("rect", { x: x - half, y: y - half, width: UNIT, height: UNIT }),
    );
    this.cells.set(square, cell);
    return cell;
  }

  /** @param {BoardText} [board] @param {string} [without] a square that is left empty */
  drawMen(board = this.drawn?.sight.board ?? undefined, without = "") {
    const { geometry } = this;
    if (!geometry || !board) return;
    const men = [];
    for (const square of geometry.squares.flat()) {
      const man = geometry.man(square, board);
      if (square === without || !(isMan(man) || man === "#")) continue;
      const drawn = drawMan(man, ...geometry.middle(square));
      drawn.setAttribute("data-man", square);
      men.push(drawn);
    }
    this.layers.men.replaceChildren(...men);
  }

  /**
   * The man of a move travels: on the old board, until it has arrived.
   * @param {LegalMove} move @param {BoardText} old @param {boolean} back whether the move is taken back
   */
  move(move, old, back) {
    const geometry = /** @type {Geometry} */ (this.geometry);
    const now = /** @type {BoardText} */ (this.drawn?.sight.board);
    const squares = back ? [...move.squares].reverse() : move.squares;
    const [from, to] = [squares[0], squares[squares.length - 1]];
    if (from === undefined) return this.drawMen();
    const isDrop = squares.length === 1;
    const man = isDrop ? geometry.man(to, now) : geometry.man(from, old);
    const isShown = isMan(man) && (!isDrop || (geometry.style === "slots" && !back));
    if (isStill() || !isShown) return this.drawMen();
    this.drawMen(old, isDrop ? "" : from);
    const [x, y] = geometry.middle(to);
    const d = isDrop ? `M${x},${-UNIT / 2}L${x},${y}` : geometry.way(move.move, squares, back ? now : old);
    this.finish = travel(this.layers.men, man, d, () => {
      this.finish = () => {};
      this.drawMen();
    });
  }

  /** What lies over and under the men: soft squares, targets, values, arrows; and the words of the cells. */
  redraw() {
    const { geometry, drawn } = this;
    if (!geometry || !drawn?.sight.board) return;
    this.layers.soft.replaceChildren(...this.softSquares(geometry));
    const targets = this.targets();
    const over = [...this.values(geometry, targets), ...this.arrowsNow(geometry)];
    this.layers.over.replaceChildren(...over);
    for (const [square, cell] of this.cells) {
      const starts = !this.locked && drawn.sight.moves.some((move) => move.squares[0] === square);
      const words = [square, manName(geometry.man(square))];
      if (this.path.includes(square)) words.push("picked up");
      else if (targets.has(square)) words.push("goes here");
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-selected", String(this.path.includes(square)));
      cell.classList.toggle("movable", starts || targets.has(square));
      cell.classList.toggle("draggable", starts && isMan(geometry.man(square)));
    }
  }

  /** @param {Geometry} geometry */
  softSquares(geometry) {
    const squares = this.last?.squares ?? [];
    const marked = squares.length > 1 ? [squares[0], squares[squares.length - 1]] : squares;
    const soft = (/** @type {string} */ square, /** @type {string} */ look) => {
      const [x, y] = geometry.middle(square);
      if (geometry.style === "slots") return s("circle", { class: look, cx: x, cy: y, r: 19 });
      return s("rect", { class: look, x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
    };
    return [...marked.map((square) => soft(square, "last")), ...this.path.map((square) => soft(square, "picked"))];
  }

  /**
   * Where the picked man may go, each with the best move that ends (or steps) there.
   * @returns {Map<string, LegalMove>}
   */
  targets() {
    /** @type {Map<string, LegalMove>} */
    const targets = new Map();
    if (this.path.length === 0) return targets;
    for (const move of this.candidates()) {
      for (const square of [move.squares[this.path.length], move.squares[move.squares.length - 1]]) {
        const there = targets.get(square);
        const isBetter = !there || better(this.entries.get(move.move), this.entries.get(there.move));
        if (isBetter) targets.set(square, move);
      }
    }
    return targets;
  }

  /**
   * Targets as dots, captures as rings; with the shape of the value where it is known. Where men are dropped, every
   * square shows its value at once.
   * @param {Geometry} geometry @param {Map<string, LegalMove>} targets
   */
  values(geometry, targets) {
    /** @type {SVGElement[]} */
    const drawn = [];
    /** @type {Map<string, [number, number]>} */
    const taken = new Map();
    for (const [square, move] of targets) {
      const [x, y] = geometry.middle(square);
      const isTaken = isMan(geometry.man(square)) && !this.path.includes(square);
      if (isTaken) drawn.push(s("circle", { class: `ring ${this.valueClass(move)}`, cx: x, cy: y, r: 17.5 }));
      for (const point of jumped(geometry, move)) taken.set(String(point), point);
      const value = this.markOf(move, x, y, 0.8);
      if (value && !isTaken) drawn.push(value);
      else if (!isTaken) drawn.push(s("circle", { class: "target", cx: x, cy: y, r: 5.5 }));
    }
    for (const [cx, cy] of taken.values()) drawn.push(s("circle", { class: "ring", cx, cy, r: 17.5 }));
    if (this.path.length === 0) {
      for (const move of this.drawn?.sight.moves ?? []) {
        if (move.squares.length !== 1) continue;
        const value = this.markOf(move, ...geometry.middle(move.squares[0]), 0.9);
        if (value) drawn.push(value);
      }
    }
    return drawn;
  }

  /** @param {LegalMove} move @param {number} x @param {number} y @param {number} scale */
  markOf(move, x, y, scale) {
    const entry = this.entries.get(move.move);
    if (!entry) return null;
    const { lean, sure } = known(entry);
    if (sure === "none") return null;
    return s("g", { class: "value", transform: `translate(${x},${y}) scale(${scale})` }, markShape(lean, sure));
  }

  /** @param {LegalMove} move */
  valueClass(move) {
    const entry = this.entries.get(move.move);
    return entry ? known(entry).lean.replaceAll(" ", "-") : "";
  }

  /** @param {Geometry} geometry */
  arrowsNow(geometry) {
    if (this.path.length > 0) return [];
    const arrows = this.previewed
      ? [{ move: this.previewed, look: `preview ${this.valueClass(this.previewed)}` }]
      : this.arrows;
    return arrows.flatMap(({ move, look }) => arrow(geometry, move, look) ?? []);
  }

  // Moving

  /** The moves that begin with what was chosen. */
  candidates() {
    const moves = this.locked ? [] : (this.drawn?.sight.moves ?? []);
    return moves.filter((move) => this.path.every((square, at) => move.squares[at] === square));
  }

  /** A click has ended; the man that it picked up has been dealt with. @param {string} square */
  released(square) {
    if (this.pressed !== square) this.click(square);
    this.pressed = "";
  }

  /** A square was clicked, or chosen by the keyboard. @param {string} square */
  click(square) {
    const { geometry, drawn } = this;
    if (!geometry || !drawn || this.locked) return;
    if (this.path.length > 0) {
      const candidates = this.candidates();
      const next = candidates.filter((move) => move.squares[this.path.length] === square);
      const ends = candidates.filter((move) => move.squares[move.squares.length - 1] === square);
      const only = next.length === 1 ? next[0] : next.length === 0 && ends.length === 1 ? ends[0] : null;
      if (only) return this.make(only);
      if (next.length > 1) return this.pick([...this.path, square]);
      if (this.path[0] === square) return this.pick([]);
    }
    const isHere = (/** @type {string} */ start) =>
      geometry.style === "slots" ? geometry.place(start).column === geometry.place(square).column : start === square;
    const starts = drawn.sight.moves.filter((move) => move.squares.length > 0 && isHere(move.squares[0]));
    const drop = starts.find((move) => move.squares.length === 1);
    if (drop) return this.make(drop);
    this.pick(starts.length > 0 ? [square] : []);
  }

  /** @param {string[]} path */
  pick(path) {
    const goes = path.length > 0 && this.path.join() !== path.join();
    this.path = path;
    this.redraw();
    if (goes) this.said.textContent = `${path[0]} goes to ${[...this.targets().keys()].join(", ")}`;
  }

  /** @param {LegalMove} move */
  make(move) {
    this.path = [];
    this.said.textContent = `${colour(this.drawn?.side ?? "b")} ${move.move}`;
    this.onmove(move.move);
  }

  /**
   * The mouse or a finger goes down: a man is picked up at once, and follows.
   * @param {PointerEvent} event
   */
  press(event) {
    const { geometry } = this;
    const drawing = /** @type {SVGSVGElement} */ (event.currentTarget);
    const square = /** @type {Element} */ (event.target).closest("[data-square]")?.getAttribute("data-square");
    this.pressed = "";
    if (!geometry || !square || this.locked || event.button !== 0) return;
    const begins = this.drawn?.sight.moves.some((move) => move.squares.length > 1 && move.squares[0] === square);
    if (!begins || this.targets().has(square)) return;
    this.pressed = square;
    const wasPicked = this.path[0] === square;
    const [startX, startY] = [event.clientX, event.clientY];
    const man = this.layers.men.querySelector(`[data-man="${square}"]`);
    let isDragged = false;
    if (!wasPicked) this.pick([square]);

    const follow = (/** @type {PointerEvent} */ at) => {
      if (!isDragged && Math.hypot(at.clientX - startX, at.clientY - startY) < 5) return;
      isDragged = true;
      const { x, y } = toDrawing(drawing, at);
      man?.setAttribute("transform", `translate(${x},${y})`);
      man?.classList.add("dragged");
    };
    const release = (/** @type {PointerEvent} */ at) => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
      if (!isDragged) {
        if (wasPicked) this.pick([]);
        return;
      }
      const { x, y } = toDrawing(drawing, at);
      const target = at.type === "pointerup" ? geometry.squareAt(x, y) : null;
      const isTarget = target !== null && this.targets().has(target);
      this.drawMen();
      if (isTarget) this.click(target);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
  }

  /** @param {KeyboardEvent} event @param {string} square */
  key(event, square) {
    const { geometry } = this;
    if (!geometry || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = geometry.squares;
    const row = rows.findIndex((names) => names.includes(square));
    const column = rows[row].indexOf(square);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, geometry.wide - 1],
    };
    const to = steps[event.key];
    if (to) this.cells.get(rows[to[0]]?.[to[1]] ?? square)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.click(square);
    else if (event.key === "Escape" && this.path.length > 0) this.pick([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} square */
  focusOn(square) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells.get(square)?.setAttribute("tabindex", "0");
  }
}

/**
 * 1 if one move more was made, -1 if one was taken back, else 0.
 * @param {string[]} before @param {string[]} after
 */
function oneStep(before, after) {
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  if (long.length !== short.length + 1 || short.some((move, at) => move !== long[at])) return 0;
  return after === long ? 1 : -1;
}

/**
 * The last move of a position with its squares.
 * @param {Drawn} drawn @param {Drawn | null} before the position before it, where it is known
 * @returns {LegalMove | null}
 */
function lastMove(drawn, before) {
  const move = drawn.moves[drawn.moves.length - 1];
  if (move === undefined) return null;
  const legal = before?.sight.moves.find((one) => one.move === move);
  if (legal) return legal;
  const { board } = drawn.sight;
  if (board && drawn.sight.kind === "connect-four" && /^[a-z]$/.test(move)) {
    // The highest man of the file.
    const column = board.columns.indexOf(move);
    const row = board.men.findIndex((men) => men[column] !== ".");
    return { move, squares: row < 0 ? [] : [move + board.rows[row]] };
  }
  return { move, squares: squaresIn(move) };
}

/** @param {string} move @returns {string[]} */
const squaresIn = (move) => move.match(/[a-z]\d+/g) ?? [];

/**
 * Men of checkers that a move jumps over.
 * @param {Geometry} geometry @param {LegalMove} move @returns {[number, number][]}
 */
function jumped(geometry, move) {
  if (geometry.kind !== "checkers" || !move.move.includes("x")) return [];
  return move.squares.slice(1).map((square, at) => {
    const [[x, y], [u, v]] = [geometry.middle(move.squares[at]), geometry.middle(square)];
    return [(x + u) / 2, (y + v) / 2];
  });
}

/** Where a pointer is on the drawing. @param {SVGSVGElement} drawing @param {PointerEvent} event */
function toDrawing(drawing, event) {
  const matrix = drawing.getScreenCTM()?.inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
}
