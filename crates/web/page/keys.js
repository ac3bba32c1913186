// @ts-check
/** The keyboard: keys that work wherever no field is typed into and no control takes them. */

import { byId } from "./dom.js";

/**
 * @typedef {{undo: () => void, redo: () => void, first: () => void, last: () => void, best: () => void,
 *   flip: () => void}} Actions
 */

/** @param {Actions} actions */
export function listen(actions) {
  const help = /** @type {HTMLDialogElement} */ (byId("keys"));
  byId("keys-button").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || help.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input:not([type=file]), select, textarea")) return;
    const action = actionFor(event.key, target);
    if (!action) return;
    event.preventDefault();
    action();
  });

  /** @param {string} key @param {Element} target */
  function actionFor(key, target) {
    switch (key) {
      case "ArrowLeft": return actions.undo;
      case "ArrowRight": return actions.redo;
      case "Home": return actions.first;
      case "End": return actions.last;
      case "u": case "U": return actions.undo;
      case "f": case "F": return actions.flip;
      case "/": return () => byId("move-field").focus();
      case "?": return () => help.showModal();
      // A control that has the focus takes Enter itself.
      case "Enter": return target.closest("a, button, summary, label, [role=gridcell]") ? null : actions.best;
      default: return null;
    }
  }
}
