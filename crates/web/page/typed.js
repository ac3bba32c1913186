// @ts-check
/** Moves that are typed: in any case, with any separator or none, several at a time. */

import { quote } from "./words.js";

/** @import {Desk} from "./desk.js" */
/** @import {LegalMove} from "./types.js" */

/**
 * The legal move that a text means.
 * @param {LegalMove[]} legal @param {string} text @returns {string | null}
 */
export function meant(legal, text) {
  const plain = (/** @type {string} */ move) => move.toLowerCase().replace(/[-x:\s]/g, "");
  const typed = plain(text);
  const whole = legal.find((one) => plain(one.move) === typed);
  if (whole) return whole.move;
  // The ends alone, where only one move has them.
  const ends = legal.filter(({ squares }) => squares.length > 2 && squares[0] + squares[squares.length - 1] === typed);
  const dropped = legal.filter(({ squares }) => squares.length === 1 && squares[0] === typed);
  const only = [...ends, ...dropped];
  return only.length === 1 ? only[0].move : null;
}

/**
 * Plays what was typed, move by move, and stops at the first that is none.
 * @param {Desk} desk @param {string} text @param {(move: string) => void} play plays the last one
 * @returns {Promise<string | null>} the mistake
 */
export async function playTyped(desk, text, play) {
  const words = text.replace(/\d+\.+\s*/g, " ").split(/[\s,]+/).filter((word) => word !== "");
  let { place } = desk;
  let legal = desk.shown?.sight.moves ?? [];
  for (const [at, word] of words.entries()) {
    const move = meant(legal, word);
    if (move === null) {
      const mistake = await refusal(desk, [...place.moves, word]);
      if (mistake !== null) return mistake;
    }
    const played = move ?? word;
    if (at === words.length - 1) {
      if (place.moves !== desk.place.moves && place.moves.length > desk.place.moves.length) {
        await desk.walk([...place.moves, played]);
      } else {
        play(played);
      }
      return null;
    }
    place = { ...place, moves: [...place.moves, played] };
    const answer = await desk.ask({ want: ["view"] }, undefined, place).answer;
    legal = answer.view?.moves ?? [];
  }
  return null;
}

/** What the rules say against moves; nothing if they are legal after all. @param {Desk} desk @param {string[]} moves */
async function refusal(desk, moves) {
  try {
    await desk.ask({ want: ["view"] }, undefined, { ...desk.place, moves }).answer;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : `${quote(moves[moves.length - 1])} is no move here`;
  }
}
