// Places the vertices of a small graph.

/**
 * A found clique with what lies around it: the clique on a circle inside, the others on one or two rings around it,
 * each near the members of the clique that it is adjacent to, so that edges are short and nothing hides the clique.
 *
 * @param size number of vertices
 * @param edges [[from, to]]
 * @param inside how many vertices, the first ones, are the clique
 * @return [{x, y}] within -1 … 1
 */
export function ringLayout(size, edges, inside) {
  const outside = size - inside;
  if (outside === 0) {
    return circleLayout(size);
  }
  const places = circleLayout(inside).map(({ x, y }) => ({ x: 0.55 * x, y: 0.55 * y }));
  const pulls = Array.from({ length: outside }, (_, i) => ({ vertex: inside + i, x: 0, y: 0 }));
  for (const [a, b] of edges) {
    const [inner, outer] = a < b ? [a, b] : [b, a];
    if (inner < inside && outer >= inside) {
      pulls[outer - inside].x += places[inner].x;
      pulls[outer - inside].y += places[inner].y;
    }
  }
  // Around the circle in the order of where they are pulled to, the first beginning where it is pulled itself.
  pulls.sort((a, b) => Math.atan2(a.y, a.x) - Math.atan2(b.y, b.x) || a.vertex - b.vertex);
  const start = Math.atan2(pulls[0].y, pulls[0].x);
  pulls.forEach(({ vertex }, i) => {
    const angle = start + (2 * Math.PI * i) / outside;
    const radius = outside > 24 && i % 2 ? 0.84 : 1;
    places[vertex] = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return places;
}

/** Vertices on a circle, the first one on top. */
export function circleLayout(size) {
  return Array.from({ length: size }, (_, i) => {
    const angle = (2 * Math.PI * i) / size - Math.PI / 2;
    return size === 1 ? { x: 0, y: 0 } : { x: Math.cos(angle), y: Math.sin(angle) };
  });
}
