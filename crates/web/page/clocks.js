// @ts-check
/** A clock for each side: time for the game and an increment a move. */

/** @import {Side} from "./types.js" */

export class Clocks {
  /** @param {number} seconds @param {number} increment @param {(loser: Side) => void} onflag */
  constructor(seconds, increment, onflag) {
    this.left = { b: seconds, w: seconds };
    this.increment = increment;
    this.onflag = onflag;
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    this.timer = 0;
  }

  /** What a side has left. @param {Side} side */
  seconds(side) {
    const spent = this.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** The clock of a side runs; that of the other one stops. @param {Side | null} side */
  run(side) {
    const { running } = this;
    if (running === side) return;
    if (running) this.left[running] = this.seconds(running) + (side === null ? 0 : this.increment);
    window.clearTimeout(this.timer);
    this.running = side;
    this.since = performance.now();
    if (side) this.timer = window.setTimeout(() => this.onflag(side), this.left[side] * 1000 + 20);
  }

  /** @param {Side} side */
  text(side) {
    const seconds = this.seconds(side);
    const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
    return seconds < 10 ? seconds.toFixed(1) : `${minutes}:${String(rest).padStart(2, "0")}`;
  }
}
