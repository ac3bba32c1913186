// @ts-check
/** The start: connects, fills the bar, and shows what the address says in the view that it names. */

import { write } from "./address.js";
import { Asks } from "./asks.js";
import { Board } from "./board.js";
import { connected } from "./connection.js";
import { Desk } from "./desk.js";
import { byId, h } from "./dom.js";
import { listen } from "./keys.js";
import { drawMoves } from "./moves.js";
import { path } from "./tree.js";
import { playTyped } from "./typed.js";
import { Verdict } from "./verdict.js";
import { title } from "./words.js";

/** @import {Place} from "./address.js" */
/** @import {Shown, View} from "./desk.js" */
/** @import {Game} from "./types.js" */

const connection = await connected;
const asks = new Asks(connection);
const gone = byId("connection");
let wasOpen = false;
connection.onstate = ({ open, retry }) => {
  gone.hidden = open;
  document.documentElement.dataset.connected = String(open);
  wasOpen ||= open;
  if (open) return asks.resume();
  asks.pause();
  const lost = "The server is gone, nothing on the page is lost.";
  const what = wasOpen ? lost : "The server does not answer. Is the address complete, with its token?";
  gone.textContent = `${what} Trying again in ${(retry ?? 0) < 1 ? "a moment" : `${retry} s`}.`;
};
if (connection.state.open) connection.onstate(connection.state);

const verdict = new Verdict();
const desk = new Desk(asks, verdict);
desk.board = new Board(byId("board"), play);

/** Classes for moves that a view has something to say about. @type {Map<string, string>} */
let notes = new Map();
const movesPlace = byId("moves");
const field = /** @type {HTMLInputElement} */ (byId("move-field"));

/** The views, each fetched when it is first wanted. @type {Record<string, () => Promise<View>>} */
const makers = {
  board: async () => (await import("./view-board.js")).boardView(desk),
  solve: async () => (await import("./view-solve.js")).solveView(desk),
  proof: async () => (await import("./view-proof.js")).proofView(desk),
  play: async () => (await import("./view-play.js")).playView(desk),
  game: async () => (await import("./view-game.js")).gameView(desk, annotate),
  cluster: async () => (await import("./view-cluster.js")).clusterView(desk),
};
/** @type {Record<string, View>} */
const views = {};
let current = "";

/** @param {Map<string, string>} now */
function annotate(now) {
  notes = now;
  if (desk.shown) drawMoves(movesPlace, desk, desk.shown, notes);
}

/** @param {string} move */
function play(move) {
  const view = views[current];
  if (view?.play) view.play(move);
  else desk.play(move);
}

desk.onleave = () => views[current]?.leave();
desk.onshown = async (shown) => {
  drawBar(shown);
  drawMoves(movesPlace, desk, shown, notes);
  if (field.getAttribute("aria-invalid") === "true") field.value = "";
  field.setAttribute("aria-invalid", "false");
  const name = viewOf(shown.place);
  if (!views[name]) {
    await fetchView(name);
    // Somebody was faster.
    if (desk.shown !== shown) return;
  }
  const view = views[name];
  if (name !== current) {
    views[current]?.close?.();
    desk.complain(null);
    byId("bar").after(desk.line);
    current = name;
    desk.keepsRest = view.keepsRest ?? false;
    const panel = byId("panel");
    panel.replaceChildren();
    document.body.dataset.view = name;
    document.body.classList.toggle("boardless", view.hasBoard === false);
    view.open(panel);
  }
  view.shown(shown);
  document.title = `${title(shown.sight.kind)} · ${view.title} · andor`;
};

// The bar

const gameSelect = /** @type {HTMLSelectElement} */ (byId("game-select"));
const sizeSelect = /** @type {HTMLSelectElement} */ (byId("size-select"));

/** @param {Game[]} games */
function drawGames(games) {
  const option = (/** @type {Game} */ { name, about }) => h("option", { value: name, title: about }, title(name));
  const unusual = games.filter((game) => !game.usual);
  gameSelect.replaceChildren(...games.filter((game) => game.usual).map(option));
  if (unusual.length > 0) gameSelect.append(h("optgroup", { label: "More" }, ...unusual.map(option)));
}

