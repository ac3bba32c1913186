// @ts-check
/** The sentences of the terminal (crates/cli/src/wording.rs), for the page. */

/** @import {Side, Value, Eval, Entry, Over} from "./types.js" */

/** @param {Side} side */
export const colour = (side) => (side === "b" ? "Black" : "White");

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "b" ? "w" : "b");

/** @param {number} count */
export const thousands = (count) => Math.round(count).toString().replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * So many of something: 1 ply, 1,200 plies, 2 jobs.
 * @param {number} count @param {string} one
 */
export function counted(count, one) {
  if (count === 1) return `1 ${one}`;
  return `${thousands(count)} ${one.endsWith("y") ? `${one.slice(0, -1)}ies` : `${one}s`}`;
}

/**
 * Seconds as people say them: 45 s, 12 min 5 s, 3 h 20 min.
 * @param {number} seconds
 */
export function clock(seconds) {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}

/**
 * A large number in short: 950, 3.7 k, 12.5 M.
 * @param {number} number
 */
export function short(number) {
  if (number < 10) return String(Math.round(number * 100) / 100);
  if (number < 1000) return String(Math.round(number));
  for (const [unit, size] of /** @type {[string, number][]} */ ([["G", 1e9], ["M", 1e6], ["k", 1e3]])) {
    if (number >= size) return `${(number / size).toFixed(1).replace(/\.0$/, "")} ${unit}`;
  }
  return "";
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

/**
 * Another's words in quotes, shortened.
 * @param {string} text
 */
export const quote = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

/**
 * The verdict in a sentence.
 * @param {Value} value @param {Side} side @param {boolean} initial @param {number | null} plies
 */
export function verdict(value, side, initial, plies) {
  const [mine, theirs] = [colour(side), colour(other(side))];
  const moves = initial ? "moves first" : "is to move";
  const within =
    plies === null ? "" : plies === 1 ? " at once" : ` by force within ${plies} plies, against every defence`;
  switch (value) {
    case "win": return `${mine} ${moves} and wins${within}.`;
    case "loss": return `${mine} ${moves} and loses: ${theirs} wins${within}.`;
    case "draw": return `${mine} ${moves}, and with best play nobody wins: a draw.`;
    case "not a win": return `${mine} ${moves} and does not win: ${theirs} can hold out.`;
    case "at least a draw": return `${mine} ${moves} and gets at least a draw.`;
    default: return `${mine} ${moves}; who wins is not known yet.`;
  }
}

/** @type {Record<Value, string>} */
export const DOES = {
  win: "wins",
  loss: "loses",
  draw: "draws",
  "at least a draw": "at least draws",
  "not a win": "does not win",
  unknown: "not known yet",
};

/**
 * Points and what they came to: +119, 56%.
 * @param {number | null} points @param {number | null} expected
 */
export function estimate(points, expected) {
  const signed = points === null ? "" : points > 0 ? `+${points}` : String(points).replace("-", "−");
  const percent = expected === null ? "" : `${Math.round(expected * 100)}%`;
  return [signed, percent].filter((text) => text !== "").join(" ");
}

/**
 * What the player thinks, in a few words.
 * @param {Eval} seen
 */
export function opinion(seen) {
  const { kind, value } = seen.score;
  if (kind === "estimate") return estimate(value, seen.expected);
  const within = value === null ? "" : ` within ${counted(value, "ply")}`;
  return kind === "draw" ? "a draw" : `${kind === "win" ? "a win" : "a loss"}${within}`;
}

/** @param {Over} over */
export function ending(over) {
  if (over === null) return "";
  return over === "draw" ? "The game is over: a draw." : `${colour(over)} has won.`;
}

/**
 * A line of moves with numbers, from a ply on (even plies are the first player's).
 * @param {number} start @param {string[]} moves
 */
export function numbered(start, moves) {
  return moves.map((move, at) => moveNumber(start + at, at === 0) + move).join(" ");
}

/** @param {number} ply @param {boolean} begins */
export function moveNumber(ply, begins) {
  const number = Math.floor(ply / 2) + 1;
  if (ply % 2 === 0) return `${number}. `;
  return begins ? `${number}... ` : "";
}

/** Names of games as people say them. @type {Record<string, string>} */
const TITLES = {
  loa: "Lines of Action",
  breakthrough: "Breakthrough",
  surakarta: "Surakarta",
  checkers: "English draughts",
  go: "Go",
  "one-eye": "One-eye problems",
  "connect-four": "Connect Four",
  "tic-tac-toe": "Tic-tac-toe",
  graph: "Graph",
};

/** @param {string} name */
export const title = (name) => TITLES[name] ?? name;
