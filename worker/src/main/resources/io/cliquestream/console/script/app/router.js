// The address says what is shown: "#/jobs?state=running&page=2" is a view, its parts and its filters, so that links,
// reload and the back button work. A path pattern is a text such as "/jobs/:id".

let routes = [];
let shown = () => {};

/** Starts following the address. */
export function startRouter(patterns, show) {
  routes = patterns.map((route) => ({ ...route, parts: route.path.split('/').filter(Boolean) }));
  shown = show;
  addEventListener('hashchange', () => shown(current()));
  shown(current());
}

/** What the address names: {route, parameters, query, path}; route is undefined when there is no such view. */
export function current() {
  const text = location.hash.replace(/^#/, '') || '/';
  const [path, search] = [text.split('?')[0], text.slice(text.split('?')[0].length + 1)];
  const query = Object.fromEntries(new URLSearchParams(search));
  const given = path.split('/').filter(Boolean);
  for (const route of routes) {
    const parameters = matched(route.parts, given);
    if (parameters) {
      return { route, parameters, query, path };
    }
  }
  return { route: undefined, parameters: {}, query, path };
}

/** The address of a view; empty values of the query are left out. */
export function address(path, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(kept).toString();
  return `#${path}${search ? `?${search}` : ''}`;
}

/** A path with names of things in it, each encoded. */
export function path(...parts) {
  return '/' + parts.map((part) => encodeURIComponent(part)).join('/');
}

/** Goes to a view. */
export function go(target, query) {
  location.hash = address(target, query);
}

/** Changes the query of the current view; "replace" leaves no step for the back button. */
export function changeQuery(changes, { replace = false } = {}) {
  const now = current();
  const target = address(now.path, { ...now.query, ...changes });
  if (target === location.hash) {
    return;
  }
  if (replace) {
    history.replaceState(null, '', target);
    shown(current());
  } else {
    location.hash = target;
  }
}

function matched(parts, given) {
  if (parts.length !== given.length) {
    return undefined;
  }
  const parameters = {};
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].startsWith(':')) {
      try {
        parameters[parts[i].slice(1)] = decodeURIComponent(given[i]);
      } catch {
        return undefined; // a broken escape names nothing
      }
    } else if (parts[i] !== given[i]) {
      return undefined;
    }
  }
  return parameters;
}
