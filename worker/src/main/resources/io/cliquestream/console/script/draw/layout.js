// Places the vertices of a small graph: spring forces after Fruchterman and Reingold (1991), from a circle as the
// start, so that the same graph is always drawn alike. Cost: rounds · vertices², for some 150 vertices at most.

const ROUNDS = 240;

/**
 * @param size number of vertices
 * @param edges [[from, to]]
 * @param anchored how many vertices, the first ones, stay on an inner circle (a found clique, say)
 * @return [{x, y}] within -1 … 1
 */
export function springLayout(size, edges, anchored = 0) {
  const places = Array.from({ length: size }, (_, i) => {
    const inner = i < anchored;
    const angle = inner
      ? (2 * Math.PI * i) / anchored - Math.PI / 2
      : (2 * Math.PI * (i - anchored)) / Math.max(1, size - anchored) + 0.3;
    const radius = inner ? Math.min(0.5, 0.18 + 0.02 * anchored) : 1;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const ideal = 0.9 * Math.sqrt(4 / Math.max(1, size));
  for (let round = 0; round < ROUNDS && size > 2; round++) {
    const heat = 0.12 * (1 - round / ROUNDS);
    const push = places.map(() => ({ x: 0, y: 0 }));
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        const dx = places[a].x - places[b].x || 1e-4 * (a - b);
        const dy = places[a].y - places[b].y || 1e-4;
        const force = (ideal * ideal) / Math.max(1e-4, dx * dx + dy * dy);
        shift(push, a, b, dx * force, dy * force);
      }
    }
    for (const [a, b] of edges) {
      const dx = places[a].x - places[b].x;
      const dy = places[a].y - places[b].y;
      const force = -Math.hypot(dx, dy) / ideal;
      shift(push, a, b, dx * force, dy * force);
    }
    for (let v = anchored; v < size; v++) {
      // A little gravity keeps parts that hang together loosely on the page.
      const x = push[v].x - 0.4 * places[v].x;
      const y = push[v].y - 0.4 * places[v].y;
      const length = Math.hypot(x, y) || 1;
      places[v].x += (x / length) * Math.min(length, heat);
      places[v].y += (y / length) * Math.min(length, heat);
    }
  }
  return fitted(places);
}

/** Vertices on a circle, the first one on top. */
export function circleLayout(size) {
  return Array.from({ length: size }, (_, i) => {
    const angle = (2 * Math.PI * i) / size - Math.PI / 2;
    return size === 1 ? { x: 0, y: 0 } : { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

function shift(push, a, b, x, y) {
  push[a].x += x;
  push[a].y += y;
  push[b].x -= x;
  push[b].y -= y;
}

function fitted(places) {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  const half = Math.max(...xs.map((x) => Math.abs(x - middle.x)), ...ys.map((y) => Math.abs(y - middle.y)), 1e-6);
  return places.map((place) => ({ x: (place.x - middle.x) / half, y: (place.y - middle.y) / half }));
}
