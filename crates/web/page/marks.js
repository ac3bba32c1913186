// @ts-check
/**
 * A value as a small shape: dot (wins), cross (loses), equals (draw), ring (not known). Filled is verified, half
 * filled found but not verified, an outline estimated. Colours say the same once more (style.css).
 */

import { s } from "./dom.js";

/** @import {Entry, Value, Verified} from "./types.js" */
/** @typedef {"proved" | "found" | "estimate" | "none"} Sure */
/** @typedef {"win" | "loss" | "draw" | "unknown"} Shape */

/** Shapes around the origin, about 14 across. @type {Record<Shape, string>} */
const PATHS = {
  win: "M-6,0a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z",
  loss: "M-6.5,-4L-4,-6.5L0,-2.5L4,-6.5L6.5,-4L2.5,0L6.5,4L4,6.5L0,2.5L-4,6.5L-6.5,4L-2.5,0z",
  draw: "M-6,-5h12v3.5h-12zM-6,1.5h12v3.5h-12z",
  unknown: "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",
};

/** @param {Value} value @returns {Shape} */
export function shapeOf(value) {
  if (value === "at least a draw" || value === "not a win") return "draw";
  return value;
}

/**
 * The shape as part of a drawing.
 * @param {Value} value @param {Sure} sure
 */
export function markShape(value, sure) {
  const shape = shapeOf(value);
  return s("path", { d: PATHS[shape], class: `mark ${shape} ${sure}` });
}

/**
 * The shape as a picture in a text; what it means is said beside it.
 * @param {Value} value @param {Sure} sure
 */
export function mark(value, sure) {
  return s("svg", { viewBox: "-8 -8 16 16", class: "mark-picture", "aria-hidden": "true" }, markShape(value, sure));
}

/**
 * What is known of a move: its value, how sure that is, and for estimates which way they lean.
 * @param {Entry} entry
 * @returns {{value: Value, sure: Sure, lean: Value}}
 */
export function known(entry) {
  if (entry.value !== "unknown") {
    return { value: entry.value, sure: entry.verified === true ? "proved" : "found", lean: entry.value };
  }
  if (entry.claimed && entry.claimed !== "unknown") {
    return { value: entry.claimed, sure: "found", lean: entry.claimed };
  }
  if (entry.expected === null) {
    // Points that nobody has measured lean nowhere.
    return { value: "unknown", sure: entry.estimate === null ? "none" : "estimate", lean: "unknown" };
  }
  const lean = entry.expected > 0.55 ? "win" : entry.expected < 0.45 ? "loss" : "draw";
  return { value: "unknown", sure: "estimate", lean };
}
