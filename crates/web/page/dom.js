// @ts-check
/** Elements from code: no markup strings, so no foreign text ever becomes markup. */

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Settings */

/**
 * An element of the page: attributes, listeners (`onclick: ..`), children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Settings} [settings] @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, settings = {}, ...children) {
  return dress(document.createElement(tag), settings, children);
}

/**
 * An element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Settings} [settings] @param {...(Node | string | null)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, settings = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), settings, children);
}

/**
 * @template {Element} E
 * @param {E} element @param {Settings} settings @param {(Node | string | null)[]} children
 * @returns {E}
 */
function dress(element, settings, children) {
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * The element of the page with this id, which index.html has.
 * @param {string} id @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}

/**
 * A button, with the id that it is known by.
 * @param {string} id @param {string} words @param {() => void} onclick @param {Settings} [settings]
 */
export function button(id, words, onclick, settings = {}) {
  return h("button", { type: "button", id, onclick: () => onclick(), ...settings }, words);
}

/**
 * A sentence whose words stay whole: moves have hyphens.
 * @param {string} text
 */
export function unbroken(text) {
  return text.split(" ").flatMap((word) => [h("span", { class: "word" }, word), " "]);
}

/**
 * A choice among texts.
 * @param {Settings} settings @param {[value: string, text: string][]} options @param {string} chosen
 */
export function choice(settings, options, chosen) {
  const made = options.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", settings, ...made);
}
