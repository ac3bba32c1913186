// @ts-check
/** A man that travels: along the way of its move, at most 150 ms, and not at all if the system asks for less. */

import { s } from "./dom.js";
import { drawMan } from "./men.js";

const MOST = 150;

export const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Moves a copy of a man along a way, in front of everything, and removes it.
 * @param {SVGElement} layer @param {string} man @param {string} d @param {() => void} done
 * @returns {() => void} ends it at once
 */
export function travel(layer, man, d, done) {
  const way = s("path", { d });
  const length = way.getTotalLength();
  const first = way.getPointAtLength(0);
  const copy = drawMan(man, first.x, first.y);
  layer.append(copy);
  const start = performance.now();
  let isOver = false;
  let frame = requestAnimationFrame(step);
  const timer = window.setTimeout(end, MOST + 100);

  function step(/** @type {number} */ now) {
    const part = Math.min(1, Math.max(0, (now - start) / MOST));
    const eased = part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2;
    const { x, y } = way.getPointAtLength(length * eased);
    copy.setAttribute("transform", `translate(${x},${y})`);
    if (part < 1) frame = requestAnimationFrame(step);
    else end();
  }

  function end() {
    if (isOver) return;
    isOver = true;
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    copy.remove();
    done();
  }
  return end;
}
