// @ts-check
/** Cluster: what `andor status` shows of a run, with its numbers over time as charts. */

import { timeChart } from "./chart.js";
import { h } from "./dom.js";

/** @import {Desk} from "./desk.js" */

const [PAUSE, MOST_POINTS] = [2000, 900];

/** Numbers of the status that are worth a line: the words, and where they are. @type {[string, string[], boolean][]} */
const LINES = [
  ["Jobs a second", ["jobs_a_second"], false],
  ["Workers' time spent on jobs", ["busy"], false],
  ["Results that are of use", ["useful"], false],
  ["Nodes of the tree", ["tree", "nodes"], true],
  ["Nodes of all jobs", ["nodes"], true],
];

/** @param {Desk} desk @returns {import("./desk.js").View} */
export function clusterView(desk) {
  const text = h("pre", { id: "cluster-text", class: "status", tabindex: 0, "aria-label": "Status of the run" });
  const charts = h("div", { class: "charts" });
  /** @type {{at: number, status: Record<string, unknown>}[]} */
  let past = [];
  let timer = 0;
  let isOpen = false;

  async function look() {
    try {
      const { cluster } = await desk.asks.now({ want: ["cluster"] });
      if (!isOpen) return;
      if (!cluster) {
        desk.verdict.say("No run is configured.");
      } else {
        if (text.textContent !== cluster.text) text.textContent = cluster.text;
        const { status } = cluster;
        if (status) past.push({ at: number(status, ["seconds"]) ?? 0, status });
        if (past.length > MOST_POINTS) past = past.filter((_, at) => at % 2 === 1);
        desk.verdict.say(status ? sentence(status) : "No run is to be seen.", { detail: status ? "" : cluster.text });
        if (past.length > 0) draw();
      }
    } catch (error) {
      desk.complain(error, text);
    }
    if (isOpen) timer = window.setTimeout(look, PAUSE);
  }

  function draw() {
    const begin = past[0].at;
    const points = (/** @type {string[]} */ names) => past.flatMap(({ at, status }) => {
      const value = number(status, names);
      return value === null ? [] : [/** @type {[number, number]} */ ([at - begin, value])];
    });
    const made = [];
    const root = [
      { name: "proof", look: "one", points: points(["tree", "proof"]) },
      { name: "disproof", look: "two", points: points(["tree", "disproof"]) },
    ];
    const words = "Proof and disproof number of the root";
    if (root.some((one) => one.points.length > 0)) made.push(figure(words, timeChart(words, root)));
    for (const [name, where, log] of LINES) {
      const line = [{ name: "", look: "one", points: points(where) }];
      if (line[0].points.length > 0) made.push(figure(name, timeChart(name, line, { log })));
    }
    charts.replaceChildren(...made);
  }

  return {
    title: "Cluster",
    hasBoard: false,
    open(panel) {
      panel.append(text, charts);
      isOpen = true;
      look();
    },
    close() {
      isOpen = false;
      window.clearTimeout(timer);
    },
    shown() {
      desk.verdict.say("Looking how the run stands.");
    },
    leave() {},
  };
}

/** The question of a run, and whether it is answered. @param {Record<string, any>} status */
function sentence({ subject, tree }) {
  const question = `Does ${subject?.player === "w" ? "White" : "Black"} win ${subject?.game}?`;
  return `${question} ${tree?.is_solved ? "It is settled." : "Not known yet."}`;
}

/** @param {string} words @param {SVGElement} chart */
const figure = (words, chart) => h("figure", {}, h("figcaption", {}, words), chart);

/** A number inside an object. @param {unknown} status @param {string[]} names @returns {number | null} */
function number(status, names) {
  let at = status;
  for (const name of names) at = /** @type {Record<string, unknown> | null | undefined} */ (at)?.[name];
  return typeof at === "number" && Number.isFinite(at) ? at : null;
}
