// @ts-check
/**
 * Play: a game against the player, from beginner up, with a fixed time or a clock; hint, take back, an evaluation bar,
 * and a word when a win is proved.
 */

import { button, choice, h } from "./dom.js";
import { Clocks } from "./clocks.js";
import { ended as valueOf } from "./order.js";
import { colour, counted, opinion, other } from "./words.js";

/** @import {Ask} from "./asks.js" */
/** @import {Desk, Shown} from "./desk.js" */
/** @import {Eval, Proof, Side} from "./types.js" */

/** @type {[string, string][]} */
const LEVELS = [
  ["1", "1 · a child wins"],
  ["2", "2 · beginner"],
  ["3", "3"],
  ["4", "4"],
  ["5", "5 · sees 3 plies"],
  ["6", "6"],
  ["7", "7 · sees 6 plies"],
  ["8", "8 · thinks 1 s"],
  ["9", "9 · thinks 5 s"],
  ["10", "10 · thinks 20 s"],
];
/** @type {[string, string][]} */
const PACES = [
  ["", "at its own pace"],
  ["1000", "1 s a move"],
  ["5000", "5 s a move"],
  ["180+2", "clock, 3 min + 2 s"],
  ["600+5", "clock, 10 min + 5 s"],
];
const [HINT_MS, PROOF_MS] = [1500, 1500];

