// @ts-check
/** Charts as SVG: lines over time on a logarithmic scale, and the graph of a game with its mistakes as dots. */

import { s } from "./dom.js";
import { markShape } from "./marks.js";
import { clock, short } from "./words.js";

/** @typedef {{name: string, look: string, points: [number, number][]}} Series */

const [WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM] = [400, 170, 34, 90, 10, 22];

/**
 * Numbers over seconds, logarithmic where they are spread.
 * @param {string} label @param {Series[]} series @param {{log?: boolean}} [how]
 */
export function timeChart(label, series, { log = true } = {}) {
  const drawn = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": label });
  const points = series.flatMap((one) => one.points);
  const until = Math.max(1, ...points.map(([x]) => x));
  const scale = (/** @type {number} */ y) => (log ? Math.log10(Math.max(y, 1)) : y);
  const most = Math.max(log ? 1 : 1e-9, ...points.map(([, y]) => scale(y)));
  const top = log ? Math.ceil(most) : most * 1.1;
  const x = (/** @type {number} */ seconds) => LEFT + ((WIDE - LEFT - RIGHT) * seconds) / until;
  const y = (/** @type {number} */ value) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * scale(value)) / top;

  const ticks = log ? powers(top) : [0, top / 2, top];
  for (const tick of ticks) {
    drawn.append(s("path", { class: "grid-line", d: `M${LEFT},${y(tick)}H${WIDE - RIGHT}` }));
    drawn.append(s("text", { class: "tick end", x: LEFT - 6, y: y(tick) + 4 }, short(tick)));
  }
  for (const part of [0, 0.5, 1]) {
    drawn.append(s("text", { class: "tick middle", x: x(until * part), y: HIGH - 6 }, clock(until * part)));
  }
  /** @type {number[]} */
  const names = [];
  for (const { name, look, points: line } of series) {
    if (line.length === 0) continue;
    const d = line.map(([px, py], at) => `${at === 0 ? "M" : "L"}${x(px).toFixed(1)},${y(py).toFixed(1)}`).join("");
    drawn.append(s("path", { class: `series ${look}`, d }));
    const [lastX, lastY] = line[line.length - 1];
    let at = y(lastY) + 4;
    for (const taken of names) if (Math.abs(taken - at) < 12) at = taken + (at < taken ? -12 : 12);
    names.push(at);
    drawn.append(s("text", { class: `name ${look}`, x: x(lastX) + 5, y: at }, `${name} ${short(lastY)}`));
  }
  return drawn;
}

/** Powers of ten up to an exponent, at most five. @param {number} top */
function powers(top) {
  const step = Math.ceil(top / 4);
  const exponents = [];
  for (let at = 0; at <= top; at += step) exponents.push(10 ** at);
  return exponents;
}

/**
 * @typedef {{ply: number, expects: number | null, dot: null | {kind: "mistake" | "loses" | "missed win",
 *   proved: boolean}, label: string}} GraphPoint
 */

/**
 * The game as Black expects it, move by move. A click goes to a ply.
 * @param {GraphPoint[]} points @param {number} plies of the game @param {number} at the ply on the board
 * @param {(ply: number) => void} onpick
 */
export function gameGraph(points, plies, at, onpick) {
  const [left, right] = [46, 10];
  const drawn = s("svg", {
    viewBox: `0 0 ${WIDE} 170`,
    class: "chart graph",
    id: "graph",
    role: "img",
    "aria-label": "What Black expects, by move",
  });
  const [top, bottom] = [10, 150];
  const x = (/** @type {number} */ ply) => left + ((WIDE - left - right) * ply) / Math.max(plies, 1);
  const y = (/** @type {number} */ expects) => bottom - (bottom - top) * expects;
  for (const [value, words] of /** @type {[number, string][]} */ ([[1, "Black"], [0.5, "even"], [0, "White"]])) {
    drawn.append(s("path", { class: "grid-line", d: `M${left},${y(value)}H${WIDE - right}` }));
    drawn.append(s("text", { class: "tick end", x: left - 6, y: y(value) + 4 }, words));
  }
  const step = Math.max(2, Math.ceil(plies / 16 / 2) * 2);
  for (let ply = 1; ply <= plies; ply += step) {
    drawn.append(s("text", { class: "tick middle", x: x(ply), y: 166 }, String((ply + 1) / 2)));
  }
  drawn.append(s("path", { class: "cursor", d: `M${x(at)},${top - 6}V${bottom}` }));
  let d = "";
  for (const { ply, expects } of points) {
    if (expects !== null) d += `${d === "" ? "M" : "L"}${x(ply).toFixed(1)},${y(expects).toFixed(1)}`;
  }
  drawn.append(s("path", { class: "series one", d: d || "M0,0" }));
  for (const { ply, expects, dot, label } of points) {
    if (!dot) continue;
    const shape = markShape(dot.kind === "mistake" ? "unknown" : "loss", dot.proved ? "proved" : "estimate");
    const place = `translate(${x(ply)},${y(expects ?? 0.5)})`;
    drawn.append(
      s("g", { class: "dot", transform: place, "data-ply": ply, "data-judgement": dot.kind }, s("title", {}, label),
        s("circle", { class: "dot-back", r: 8 }), shape),
    );
  }
  drawn.addEventListener("click", (event) => {
    const matrix = drawn.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const dot = /** @type {Element} */ (event.target).closest("[data-ply]")?.getAttribute("data-ply");
    const ply = dot ? Number(dot) : Math.round(((point.x - left) / (WIDE - left - right)) * plies);
    onpick(Math.max(0, Math.min(plies, ply)));
  });
  return drawn;
}
