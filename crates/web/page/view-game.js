// @ts-check
/**
 * Game: a record is analysed. A file is dropped or chosen, or the moves on the board are taken; then a graph of what
 * Black expects, mistakes as dots, from where on the game was lost, better lines to play, and the annotated record.
 */

import { gameGraph } from "./chart.js";
import { button, h } from "./dom.js";
import { download, dropPlace } from "./files.js";
import { lineOf } from "./line.js";
import { ended } from "./order.js";
import { path, rest } from "./tree.js";
import { colour, counted, moveNumber } from "./words.js";

/** @import {Ask} from "./asks.js" */
/** @import {Desk, Shown} from "./desk.js" */
/** @import {Analysis, Judged, RecordedGame} from "./types.js" */

const BIGGEST = 4 * 1024 * 1024;
/** Nodes a position, as on the command line. */
const NODES = 100_000;
/** Games that are listed unfolded. */
const MOST = 20;

/** @param {Desk} desk @param {(notes: Map<string, string>) => void} note @returns {import("./desk.js").View} */
export function gameView(desk, note) {
  const games = h("div", { id: "games" });
  const graph = h("div", { id: "graph-place" });
  const lost = h("p", { id: "lost-from", class: "last", role: "status" });
  const state = h("p", { id: "analysis-state", class: "faint", role: "status" });
  const mistakes = h("ol", { id: "mistakes", class: "mistakes" });
  const shelf = h("div", { id: "records" });
  const analyse = button("analyse-button", "Analyse these moves", toggle);
  const save = button("annotated-button", "Download the annotated record", saveAnnotated, { hidden: true });
  /** @type {ReturnType<typeof dropPlace> | null} */
  let drop = null;

  /** @type {{name: string, text?: string} | null} */
  let record = null;
  /** @type {RecordedGame[]} */
  let found = [];
  /** @type {RecordedGame | null} */
  let chosen = null;
  /** The game that was analysed: its place, its moves. */
  let subject = { key: "", moves: /** @type {string[]} */ ([]) };
  /** @type {Judged[]} */
  let judged = [];
  /** @type {Analysis | null} */
  let whole = null;
  /** @type {Ask | null} */
  let ask = null;
  /** @type {Shown | null} */
  let here = null;

  /** @param {File} file */
  async function take(file) {
    const place = document.getElementById("drop") ?? undefined;
    if (file.size > BIGGEST) return desk.complain(`${JSON.stringify(file.name)} has more than 4 MiB`, place);
    await read({ name: file.name, text: await file.text() });
  }

  /** A file with its text, or one that the server has by its name. @param {{name: string, text?: string}} file */
  async function read(file) {
    const place = document.getElementById("drop") ?? undefined;
    try {
      const answer = await desk.asks.now({ want: ["record"], record: file });
      [record, found, chosen] = [file, answer.record?.games ?? [], null];
      desk.complain(null);
    } catch (error) {
      return desk.complain(error, place);
    }
    drawGames();
    const first = found.find((game) => game.fault === null);
    if (first) choose(first);
    else if (found[0]?.fault) desk.complain(`${file.name}: ${found[0].fault}`, place);
    else desk.complain(`there are no games in ${JSON.stringify(file.name)}`, place);
  }

  /** @param {boolean} [all] */
  function drawGames(all = false) {
    const isFolded = !all && found.length > MOST;
    const shown = isFolded ? found.slice(0, MOST) : found;
    const row = (/** @type {RecordedGame} */ game) => {
      const who = `${game.number}. ${game.black || "?"} – ${game.white || "?"}`;
      const words = [game.game, counted(game.moves.length, "ply"), game.result].filter((word) => word).join(" · ");
      return h("li", { class: game.fault === null ? "" : "faulty" },
        h("button", {
          type: "button",
          "data-number": game.number,
          "aria-pressed": String(game === chosen),
          onclick: () => choose(game),
        }, h("strong", {}, who), h("span", { class: "faint" }, game.fault === null ? words : "")),
        game.fault === null ? null : h("p", { class: "mistake" }, game.fault));
    };
    games.replaceChildren(...(found.length === 0 ? [] : [
      h("h2", {}, `${record?.name ?? ""}: ${counted(found.length, "game")}`),
      h("ul", { class: "shelf" }, ...shown.map(row)),
      isFolded ? button("more-games", `${found.length - MOST} more`, () => drawGames(true), { class: "quiet" }) : "",
    ]));
  }

  /** Files that the server was started with. */
  async function drawShelf() {
    const { records = [] } = await desk.asks.now({ want: ["records"] }).catch(() => ({ records: [] }));
    if (records.length === 0) return shelf.replaceChildren();
    const file = (/** @type {{name: string}} */ { name }) =>
      h("button", { type: "button", "data-record": name, onclick: () => read({ name }) }, name);
    shelf.replaceChildren(h("h2", {}, "Files"), h("p", { class: "row" }, ...records.map(file)));
  }

  /** @param {RecordedGame} game */
  async function choose(game) {
    if (game.game === null || game.fault !== null) {
      return desk.complain(`game ${game.number}: ${game.fault}`, document.getElementById("drop") ?? undefined);
    }
    chosen = game;
    drawGames();
    end();
    subject = { key: "", moves: [] };
    const { position, moves: rest } = game;
    desk.forget(game.game, position);
    await desk.go({ ...desk.place, game: game.game, position, moves: [], rest, proof: null });
    start();
  }

  function toggle() {
    if (ask) ask.stop();
    else {
      chosen = null;
      start();
    }
  }

  function start() {
    end();
    const { place } = desk;
    // The whole line that the board is on.
    const moves = chosen ? chosen.moves : [...path(desk.tree.at), ...rest(desk.tree.at)];
    if (moves.length === 0) return desk.complain("there are no moves to analyse yet", analyse);
    [judged, whole] = [[], null];
    subject = { key: JSON.stringify([place.game, place.position]), moves };
    const what = chosen && record ? { record, number: chosen.number } : {
      game: place.game,
      ...(place.position === null ? {} : { position: place.position }),
      moves,
    };
    const asked = desk.asks.ask({ want: ["analysis"], ...what, limit: { nodes: NODES }, every_ms: 50 }, (answer) => {
      const one = /** @type {Judged} */ (answer.analysis);
      if (one.ply === 1) judged = [];
      judged.push(one);
      draw();
    });
    ask = asked;
    draw();
    asked.answer.then(
      (answer) => {
        if (ask !== asked) return;
        ask = null;
        whole = /** @type {Analysis} */ (answer.analysis ?? null);
        if (whole?.moves) judged = whole.moves;
        draw();
      },
      (error) => {
        if (ask !== asked) return;
        ask = null;
        desk.complain(error, analyse);
        draw();
      },
    );
  }

  function end() {
    ask?.drop();
    ask = null;
  }

  function draw() {
    if (!here) return;
    const shown = here;
    const { moves } = subject;
    const isHere = subject.key === JSON.stringify([shown.place.game, shown.place.position]) && moves.length > 0;
    analyse.textContent = ask ? "Stop" : "Analyse these moves";
    save.hidden = !isHere || !whole?.annotated;
    if (!isHere) {
      for (const part of [graph, mistakes, lost, state]) part.replaceChildren();
      note(new Map());
      const isEmpty = shown.place.moves.length + shown.place.rest.length === 0;
      const sentence = isEmpty ? "Drop a game, and see where it was lost." : shown.sight.sentence;
      return desk.verdict.say(sentence, { detail: "SGF, PDN, PGN, or a list of moves." });
    }
    // How far the board is along the game.
    const along = shown.place.moves.findIndex((move, at) => move !== moves[at]);
    const ply = along < 0 ? Math.min(shown.place.moves.length, moves.length) : along;
    graph.replaceChildren(gameGraph(points(shown), moves.length, ply, goTo));
    const from = whole?.lost_from ?? null;
    const how = from?.proved ? "proved" : "found, not verified";
    lost.textContent = from === null ? "" : `${colour(from.loser)} is lost from move ${from.number} on, ${how}.`;
    state.textContent = ask ? `${judged.length} of ${counted(moves.length, "move")} looked at` : tally();
    drawMistakes(shown);
    const last = along < 0 ? judged.find((one) => one.ply === ply) : undefined;
    sayAt(shown, last);
    const path = (/** @type {Judged} */ one) => moves.slice(0, one.ply).join(",");
    note(new Map(judged.filter(isBad).map((one) => [path(one), one.judgement.replace(" ", "-")])));
  }

  /** To a ply of the game. @param {number} ply */
  function goTo(ply) {
    desk.walk(subject.moves.slice(0, ply), "push", subject.moves.slice(ply));
  }

  function tally() {
    if (!whole) return "";
    const { mistakes: wrong, losing_moves: losing, missed_wins: missed } = whole;
    return [counted(wrong, "mistake"), counted(losing, "losing move"), counted(missed, "missed win")].join(", ");
  }

  /** @param {Shown} shown */
  function points(shown) {
    return judged.map((one) => ({
      ply: one.ply,
      expects: one.black_expects,
      dot: isBad(one) ? { kind: /** @type {"mistake"} */ (one.judgement), proved: isProved(one) } : null,
      label: `${moveNumber(shown.start + one.ply - 1, true)}${one.move}: ${words(one)}`,
    }));
  }

  /** @param {Shown} shown @param {Judged | undefined} one the move on the board */
  function sayAt(shown, one) {
    if (!one) return desk.verdict.say(shown.sight.sentence, { detail: ask ? "Looking at the moves." : "" });
    const number = moveNumber(shown.start + one.ply - 1, true);
    desk.verdict.say(`${number}${one.move} ${judgement(one)}.`, {
      value: ended(one.known?.winner ?? null, one.side),
      sure: isProved(one) ? "proved" : "found",
      detail: one.standing,
    });
  }

  /** Bad moves with the better line, playable. @param {Shown} shown */
  function drawMistakes(shown) {
    const { moves } = subject;
    mistakes.replaceChildren(...judged.filter(isBad).map((one) => {
      const before = moves.slice(0, one.ply - 1);
      const bad = lineOf(desk, shown, before, [one.move], undefined, () => goTo(one.ply));
      const about = { "data-ply": one.ply, "data-judgement": one.judgement, "data-proved": String(isProved(one)) };
      const item = h("li", about, bad, h("span", {}, words(one)));
      if (one.better && one.better.length > 0) {
        const line = lineOf(desk, shown, before, one.better);
        line.prepend("better ");
        line.classList.add("better");
        item.append(line);
      }
      return item;
    }));
  }

  function saveAnnotated() {
    if (!whole?.annotated) return;
    const { format, text } = whole.annotated;
    const name = record && chosen ? record.name.replace(/\.[^.]*$/, "") : "game";
    download(`${name}-annotated.${format}`, text, "text/plain");
  }

  return {
    title: "Game",
    keepsRest: true,
    open(panel) {
      const invitation = "Drop a record here (SGF, PDN, PGN, moves), or choose a file";
      drop = dropPlace(invitation, ".sgf,.pdn,.pgn,.txt,text/plain", take);
      panel.append(lost, graph, state, h("p", { class: "row" }, analyse, save), mistakes, games, shelf, drop.element);
      drawShelf();
    },
    close() {
      drop?.close();
      end();
      note(new Map());
    },
    shown(shown) {
      here = shown;
      draw();
    },
    leave() {
      here = null;
    },
  };
}

/** @param {Judged} one */
const isBad = (one) => one.judgement !== "fine";

/** @param {Judged} one */
const isProved = (one) => one.known !== null && one.known.how !== "found";

/** @param {Judged} one */
function judgement(one) {
  switch (one.judgement) {
    case "mistake": return "is a mistake";
    case "loses": return `loses${isProved(one) ? ", proved" : ""}`;
    case "missed win": return "misses a win";
    default: return "is fine";
  }
}

/** @param {Judged} one */
function words(one) {
  const cost = one.judgement === "mistake" && one.cost !== null ? `, costs ${Math.round(one.cost * 100)}%` : "";
  return `${judgement(one)}${cost}: ${one.standing}`;
}
