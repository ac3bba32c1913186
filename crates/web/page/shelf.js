// @ts-check
/** The shelf of certificates: what is there, files that are put on it, and verification before anything is believed. */

import { toBase64 } from "./files.js";

/** @import {Desk} from "./desk.js" */
/** @import {Certificate, Progress, Verification} from "./types.js" */

export class Shelf {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** What was dropped on the page, in case the server forgets it. @type {Map<string, string>} */
    this.dropped = new Map();
    /** @type {Map<string, Verification>} */
    this.verified = new Map();
    /** @type {import("./asks.js").Ask | null} */
    this.verifying = null;
  }

  /** @returns {Promise<Certificate[]>} */
  async list() {
    return (await this.desk.asks.now({ want: ["certificates"] })).certificates ?? [];
  }

  /** @param {File} file @returns {Promise<Certificate>} */
  async open(file) {
    const base64 = await toBase64(file);
    const made = await this.put(file.name, base64);
    this.dropped.set(made.name, base64);
    return made;
  }

  /** @param {string} name @param {string} base64 @returns {Promise<Certificate>} */
  async put(name, base64) {
    const { open } = await this.desk.asks.now({ open: name, base64 });
    return /** @type {Certificate} */ (open);
  }

  /**
   * A certificate by its name, verified; a file that was dropped is put back first if the server has lost it.
   * @param {string} name @param {(progress: Progress) => void} watch @returns {Promise<Certificate>}
   */
  async trusted(name, watch) {
    let found = (await this.list()).find((one) => one.name === name);
    const dropped = this.dropped.get(name);
    if (!found && dropped !== undefined) found = await this.put(name, dropped);
    if (!found) throw new Error(`there is no certificate ${JSON.stringify(name)} on the shelf`);
    if (found.verified) return found;
    this.end();
    const ask = this.desk.asks.ask({ want: ["verify"], proof: name, every_ms: 100 }, (part) => {
      watch(/** @type {Progress} */ (part.verify));
    });
    this.verifying = ask;
    const answer = await ask.answer;
    if (this.verifying === ask) this.verifying = null;
    if (answer.verify) this.verified.set(name, /** @type {Verification} */ (answer.verify));
    if (answer.stopped) throw new Error(`the verification of ${JSON.stringify(name)} was stopped`);
    return { ...found, verified: true };
  }

  /** Nobody waits for a verification any more. */
  end() {
    this.verifying?.drop();
    this.verifying = null;
  }
}
