// Makes elements. A view is a function from data to a tree of these; base/morph.js brings the page to it.
//
// Handlers are set as properties (onclick, …) and remembered, so that morph can hand them over, and so that a
// strict Content-Security-Policy holds: no attribute ever carries script or style.

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element; children may be nodes, texts, numbers, lists of them, or nothing. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    set(element, name, value);
  }
  append(element, children);
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) {
    return;
  }
  if (name === 'key') {
    element.$key = String(value);
  } else if (name.startsWith('on')) {
    (element.$handlers ??= {})[name] = value;
    element[name] = value;
  } else if (name === 'value' && 'value' in element && element.tagName !== 'LI') {
    element.$value = String(value);
    element.value = value;
  } else if (name === 'checked') {
    element.$checked = Boolean(value);
    element.checked = Boolean(value);
  } else if (name === 'style') {
    for (const [property, text] of Object.entries(value)) {
      element.style.setProperty(property, text);
    }
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(element, child);
    } else if (child instanceof Node) {
      element.append(child);
    } else if (child !== undefined && child !== null && child !== false) {
      element.append(String(child));
    }
  }
  // A select takes its value only once its options are there.
  if (element.tagName === 'SELECT' && element.$value !== undefined) {
    element.value = element.$value;
  }
}