/** @param {Desk} desk @returns {import("./desk.js").View} */
export function playView(desk) {
  const kept = remembered();
  const level = choice({ id: "level-select", onchange: changed }, LEVELS, kept.level);
  const pace = choice({ id: "pace-select", onchange: newPace }, PACES, kept.pace);
  const seat = choice({ id: "seat-select", onchange: changed }, [["b", "Black"], ["w", "White"]], kept.seat);
  const state = h("p", { id: "play-state", role: "status" });
  const fill = h("i");
  const bar = h("div", { id: "eval-bar", class: "eval-bar", role: "img", "aria-label": "Evaluation" }, fill);
  const barWords = h("p", { id: "eval-words", class: "faint" });
  const clockB = h("span", { id: "clock-b", class: "clock" });
  const clockW = h("span", { id: "clock-w", class: "clock" });
  const clockRow = h("p", { class: "row", hidden: true }, "Black ", clockB, " White ", clockW);
  const proved = h("p", { id: "announce", role: "status" });
  const note = h("p", { id: "player-note", class: "faint" });
  const hintButton = button("hint-button", "Hint", hint);
  const back = button("back-button", "Take back", takeBack);
  const resign = button("resign-button", "Resign", giveUp);
  const anew = button("new-button", "New game", begin);

  /** @type {Shown | null} */
  let here = null;
  /** @type {Ask[]} */
  let asks = [];
  /** @type {Clocks | null} */
  let clocks = null;
  let ticker = 0;
  /** How the game ended off the board. */
  let ended = "";
  /** @type {string | null} */
  let hinted = null;

  const you = () => /** @type {Side} */ (seat.value);

  function changed() {
    remember({ level: level.value, pace: pace.value, seat: seat.value });
    if (here) shown(here);
  }

  function newPace() {
    startClocks();
    changed();
  }

  function startClocks() {
    clocks?.run(null);
    const [seconds, increment] = pace.value.split("+").map(Number);
    clocks = pace.value.includes("+") ? new Clocks(seconds, increment, flag) : null;
    clockRow.hidden = clocks === null;
  }

  /** @param {Side} loser */
  function flag(loser) {
    ended = `${colour(loser)} has no time left: ${colour(other(loser))} has won.`;
    if (here) shown(here);
  }

  function begin() {
    ended = "";
    startClocks();
    if (desk.place.moves.length > 0) desk.walk([]);
    else if (here) shown(here);
  }

  function giveUp() {
    ended = `${colour(you())} resigns: ${colour(other(you()))} has won.`;
    if (here) shown(here);
  }

  function takeBack() {
    if (!here) return;
    if (ended !== "") {
      ended = "";
      return shown(here);
    }
    desk.undo(here.side === you() ? 2 : 1);
  }

  /** @param {Shown} position */
  function shown(position) {
    here = position;
    drop();
    note.textContent = desk.games.find((game) => game.name === position.sight.kind)?.player_note ?? "";
    hinted = null;
    proved.textContent = "";
    const isOver = position.over !== null || ended !== "";
    const isMine = position.side === you();
    desk.board.lock(isOver || !isMine);
    clocks?.run(isOver || position.place.moves.length === 0 ? null : position.side);
    hintButton.disabled = isOver || !isMine;
    resign.disabled = isOver;
    back.disabled = position.place.moves.length === 0 && ended === "";
    if (isOver) return finish(position);
    const turn = isMine ? `You are ${colour(you())}, and it is your turn.` : `${colour(position.side)} is thinking.`;
    state.textContent = "";
    desk.verdict.say(turn, { detail: "" });
    if (isMine) {
      look(position);
      const [only, second] = position.sight.moves;
      if (only.move === "pass" && !second) state.textContent = "You can only pass.";
    } else {
      think();
    }
  }

  /** @param {Shown} position */
  function finish(position) {
    const value = valueOf(position.over, position.side);
    desk.verdict.say(ended || position.sight.sentence, { value, sure: "proved" });
    state.textContent = `${counted(position.place.moves.length, "ply")} were played.`;
  }

  /** The player's turn. */
  function think() {
    const limit = clocks
      ? { limit: { ms: Math.max(50, Math.round((clocks.seconds(other(you())) * 1000) / 30 + clocks.increment * 700)) } }
      : pace.value === "" ? {} : { limit: { ms: Number(pace.value) } };
    const ask = desk.ask({ want: ["eval"], level: Number(level.value), ...limit, every_ms: 300 }, (answer) => {
      if (answer.eval) draw(answer.eval, other(you()));
    });
    asks.push(ask);
    ask.answer.then(
      (answer) => {
        asks = asks.filter((one) => one !== ask);
        if (!answer.eval) return;
        draw(answer.eval, other(you()));
        if (answer.eval.best) desk.play(answer.eval.best, "replace");
      },
      (error) => desk.complain(error, state),
    );
  }

  /** Your turn: what the position is worth, and whether it is proved. @param {Shown} position */
  function look(position) {
    const seen = desk.ask({ want: ["eval"], limit: { ms: 300 } });
    const proof = desk.ask({ want: ["proof"], limit: { ms: PROOF_MS } });
    asks.push(seen, proof);
    seen.answer.then((answer) => answer.eval && draw(answer.eval, position.side), () => {});
    proof.answer.then(
      (answer) => {
        const found = /** @type {Proof | null} */ (answer.proof ?? null);
        if (!found || found.value === "unknown" || found.verified !== true) return;
        proved.textContent = `Proved: ${found.sentence}`;
      },
      () => {},
    );
  }

  /** The bar: White from below. @param {Eval} seen @param {Side} side */
  function draw(seen, side) {
    const { kind } = seen.score;
    const expects = seen.expected ?? (kind === "win" ? 1 : kind === "loss" ? 0 : 0.5);
    const black = side === "b" ? expects : 1 - expects;
    fill.style.width = `${Math.round(black * 100)}%`;
    const words = `${colour(side)}: ${opinion(seen)}`;
    bar.setAttribute("aria-label", `Evaluation, ${words}`);
    barWords.textContent = words;
  }

  function hint() {
    hintButton.disabled = true;
    const ask = desk.ask({ want: ["eval"], limit: { ms: HINT_MS } });
    asks.push(ask);
    ask.answer.then(
      (answer) => {
        hintButton.disabled = false;
        if (!answer.eval?.best || !here) return;
        hinted = answer.eval.best;
        state.textContent = `${hinted}: ${opinion(answer.eval)}.`;
        desk.board.point([{ move: hinted, look: "best unknown none" }]);
      },
      (error) => desk.complain(error, state),
    );
  }

  function drop() {
    for (const ask of asks) ask.drop();
    asks = [];
  }

  function tick() {
    if (!clocks) return;
    clockB.textContent = clocks.text("b");
    clockW.textContent = clocks.text("w");
  }

  return {
    title: "Play",
    open(panel) {
      const label = (/** @type {string} */ words, /** @type {HTMLElement} */ field) =>
        h("label", {}, h("span", {}, words), field);
      panel.append(
        h("div", { class: "fields" }, label("You play", seat), label("Level", level), label("Time", pace)),
        clockRow, bar, barWords, state, proved,
        h("p", { class: "row" }, hintButton, back, resign, anew),
        note,
      );
      startClocks();
      ticker = window.setInterval(tick, 100);
    },
    close() {
      window.clearInterval(ticker);
      clocks?.run(null);
      ended = "";
    },
    shown,
    leave() {
      drop();
      here = null;
    },
    play(move) {
      desk.play(move);
    },
    best: () => (here && here.side === you() && ended === "" ? hinted : null),
    undo: takeBack,
    redo: () => desk.redo(2),
  };
}

/** @typedef {{level: string, pace: string, seat: string}} Choices */

/** @returns {Choices} */
function remembered() {
  const usual = { level: "5", pace: "", seat: "b" };
  try {
    return { ...usual, ...JSON.parse(sessionStorage.getItem("play") ?? "{}") };
  } catch {
    return usual;
  }
}

/** @param {Choices} choices */
function remember(choices) {
  try {
    sessionStorage.setItem("play", JSON.stringify(choices));
  } catch {
    // Nothing is lost but a preference.
  }
}
