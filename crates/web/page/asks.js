// @ts-check
/**
 * Requests as promises: each has an id, may tell parts of its answer, and can be stopped. What is open when the
 * connection comes back is asked again.
 */

/** @import {Answer} from "./types.js" */
/** @import {Connection} from "./connection.js" */

/**
 * An open request: its last answer, and a way to end it.
 * @typedef {{answer: Promise<Answer>, stop: () => void, drop: () => void}} Ask
 */

/** What the other side refused, in its words. */
export class Refusal extends Error {}

export class Asks {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.number = 0;
    this.open = false;
    /** @type {Map<string, {request: object, part: (answer: Answer) => void, end: (answer: Answer) => void}>} */
    this.waiting = new Map();
    connection.onmessage = (answer) => this.hear(answer);
  }

  /**
   * The connection is open again: what was open is asked again.
   */
  resume() {
    this.open = true;
    for (const { request } of this.waiting.values()) this.connection.send(request);
  }

  /** The connection is gone; requests wait. */
  pause() {
    this.open = false;
  }

  /**
   * One request.
   * @param {object} question @param {(answer: Answer) => void} [part] hears partial answers
   * @returns {Ask}
   */
  ask(question, part = () => {}) {
    const id = `p${++this.number}`;
    const request = { id, ...question };
    /** @type {Promise<Answer>} */
    const answer = new Promise((resolve, reject) => {
      const end = (/** @type {Answer} */ last) =>
        last.error === undefined ? resolve(last) : reject(new Refusal(last.error));
      this.waiting.set(id, { request, part, end });
    });
    if (this.open) this.connection.send(request);
    const stop = () => {
      if (this.waiting.has(id)) this.connection.send({ id, stop: true });
    };
    // Stops, and what it still says is not heard.
    const drop = () => {
      stop();
      this.waiting.delete(id);
    };
    return { answer, stop, drop };
  }

  /**
   * A quick question, whose answer is all that matters.
   * @param {object} question @returns {Promise<Answer>}
   */
  now(question) {
    return this.ask(question).answer;
  }

  /** @param {Answer} answer */
  hear(answer) {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if (answer.error === undefined && answer.done === false) return waiting.part(answer);
    this.waiting.delete(answer.id);
    waiting.end(answer);
  }
}
