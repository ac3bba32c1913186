// @ts-check
/** Which move is better, by what is known of them; and what the moves say about the position. */

import { known } from "./marks.js";

/** @import {Entry, Over, Side, Value} from "./types.js" */
/** @import {Sure} from "./marks.js" */

/**
 * A number that sorts moves: quick wins, then what is open by its expectation, then losses, the longest first.
 * @param {Entry | undefined} entry
 */
export function worth(entry) {
  if (!entry) return 0.5;
  const { value, sure } = known(entry);
  const length = Math.min(entry.plies ?? 9000, 9000) / 10000;
  const points = 0.5 + Math.tanh((entry.estimate ?? 0) / 1000) / 2;
  const expected = Math.min(Math.max(entry.expected ?? points, 0.01), 0.99);
  switch (value) {
    case "win": return (sure === "proved" ? 3 : 2) - length;
    case "at least a draw": return Math.max(0.5, expected);
    case "draw": return 0.5;
    case "not a win": return Math.min(0.45, expected);
    case "loss": return (sure === "proved" ? -2 : -1) + length;
    default: return expected;
  }
}

/** @param {Entry | undefined} one @param {Entry | undefined} two */
export const better = (one, two) => worth(one) > worth(two);

/** @param {Entry[]} entries @returns {Entry[]} */
export const bestFirst = (entries) =>
  entries.map((entry, at) => ({ entry, at })).sort((a, b) => worth(b.entry) - worth(a.entry) || a.at - b.at)
    .map(({ entry }) => entry);

/**
 * The value of a finished game for a side; nothing while it goes on.
 * @param {Over} over @param {Side} side @returns {Value | undefined}
 */
export function ended(over, side) {
  if (over === null) return undefined;
  return over === "draw" ? "draw" : over === side ? "win" : "loss";
}

/**
 * What the moves say about the position, for the side to move.
 * @param {Entry[]} entries @returns {{value: Value, plies: number | null, sure: Sure, conditional: boolean}}
 */
export function together(entries) {
  const proved = combined(entries, (entry) => (entry.verified === true ? entry.value : "unknown"));
  if (proved.value !== "unknown") return { ...proved, sure: "proved", conditional: false };
  const found = combined(entries, (entry) => known(entry).value);
  const conditional = entries.some((entry) => entry.verified === "conditional");
  return { ...found, sure: found.value === "unknown" ? "none" : "found", conditional };
}

/** @param {Entry[]} entries @param {(entry: Entry) => Value} valueOf @returns {{value: Value, plies: number | null}} */
function combined(entries, valueOf) {
  const values = entries.map(valueOf);
  const has = (/** @type {Value} */ value) => values.includes(value);
  const plies = (/** @type {Value} */ value) =>
    entries.filter((entry) => valueOf(entry) === value).map((entry) => entry.plies);
  if (has("win")) {
    const lengths = plies("win").filter((length) => length !== null);
    return { value: "win", plies: lengths.length > 0 ? Math.min(...lengths) : null };
  }
  if (values.length === 0) return { value: "unknown", plies: null };
  if (values.every((value) => value === "loss")) {
    const lengths = plies("loss").map((length) => length ?? Infinity);
    const longest = Math.max(...lengths);
    return { value: "loss", plies: Number.isFinite(longest) ? longest : null };
  }
  const capped = values.every((value) => value === "loss" || value === "draw" || value === "not a win");
  const holds = has("draw") || has("at least a draw");
  const value = capped ? (has("draw") ? "draw" : "not a win") : holds ? "at least a draw" : "unknown";
  return { value, plies: null };
}
