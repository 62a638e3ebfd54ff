// Elements. Text goes in as text nodes, addresses lead to this page alone: nothing that a file says
// becomes a tag, a script or a link elsewhere.

import { visible } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
const OWN = /^(?:#|\/(?!\/))/;

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value)) node.addEventListener(kind, listener);
    } else if (/^on|^style$|^srcdoc$/i.test(name)) {
      throw new Error(`no attribute ${name} here`);
    } else if (/^(?:xlink:)?href$|^src$|^action$/i.test(name) && !OWN.test(value)) {
      throw new Error(`${name} leads elsewhere`);
    } else {
      node.setAttribute(name, value === true ? "" : visible(value));
    }
  }
  put(node, ...children);
  return node;
}

/** Append nodes and texts; what is null, undefined or false is left out. */
export function put(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
  return node;
}

/** An HTML element; `attributes.on` holds listeners by event. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A name, kept apart from the text around it whichever way it is written. */
export function named(text) {
  return el("bdi", { class: "name" }, text);
}

/** Replace all that is in a node. */
export function refill(node, ...children) {
  node.replaceChildren();
  return put(node, ...children);
}

/** Set an attribute, or remove it for null; nothing is touched where nothing changes. */
export function set(node, name, value) {
  const text = value === null ? null : String(value);
  if (node.getAttribute(name) === text) return;
  if (text === null) node.removeAttribute(name);
  else node.setAttribute(name, text);
}

/** Replace a node's text, if it is another. */
export function say(node, text) {
  const shown = visible(text);
  if (node.textContent !== shown) node.textContent = shown;
}
