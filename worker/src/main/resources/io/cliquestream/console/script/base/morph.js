// Brings the children of an element to a wanted tree with as few changes as can be, so that focus, selection,
// scrolling and what is being typed survive every update from the server.
//
// Children are matched in order, or by their key where they have one. Cost: linear in the two trees.

/** Makes the children of target what wanted (a node or a list of nodes) says. */
export function morph(target, wanted) {
  const holder = document.createDocumentFragment();
  holder.append(...[wanted].flat(Infinity).filter((node) => node instanceof Node));
  children(target, holder);
}

function children(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) {
    if (child.$key !== undefined) {
      keyed.set(child.$key, child);
    }
  }
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    const found = next.$key === undefined ? cursor : keyed.get(next.$key);
    if (!found || !isSame(found, next)) {
      from.insertBefore(next, cursor);
    } else if (found === cursor) {
      cursor = cursor.nextSibling;
      element(found, next);
    } else {
      from.insertBefore(found, cursor);
      element(found, next);
    }
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

function isSame(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.$key === b.$key;
}

function element(from, to) {
  if (from.nodeType === Node.TEXT_NODE) {
    if (from.data !== to.data) {
      from.data = to.data;
    }
    return;
  }
  attributes(from, to);
  handlers(from, to);
  children(from, to);
  values(from, to);
}

function attributes(from, to) {
  // Whether a <details> is open is for its reader to say.
  const own = (name) => name === 'open' && from.tagName === 'DETAILS';
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !own(name)) {
      if (name === 'style') {
        // As properties: the Content-Security-Policy lets no attribute carry style.
        from.style.cssText = to.style.cssText;
      } else {
        from.setAttribute(name, value);
      }
    }
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !own(name)) {
      from.removeAttribute(name);
    }
  }
}

function handlers(from, to) {
  for (const name of Object.keys(from.$handlers ?? {})) {
    if (!to.$handlers?.[name]) {
      from[name] = null;
    }
  }
  for (const [name, handler] of Object.entries(to.$handlers ?? {})) {
    from[name] = handler;
  }
  from.$handlers = to.$handlers;
}

function values(from, to) {
  const typing = from === document.activeElement && from.tagName !== 'SELECT';
  if (to.$value !== undefined && !typing && from.value !== to.$value) {
    from.value = to.$value;
  }
  if (to.$checked !== undefined && from.checked !== to.$checked) {
    from.checked = to.$checked;
  }
  from.$value = to.$value;
  from.$checked = to.$checked;
}
