// @ts-check
/** The verdict: one sentence, large, never empty; under it how sure that is. A live region speaks it. */

import { byId } from "./dom.js";
import { mark } from "./marks.js";

/** @import {Value} from "./types.js" */
/** @import {Sure} from "./marks.js" */

export class Verdict {
  constructor() {
    this.sentence = byId("verdict");
    this.detail = byId("verdict-detail");
    this.box = byId("verdict-box");
    this.picture = byId("verdict-mark");
  }

  /**
   * @param {string} sentence
   * @param {{value?: Value, sure?: Sure, detail?: string}} [more] the value for the side to move, none where the
   * sentence is about something else
   */
  say(sentence, { value, sure = "none", detail = "" } = {}) {
    // A live region that is set to the same text again would speak again.
    if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
    if (this.detail.textContent !== detail) this.detail.textContent = detail;
    if (value === undefined) delete this.box.dataset.value;
    else this.box.dataset.value = value;
    this.box.dataset.sure = sure;
    this.picture.replaceChildren(...(value === undefined ? [] : [mark(value, sure)]));
  }
}

/**
 * How sure a value is, in words.
 * @param {Sure} sure @param {boolean} [conditional]
 */
export function sureness(sure, conditional = false) {
  switch (sure) {
    case "proved": return "Verified from the rules.";
    case "found": return conditional ? "Verified, if its tables are right." : "Found, and NOT verified.";
    case "estimate": return "An estimate.";
    default: return "";
  }
}
