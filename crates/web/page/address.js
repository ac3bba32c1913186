// @ts-check
/**
 * Where the page is, as the fragment of its address:
 *
 *     #loa:6x6/b6-b4,a2-c2&position=..&view=proof&proof=loa-6x6.proof&ply=1
 *
 * Game and moves first, then what differs from the usual. `ply` says how many of the moves are on the board, where
 * a line goes on behind it. Copying the address is sharing.
 */

/**
 * @typedef {{game: string, position: string | null, moves: string[], view: string, proof: string | null,
 *   rest: string[]}} Place
 */

/** @type {Place} */
export const HOME = { game: "loa:6x6", position: null, moves: [], view: "board", proof: null, rest: [] };

/**
 * What a fragment says; what it leaves out is as usual.
 * @param {string} fragment @returns {Place}
 */
export function read(fragment) {
  const [first = "", ...settings] = fragment.replace(/^#/, "").split("&");
  /** @type {Place} */
  const place = { ...HOME, moves: [], rest: [] };
  const slash = first.indexOf("/");
  const game = decoded(slash < 0 ? first : first.slice(0, slash));
  if (game !== "") place.game = game;
  let moves = slash < 0 ? [] : first.slice(slash + 1).split(",").map(decoded).filter((move) => move !== "");
  for (const setting of settings) {
    const equals = setting.indexOf("=");
    const value = decoded(setting.slice(equals + 1));
    switch (setting.slice(0, equals)) {
      case "position": place.position = value || null; break;
      case "view": place.view = value; break;
      case "proof": place.proof = value || null; break;
      case "ply":
        if (/^\d+$/.test(value)) {
          place.rest = moves.slice(Number(value));
          moves = moves.slice(0, Number(value));
        }
    }
  }
  place.moves = moves;
  return place;
}

/**
 * The fragment of a place.
 * @param {Place} place
 */
export function write(place) {
  const moves = [...place.moves, ...place.rest].map(encoded).join(",");
  const settings = [
    place.position === null ? "" : `&position=${encoded(place.position)}`,
    place.rest.length === 0 ? "" : `&ply=${place.moves.length}`,
    place.view === HOME.view ? "" : `&view=${encoded(place.view)}`,
    place.proof === null ? "" : `&proof=${encoded(place.proof)}`,
  ];
  return `#${encoded(place.game).replaceAll("/", "%2F")}${moves === "" ? "" : `/${moves}`}${settings.join("")}`;
}

/**
 * One key for what is on the board.
 * @param {Place} place
 */
export const boardKey = (place) => JSON.stringify([place.game, place.position, place.moves]);

/** @param {string} text */
function encoded(text) {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|3D|2B|40)/g, (code) => decodeURIComponent(code));
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
