// @ts-check
/** Board: any game and position, every legal move with its value, an arrow for the best and one for the threat. */

import { write } from "./address.js";
import { button, h } from "./dom.js";
import { known } from "./marks.js";
import { ended, together } from "./order.js";
import { Thoughts } from "./thoughts.js";
import { Values } from "./values.js";
import { sureness } from "./verdict.js";
import { opinion, verdict } from "./words.js";

/** @import {Desk, Shown} from "./desk.js" */

const [USUAL, LONGER] = [3000, 60000];

/** @param {Desk} desk @returns {import("./desk.js").View} */
export function boardView(desk) {
  const values = new Values(desk, (move) => desk.play(move));
  const thoughts = new Thoughts(desk, drawSoon);
  const think = button("think-button", "Think longer", toggle);
  const state = h("span", { id: "thinking", class: "faint" });
  const field = h("input", { id: "position-field", spellcheck: "false", "aria-label": "Position" });
  const copied = h("span", { class: "faint", role: "status" });
  const setUp = h(
    "details",
    { class: "more" },
    h("summary", {}, "Position and address"),
    h("form", { class: "row", onsubmit: place }, field, h("button", { id: "position-button" }, "Set up")),
    h("p", { class: "row" }, button("copy-button", "Copy the address", copy), copied),
  );
  /** @type {Shown | null} */
  let here = null;
  let timer = 0;

  /** @param {SubmitEvent} event */
  async function place(event) {
    event.preventDefault();
    const position = field.value.trim() || null;
    const next = { ...desk.place, position, moves: [], rest: [] };
    try {
      await desk.asks.now({ game: next.game, ...(position ? { position } : {}), want: ["view"] });
      await desk.go(next);
    } catch (error) {
      desk.complain(error, /** @type {Element} */ (event.target));
    }
  }

  async function copy() {
    const address = new URL(write(desk.place), location.href);
    address.search = "";
    try {
      await navigator.clipboard.writeText(address.href);
      copied.textContent = "Copied.";
    } catch {
      copied.textContent = address.href;
    }
  }

  function toggle() {
    if (thoughts.now.isOpen) thoughts.stop();
    else thoughts.goOn(LONGER);
  }

  /** More is known; what comes in one breath is drawn together. */
  function drawSoon() {
    if (timer === 0) timer = window.setTimeout(draw, 30);
  }

  function draw() {
    window.clearTimeout(timer);
    timer = 0;
    if (!here) return;
    const { now } = thoughts;
    values.learn(now.entries);
    values.think(now.isOpen);
    desk.board.value(now.entries);
    desk.board.point(arrows());
    state.textContent = here.over !== null ? "" : now.isOpen ? "thinking" : "";
    think.textContent = now.isOpen ? "Stop" : "Think longer";
    think.hidden = here.over !== null;
    say(here);
  }

  function arrows() {
    const { now } = thoughts;
    const drawn = [];
    const top = values.best[0];
    const isDecided = top !== undefined && known(top).sure !== "none" && known(top).sure !== "estimate";
    const best = isDecided ? top.move : now.best?.best ?? null;
    if (now.threat?.best) drawn.push({ move: now.threat.best, look: "threat" });
    if (best) {
      const entry = values.entries.get(best);
      const { lean, sure } = entry ? known(entry) : { lean: "unknown", sure: "none" };
      drawn.push({ move: best, look: `best ${lean.replaceAll(" ", "-")} ${sure}` });
    }
    return drawn;
  }

  /** @param {Shown} shown */
  function say(shown) {
    if (shown.over !== null) {
      return desk.verdict.say(shown.sight.sentence, { value: ended(shown.over, shown.side), sure: "proved" });
    }
    const isInitial = shown.place.position === null && shown.place.moves.length === 0;
    const { value, plies, sure, conditional } = together(thoughts.now.entries);
    const { best } = thoughts.now;
    const guess = best?.best ? `${best.best} looks best: ${opinion(best)}.` : "";
    const detail = sure === "none" ? guess : sureness(sure, conditional);
    desk.verdict.say(verdict(value, shown.side, isInitial, plies), { value, sure, detail });
  }

  return {
    title: "Board",
    open(panel) {
      panel.append(values.list, h("p", { class: "row tail" }, think, state), setUp);
    },
    shown(shown) {
      here = shown;
      field.value = shown.position;
      copied.textContent = "";
      values.begin(shown.sight.moves);
      thoughts.begin(shown, USUAL);
      draw();
    },
    leave() {
      thoughts.end();
      here = null;
    },
    best() {
      const top = values.best[0];
      return top && known(top).sure !== "none" ? top.move : (thoughts.now.best?.best ?? top?.move ?? null);
    },
  };
}
