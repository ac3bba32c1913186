// @ts-check
/** Moves drawn over the board: an arrow along the way of a move, a ring where a man is dropped. */

import { s } from "./dom.js";

/** @import {Geometry} from "./geometry.js" */
/** @import {LegalMove, BoardText} from "./types.js" */

/**
 * @param {Geometry} geometry @param {LegalMove} move @param {string} look a class: what it means
 * @returns {SVGElement | null} nothing for a pass
 */
export function arrow(geometry, move, look) {
  if (move.squares.length === 0) return null;
  const [x, y] = geometry.middle(move.squares[move.squares.length - 1]);
  if (move.squares.length === 1) return s("circle", { class: `drop ${look}`, cx: x, cy: y, r: 12 });
  const way = s("path", { d: geometry.way(move.move, move.squares) });
  const length = way.getTotalLength();
  const [tip, neck] = [Math.max(length - 6, 1), Math.max(length - 17, 0.5)];
  const [end, base] = [way.getPointAtLength(tip), way.getPointAtLength(neck)];
  const away = Math.hypot(end.x - base.x, end.y - base.y) || 1;
  const [ux, uy] = [(end.x - base.x) / away, (end.y - base.y) / away];
  const head =
    `M${end.x},${end.y}L${base.x - 7.5 * uy},${base.y + 7.5 * ux}` +
    `L${base.x + 7.5 * uy},${base.y - 7.5 * ux}z`;
  way.setAttribute("class", "shaft");
  // The shaft begins at the rim of the man, where there is room, and ends below the head.
  const rim = length > 45 ? 16 : 8;
  const shaft = Math.max(1, length - 17 - rim);
  way.setAttribute("stroke-dasharray", `0 ${rim} ${look.includes("threat") ? `${dashes(shaft)} 0` : shaft} 9999`);
  return s("g", { class: `arrow ${look}` }, way, s("path", { class: "head", d: head }));
}

/** Dashes of a length together. @param {number} length */
function dashes(length) {
  const pairs = Math.max(1, Math.round(length / 9));
  const one = length / pairs;
  return `${Array(pairs).fill(`${one * 0.6} ${one * 0.4}`).join(" ")}`;
}
