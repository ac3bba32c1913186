// @ts-check
/**
 * The desk that all views share: what is on the board, the tree of moves, the way to ask, and where things are said.
 * The address is the truth: whoever wants another position or view goes to its place.
 */

import { boardKey, read, write } from "./address.js";
import { byId } from "./dom.js";
import { path, rest, Tree } from "./tree.js";
import { other } from "./words.js";

/** @import {Place} from "./address.js" */
/** @import {Ask, Asks} from "./asks.js" */
/** @import {Board} from "./board.js" */
/** @import {Answer, Game, Over, Side, Sight} from "./types.js" */
/** @import {Verdict} from "./verdict.js" */

/**
 * What is on the board. `start` is the ply that the first move has in a record: 1 where the second player begins.
 * @typedef {{place: Place, game: string, position: string, side: Side, over: Over, sight: Sight, start: number}} Shown
 *
 * A view: builds its panel, hears of every position that is shown, and stops what it asked when that is left. It may
 * take moves, undo and redo into its own hands.
 * @typedef {{title: string, open: (panel: HTMLElement) => void, shown: (shown: Shown) => void, leave: () => void,
 *   close?: () => void, play?: (move: string) => void, best?: () => string | null, undo?: () => void,
 *   redo?: () => void, keepsRest?: boolean, hasBoard?: boolean, hasMoves?: boolean}} View
 */

const MOST_KEPT = 400;

export class Desk {
  /** @param {Asks} asks @param {Verdict} verdict */
  constructor(asks, verdict) {
    this.asks = asks;
    /** All games, as soon as they are known. @type {Game[]} */
    this.games = [];
    this.verdict = verdict;
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    /** @type {Shown | null} */
    this.shown = null;
    this.tree = new Tree();
    /** @type {Map<string, Tree>} */
    this.trees = new Map();
    /** @type {Map<string, Answer>} */
    this.seen = new Map();
    this.turn = 0;
    /** The address that is shown, or about to be. */
    this.arrived = "";
    this.line = byId("error");
    /** Called when a place is shown, or could not be. @type {(shown: Shown) => Promise<void>} */
    this.onshown = async () => {};
    /** @type {() => void} */
    this.onleave = () => {};
  }

  /** What is shown; an address that is a mistake changes nothing. @returns {Place} */
  get place() {
    return this.shown?.place ?? read(location.hash);
  }

  /**
   * Goes to a place: a step in the history, or in place of the last one.
   * @param {Place} place @param {"push" | "replace"} [how]
   */
  go(place, how = "push") {
    const address = write(place);
    if (address !== location.hash) {
      if (how === "push") history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }
    return this.arrive();
  }

  /** The address has changed: shows what it says. */
  async arrive() {
    const place = read(location.hash);
    this.arrived = location.hash;
    const turn = ++this.turn;
    this.onleave();
    const key = boardKey(place);
    let answer = this.seen.get(key);
    if (!answer) {
      try {
        answer = await this.asks.now({ ...question(place), want: ["view"] });
      } catch (error) {
        if (turn !== this.turn) return;
        // Something has to be on the board, and the address is not touched.
        if (!this.shown) await this.showFallback(place);
        return this.complain(error, byId("bar"));
      }
      if (turn !== this.turn) return;
      if (this.seen.size > MOST_KEPT) this.seen.clear();
      this.seen.set(key, answer);
    }
    this.complain(null);
    await this.show(place, answer);
  }

  /** The start of the game, or of any game, where the address is no position. @param {Place} place */
  async showFallback(place) {
    for (const game of [place.game, this.games[0]?.spec ?? "loa"]) {
      const instead = { ...place, game, position: null, moves: [], rest: [] };
      try {
        return await this.show(instead, await this.asks.now({ ...question(instead), want: ["view"] }));
      } catch {
        // The next one.
      }
    }
  }

  /** @param {Place} place @param {Answer} answer */
  show(place, answer) {
    const { game = place.game, position = "", side = "b", over = null } = answer;
    const sight = /** @type {Sight} */ (answer.view);
    const treeKey = keyOf(place.game, place.position);
    this.tree = this.trees.get(treeKey) ?? new Tree();
    this.trees.set(treeKey, this.tree);
    this.tree.follow(place.moves, place.rest);
    const shown = { place, game, position, side, over, sight, start: 0 };
    shown.start = this.startOf(shown);
    this.shown = shown;
    this.board.locked = false;
    this.board.show({ game, position, side, over, sight, moves: place.moves });
    return this.onshown(shown);
  }

  /** The ply that the first move has in a record. @param {Shown} shown */
  startOf({ place, side, sight }) {
    const rootSide = place.moves.length % 2 === 0 ? side : other(side);
    const first = this.games.find((one) => one.name === sight.kind)?.first === "White" ? "w" : "b";
    return rootSide === first ? 0 : 1;
  }

  /** Forgets the variations of a game. @param {string} game @param {string | null} position */
  forget(game, position) {
    this.trees.delete(keyOf(game, position));
  }

  /**
   * Plays a move on the board.
   * @param {string} move @param {"push" | "replace"} [how]
   */
  play(move, how = "push") {
    return this.walk([...this.place.moves, move], how);
  }

  /**
   * Goes to other moves of the same game.
   * @param {string[]} moves @param {"push" | "replace"} [how] @param {string[]} [after] how the line goes on
   */
  walk(moves, how = "push", after = []) {
    return this.go({ ...this.place, moves, rest: after }, how);
  }

  /** Takes moves back. @param {number} [plies] */
  undo(plies = 1) {
    let node = this.tree.at;
    for (let count = 0; count < plies && node.parent; count++) node = node.parent;
    if (node !== this.tree.at) this.walk(path(node), "replace", this.keepsRest ? rest(node) : []);
  }

  /** Goes on along the line that was last followed. @param {number} [plies] */
  redo(plies = 1) {
    let node = this.tree.at;
    for (let count = 0; count < plies; count++) node = node.latest ?? node.children[0] ?? node;
    if (node !== this.tree.at) this.walk(path(node), "replace", this.keepsRest ? rest(node) : []);
  }

  /** Whether the address keeps the moves behind the position. */
  keepsRest = false;

  /**
   * A question about a place, or about what is on the board.
   * @param {object} wanted @param {(answer: Answer) => void} [part] @param {Place} [place] @returns {Ask}
   */
  ask(wanted, part, place = this.place) {
    return this.asks.ask({ ...question(place), ...wanted }, part);
  }

  /**
   * Says a mistake beside where it was made, or that there is none any more.
   * @param {unknown} mistake @param {Element} [beside]
   */
  complain(mistake, beside) {
    // Kept here, for a panel that goes may take it along.
    const { line } = this;
    line.hidden = mistake === null;
    line.textContent = mistake === null ? "" : mistake instanceof Error ? mistake.message : String(mistake);
    if (mistake === null) return;
    const place = beside?.isConnected ? beside : byId("bar");
    if (place.nextElementSibling !== line) place.after(line);
  }
}

/** @param {string} game @param {string | null} position */
const keyOf = (game, position) => JSON.stringify([game, position]);

/**
 * The position of a place, as the protocol has it.
 * @param {Place} place
 */
export function question(place) {
  const { game, position, moves } = place;
  return position === null ? { game, moves } : { game, position, moves };
}
