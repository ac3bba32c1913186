// @ts-check
/** The empty board: squares, lines, loops or slots, and the coordinates. */

import { s } from "./dom.js";
import { UNIT } from "./geometry.js";
import { LOOPS } from "./surakarta.js";

/** @import {Geometry} from "./geometry.js" */

/**
 * @param {Geometry} geometry @param {string} position for what a text marks (the region of one-eye problems)
 */
export function ground(geometry, position) {
  const { style } = geometry;
  const layer = s("g", { class: `ground ${style}`, "aria-hidden": "true" });
  const [wide, high] = [geometry.wide * UNIT, geometry.high * UNIT];
  if (style !== "loops") layer.append(s("rect", { class: "sheet", x: 0, y: 0, width: wide, height: high }));
  if (style === "squares") layer.append(...darkSquares(geometry));
  if (style === "plain" || style === "squares") layer.append(frame(geometry, style === "plain"));
  if (style === "points") layer.append(...region(geometry, position));
  if (style === "points" || style === "loops") layer.append(...lines(geometry));
  if (style === "loops") layer.append(...loops(geometry));
  if (style === "slots") layer.append(...slots(geometry));
  layer.append(...coordinates(geometry));
  return layer;
}

/** @param {Geometry} geometry */
function darkSquares(geometry) {
  const dark = [];
  for (const square of geometry.squares.flat()) {
    const { column, row } = geometry.place(square);
    // a1 is dark, as in a book.
    if ((column + (geometry.high - 1 - row)) % 2 !== 0) continue;
    const [x, y] = geometry.middle(square);
    dark.push(s("rect", { class: "dark", x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT }));
  }
  return dark;
}

/** @param {Geometry} geometry @param {boolean} inside */
function frame(geometry, inside) {
  const [wide, high] = [geometry.wide * UNIT, geometry.high * UNIT];
  let d = `M0,0H${wide}V${high}H0z`;
  if (inside) {
    for (let x = UNIT; x < wide; x += UNIT) d += `M${x},0V${high}`;
    for (let y = UNIT; y < high; y += UNIT) d += `M0,${y}H${wide}`;
  }
  return s("path", { class: "line", d });
}

/** @param {Geometry} geometry */
function lines(geometry) {
  const half = UNIT / 2;
  const [right, bottom] = [geometry.wide * UNIT - half, geometry.high * UNIT - half];
  let d = "";
  for (let x = half; x <= right; x += UNIT) d += `M${x},${half}V${bottom}`;
  for (let y = half; y <= bottom; y += UNIT) d += `M${half},${y}H${right}`;
  const drawn = [s("path", { class: "line", d })];
  if (geometry.style === "points" && geometry.wide === geometry.high && geometry.wide >= 7 && geometry.wide % 2 === 1) {
    const [near, centre, far] = [2.5 * UNIT, (geometry.wide * UNIT) / 2, right - 2 * UNIT];
    const stars = [[near, near], [near, far], [far, near], [far, far], [centre, centre]];
    if (geometry.wide >= 9) drawn.push(...stars.map(([x, y]) => star(x, y)));
    else drawn.push(star(centre, centre));
  }
  return drawn;
}

/** @param {number} x @param {number} y */
function star(x, y) {
  return s("path", { class: "star", d: `M${x - 3},${y}a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z` });
}

/** The region of a one-eye problem, from `region=a1,b1`. @param {Geometry} geometry @param {string} position */
function region(geometry, position) {
  const names = /(?:^| )region=([a-z0-9,]+)/.exec(position)?.[1].split(",") ?? [];
  return names.map((square) => {
    const [x, y] = geometry.middle(square);
    return s("rect", { class: "region", x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
  });
}

/** @param {Geometry} geometry */
function loops(geometry) {
  return LOOPS.map(([from, to]) =>
    s("path", { class: "line loop", d: geometry.step(undefined, from) + geometry.step(from, to) }),
  );
}

/** @param {Geometry} geometry */
function slots(geometry) {
  return geometry.squares.flat().map((square) => {
    const [cx, cy] = geometry.middle(square);
    return s("circle", { class: "slot", cx, cy, r: 16 });
  });
}

/** @param {Geometry} geometry */
function coordinates(geometry) {
  const isLoops = geometry.style === "loops";
  // The same size on the screen, however many squares there are.
  const size = 0.029 * Math.max(geometry.viewBox[2], geometry.viewBox[3]);
  const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
    s("text", { class: "coordinate", x, y: y + size * 0.36, "font-size": size }, text);
  // Beside the loops, which bend away from the middle.
  const [right, down] = [[0, 8, 8, -8, -8, 0], [0, 8, 8, -8, -8, 0]];
  const bottom = geometry.squares[geometry.squares.length - 1];
  const columns = bottom.map((square, at) => {
    const [x, y] = geometry.middle(square);
    const letter = geometry.board.columns[geometry.place(square).column];
    return isLoops ? label(letter, x + right[at], y + 23) : label(letter, x, geometry.high * UNIT + 4 + size * 0.7);
  });
  const rows = geometry.squares.map(([square], at) => {
    const [x, y] = geometry.middle(square);
    const number = geometry.board.rows[geometry.place(square).row];
    return isLoops ? label(number, x - 23, y + down[at]) : label(number, -4 - size * 0.6, y);
  });
  return [...columns, ...rows];
}
