// @ts-check
/** Men: discs that can be told apart at 24 pixels, a crown for kings, a block for walls. */

import { s } from "./dom.js";
import { UNIT } from "./geometry.js";

/**
 * @param {string} man b, w, B, W or # @param {number} x @param {number} y
 */
export function drawMan(man, x, y) {
  const group = s("g", { class: `man ${manClass(man)}`, transform: `translate(${x},${y})` });
  if (man === "#") {
    group.append(s("rect", { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT }));
    return group;
  }
  group.append(s("circle", { r: 15 }));
  if (man === "B" || man === "W") {
    group.append(s("path", { class: "crown", d: "M-8,6L-9.5,-5L-4,0L0,-8L4,0L9.5,-5L8,6z" }));
  }
  return group;
}

/** @param {string} man */
function manClass(man) {
  return man === "#" ? "wall" : man.toLowerCase() === "b" ? "black" : "white";
}

/** @param {string} man */
export const isMan = (man) => /^[bwBW]$/.test(man);

/**
 * What stands on a square, for those who do not see it.
 * @param {string} man
 */
export function manName(man) {
  switch (man) {
    case "b": return "black man";
    case "w": return "white man";
    case "B": return "black king";
    case "W": return "white king";
    case "#": return "wall";
    default: return "empty";
  }
}
