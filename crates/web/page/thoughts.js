// @ts-check
/**
 * What is thought about the position on the board, in the background: the value of every move, the best one, the
 * threat. It ends as soon as the position is left; what was learnt is kept for the way back.
 */

import { boardKey } from "./address.js";
import { known } from "./marks.js";
import { together } from "./order.js";

/** @import {Ask} from "./asks.js" */
/** @import {Desk, Shown} from "./desk.js" */
/** @import {Entry, Eval} from "./types.js" */

/** @typedef {{entries: Entry[], best: Eval | null, threat: Eval | null, isOpen: boolean}} Thought */

const PATIENCE = 90;

export class Thoughts {
  /** @param {Desk} desk @param {() => void} onchange */
  constructor(desk, onchange) {
    this.desk = desk;
    this.onchange = onchange;
    /** @type {Map<string, Thought>} */
    this.kept = new Map();
    /** @type {Ask[]} */
    this.asks = [];
    this.timer = 0;
    /** @type {Thought} */
    this.now = { entries: [], best: null, threat: null, isOpen: false };
  }

  /** A position is on the board. @param {Shown} shown @param {number} ms */
  begin(shown, ms) {
    this.end();
    const key = boardKey(shown.place);
    const old = this.kept.get(key);
    this.now = old ?? { entries: [], best: null, threat: null, isOpen: false };
    if (this.kept.size > 300) this.kept.clear();
    this.kept.set(key, this.now);
    if (shown.over !== null) return;
    const isSettled = old !== undefined && together(old.entries).sure === "proved" && old.entries.every(isKnown);
    if (isSettled) return;
    // Somebody who walks fast asks nothing.
    this.timer = window.setTimeout(() => this.ask(ms), PATIENCE);
    this.now.isOpen = true;
  }

  /** @param {number} ms */
  ask(ms) {
    const now = this.now;
    now.isOpen = true;
    // The arrows first: where only one search runs at a time, the values can wait a moment.
    const looks = this.desk.ask({ want: ["eval", "threat"], limit: { ms: 400 }, every_ms: 200 }, (answer) => {
      if (answer.eval !== undefined) now.best = answer.eval;
      if (answer.threat !== undefined) now.threat = answer.threat;
      this.onchange();
    });
    const values = this.desk.ask({ want: ["values"], limit: { ms }, every_ms: 50 }, (answer) => {
      if (answer.values) this.learn(now, answer.values);
    });
    this.asks = [values, looks];
    values.answer.then(
      (answer) => {
        now.isOpen = false;
        if (answer.values) this.learn(now, answer.values);
        else this.onchange();
      },
      (error) => this.fail(now, error),
    );
    looks.answer.then(
      (answer) => {
        [now.best, now.threat] = [answer.eval ?? null, answer.threat ?? null];
        this.onchange();
      },
      () => {},
    );
  }

  /** Thinks on about the same position. @param {number} ms */
  goOn(ms) {
    for (const ask of this.asks) ask.drop();
    this.ask(ms);
    this.onchange();
  }

  /** Stops, and hears what there is. */
  stop() {
    for (const ask of this.asks) ask.stop();
  }

  /** The position is left. */
  end() {
    window.clearTimeout(this.timer);
    for (const ask of this.asks) ask.drop();
    this.asks = [];
    this.now.isOpen = false;
  }

  /** @param {Thought} thought @param {Entry | Entry[]} news */
  learn(thought, news) {
    const byMove = new Map(thought.entries.map((entry) => [entry.move, entry]));
    for (const entry of Array.isArray(news) ? news : [news]) {
      const old = byMove.get(entry.move);
      // A second look never forgets what was proved.
      if (!old || !(known(old).sure === "proved" && known(entry).sure !== "proved")) byMove.set(entry.move, entry);
    }
    thought.entries = [...byMove.values()];
    this.onchange();
  }

  /** @param {Thought} thought @param {unknown} error */
  fail(thought, error) {
    thought.isOpen = false;
    this.desk.complain(error, document.getElementById("values") ?? undefined);
    this.onchange();
  }
}

/** @param {Entry} entry */
const isKnown = (entry) => known(entry).sure === "proved";