/** @param {string} game */
const toGame = (game) =>
  desk.go({ ...desk.place, game, position: null, moves: [], rest: [], proof: null });
gameSelect.addEventListener("change", () => {
  toGame(desk.games.find((game) => game.name === gameSelect.value)?.spec ?? gameSelect.value);
});
sizeSelect.addEventListener("change", () => toGame(`${gameSelect.value}:${sizeSelect.value}`));

/** @param {Shown} shown */
function drawBar(shown) {
  const [name, board = ""] = split(shown.game);
  if (desk.games.length === 0) gameSelect.replaceChildren(h("option", { value: name }, title(name)));
  gameSelect.value = name;
  const known = desk.games.find((game) => game.name === name);
  const sizes = [...(known?.sizes ?? [])];
  if (board !== "" && !sizes.includes(board)) sizes.push(board);
  sizeSelect.replaceChildren(...sizes.map((size) => h("option", { value: size }, size.replaceAll(",", ", "))));
  sizeSelect.value = board;
  sizeSelect.hidden = sizes.length < 2;
  for (const tab of document.querySelectorAll("#tabs a")) {
    const view = tab.getAttribute("data-view") ?? "board";
    const isHere = view === viewOf(shown.place);
    const proof = view === "proof" ? shown.place.proof : null;
    tab.setAttribute("href", write({ ...shown.place, view, proof, rest: view === "game" ? shown.place.rest : [] }));
    if (isHere) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  const { tree } = desk;
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = tree.at.parent === null;
  /** @type {HTMLButtonElement} */ (byId("redo")).disabled = tree.at.children.length === 0;
}

/** The name of the view that is wanted. @param {Place} place */
function viewOf({ view }) {
  return view in makers ? view : "board";
}

/** @param {string} name */
async function fetchView(name) {
  const made = await makers[name]();
  views[name] ??= made;
}

/** Name and board of a game's text. @param {string} game */
function split(game) {
  const at = game.indexOf(":");
  return at < 0 ? [game] : [game.slice(0, at), game.slice(at + 1)];
}

// Buttons, keys and the field for moves

const actions = {
  undo: () => (views[current]?.undo ?? (() => desk.undo()))(),
  redo: () => (views[current]?.redo ?? (() => desk.redo()))(),
  first: () => desk.undo(desk.tree.at.ply),
  last: () => desk.redo(path(desk.tree.at).length + 10_000),
  flip: () => desk.board.flip(),
  best: () => {
    const move = views[current]?.best?.() ?? null;
    if (move !== null) play(move);
  },
};
byId("undo").addEventListener("click", actions.undo);
byId("redo").addEventListener("click", actions.redo);
byId("flip").addEventListener("click", actions.flip);
listen(actions);

byId("move-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (field.value.trim() === "" || desk.board.locked) return;
  const mistake = await playTyped(desk, field.value, play);
  field.setAttribute("aria-invalid", String(mistake !== null));
  if (mistake !== null) return desk.complain(mistake, byId("move-form"));
  field.value = "";
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") field.blur();
});

// Begin

window.addEventListener("popstate", () => desk.arrive());
window.addEventListener("hashchange", () => location.hash !== desk.arrived && desk.arrive());
fetchView(viewOf(desk.place));
const arriving = desk.arrive();
// The list of games takes longer than the board, which waits for nobody.
const listing = asks.now({ want: ["games"] });
await arriving;
document.documentElement.dataset.ready = "true";
listing.then(({ games = [] }) => {
  desk.games = games;
  drawGames(games);
  document.documentElement.dataset.games = "true";
  const { shown } = desk;
  if (!shown) return;
  shown.start = desk.startOf(shown);
  drawBar(shown);
  drawMoves(movesPlace, desk, shown, notes);
});
asks.now({ want: ["cluster"] }).then(
  ({ cluster }) => {
    const tab = document.querySelector('#tabs a[data-view="cluster"]');
    if (cluster && tab instanceof HTMLElement) tab.hidden = false;
  },
  () => {},
);
