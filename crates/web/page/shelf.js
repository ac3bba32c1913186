// @ts-check
/**
 * The shelf of certificates: what is there, files that are put on it, and verification before anything is believed. The
 * server keeps what was put there as long as the connection lasts; copies here outlive that, and a reload.
 */

import { toBase64 } from "./files.js";
import { quote } from "./words.js";

/** @import {Desk} from "./desk.js" */
/** @import {Certificate, Progress, Verification} from "./types.js" */

/** The longest message that a server takes. */
const LONGEST = 16_000_000;

/** @type {Map<string, string>} */
const copies = new Map();

/** Keeps a copy of a certificate. @param {string} name @param {string} base64 */
export function keepCopy(name, base64) {
  copies.set(name, base64);
  try {
    sessionStorage.setItem(`proof ${name}`, base64);
  } catch {
    // Too large for that: a reload loses it.
  }
}

/** @param {string} name */
function copyOf(name) {
  return copies.get(name) ?? sessionStorage.getItem(`proof ${name}`) ?? undefined;
}

export class Shelf {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
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
    if (base64.length > LONGEST) {
      throw new Error(`${quote(file.name)} is too large for the page: start andor web with it`);
    }
    const made = await this.put(file.name, base64);
    keepCopy(made.name, base64);
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
    const copy = copyOf(name);
    if (!found && copy !== undefined) found = await this.put(name, copy);
    if (!found) throw new Error(`there is no certificate ${quote(name)} here`);
    if (found.verified) return found;
    this.end();
    const ask = this.desk.asks.ask({ want: ["verify"], proof: name, every_ms: 100 }, (part) => {
      watch(/** @type {Progress} */ (part.verify));
    });
    this.verifying = ask;
    const answer = await ask.answer;
    if (this.verifying === ask) this.verifying = null;
    if (answer.verify) this.verified.set(name, /** @type {Verification} */ (answer.verify));
    if (answer.stopped) throw new Error(`the verification of ${quote(name)} was stopped`);
    return { ...found, verified: true };
  }

  /** Nobody waits for a verification any more. */
  end() {
    this.verifying?.drop();
    this.verifying = null;
  }
}
