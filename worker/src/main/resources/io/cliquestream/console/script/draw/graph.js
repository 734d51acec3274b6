// A small graph as a drawing: found cliques with what lies around them, and patterns.

import { s } from '../base/dom.js';
import { circleLayout, ringLayout } from './layout.js';

/**
 * @param vertices [{label, title, marked}], marked ones (a clique) first
 * @param edges [[from, to]] by position in vertices
 * @param options side in pixels, label
 */
export function graphDrawing(vertices, edges, { side = 420, label } = {}) {
  const marked = vertices.filter((vertex) => vertex.marked).length;
  const places = ringLayout(vertices.length, edges, marked);
  const radius = vertices.length <= 12 ? 15 : vertices.length <= 40 ? 11 : 7;
  const scale = side / 2 - radius - 4;
  const at = (i) => ({ x: side / 2 + scale * places[i].x, y: side / 2 + scale * places[i].y });
  return s(
    'svg',
    { class: 'drawing graph', viewBox: `0 0 ${side} ${side}`, width: side, height: side, role: 'img', 'aria-label': label },
    // The clique's own edges last, above the others.
    edges.toSorted((a, b) => Math.max(...b) - Math.max(...a)).map(([from, to]) => {
      const [a, b] = [at(from), at(to)];
      const inside = vertices[from].marked && vertices[to].marked;
      return s('line', { class: inside ? 'edge edge-marked' : 'edge', x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    }),
    vertices.map((vertex, i) => {
      const { x, y } = at(i);
      return s(
        'g',
        { class: vertex.marked ? 'vertex vertex-marked' : 'vertex' },
        s('title', {}, vertex.title ?? vertex.label),
        s('circle', { cx: x, cy: y, r: radius }),
        radius > 8 &&
          String(vertex.label).length <= 6 &&
          s('text', { x, y: y + 3.5, 'text-anchor': 'middle', class: String(vertex.label).length > 3 ? 'small' : '' }, vertex.label),
      );
    }),
  );
}

/** A pattern or motif of a few vertices as a sign beside its name; with an empty label it is decoration. */
export function glyph(size, edges, { side = 36, numbered = false, label } = {}) {
  const places = circleLayout(size);
  const radius = numbered ? 11 : Math.max(2.2, side / 14);
  const scale = side / 2 - radius - 1;
  const at = (i) => ({ x: side / 2 + scale * places[i].x, y: side / 2 + scale * places[i].y });
  return s(
    'svg',
    {
      class: numbered ? 'drawing glyph glyph-numbered' : 'drawing glyph',
      viewBox: `0 0 ${side} ${side}`,
      width: side,
      height: side,
      ...(label === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label ?? `${size} vertices, ${edges.length} edges` }),
    },
    edges.map(([from, to]) => {
      const [a, b] = [at(from), at(to)];
      return s('line', { class: 'edge', x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    }),
    places.map((_, i) => {
      const { x, y } = at(i);
      return s(
        'g',
        { class: 'vertex' },
        s('circle', { cx: x, cy: y, r: radius }),
        numbered && s('text', { x, y: y + 4, 'text-anchor': 'middle' }, i),
      );
    }),
  );
}
