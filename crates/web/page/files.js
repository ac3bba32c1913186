// @ts-check
/** Files in and out: a place to drop or choose one, base64, and downloads. */

import { byId, h } from "./dom.js";

/**
 * A place where a file can be dropped or chosen. The whole page takes drops while it is there.
 * @param {string} words @param {string} accept @param {(file: File) => void} take
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function dropPlace(words, accept, take) {
  const input = h("input", {
    type: "file",
    id: "file-field",
    accept,
    class: "unseen",
    onchange: () => {
      const file = input.files?.[0];
      if (file) take(file);
      input.value = "";
    },
  });
  const element = h("label", { id: "drop", class: "drop", for: "file-field" }, words, input);
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const out = (/** @type {DragEvent} */ event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  };
  document.addEventListener("dragover", over);
  document.addEventListener("dragleave", out);
  document.addEventListener("drop", drop);
  const close = () => {
    document.removeEventListener("dragover", over);
    document.removeEventListener("dragleave", out);
    document.removeEventListener("drop", drop);
  };
  return { element, close };
}

/** @param {Blob} file @returns {Promise<string>} */
export async function toBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} base64 */
export function fromBase64(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  byId("panel").append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
