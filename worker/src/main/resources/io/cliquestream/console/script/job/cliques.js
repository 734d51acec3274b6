// Cliques that were found: one of them drawn with the listed cliques that share a vertex with it, and all of them as
// a table. Every edge drawn is known to be in the graph, because it lies in a listed clique; the graph may hold more.

import { h } from '../base/dom.js';
import { count } from '../base/format.js';
import { graphDrawing } from '../draw/graph.js';
import { card } from '../part/parts.js';
import { pageOf, pager } from '../part/pager.js';
import { table } from '../part/table.js';

const MOST_VERTICES = 60;
const ROWS = 10;

/**
 * @param sets cliques or matches, each a list of vertex ids as texts
 * @param more whether the list goes on in the rows below
 * @param patternEdges edges of a match's pattern by position; undefined for cliques
 */
export function cliquesView(job, { query, changeQuery }, sets, more, { patternEdges, what = 'cliques' } = {}) {
  const chosen = Math.min(sets.length - 1, Math.max(0, Number(query.set) || 0));
  const drawn = neighbourhood(sets, chosen, patternEdges);
  const page = pageOf(sets, query.page ?? Math.floor(chosen / ROWS) + 1, ROWS);
  const first = (page.page - 1) * ROWS;
  const one = what === 'cliques' ? 'clique' : 'match';
  return card(
    undefined,
    h(
      'div',
      { class: 'card-row' },
      h('h2', {}, `Found ${what}`),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', disabled: chosen === 0, onclick: () => changeQuery({ set: chosen - 1, page: '' }, { replace: true }) }, '← Before'),
        h('button', { type: 'button', disabled: chosen >= sets.length - 1, onclick: () => changeQuery({ set: chosen + 1, page: '' }, { replace: true }) }, 'After →'),
      ),
    ),
    h(
      'div',
      { class: 'pair' },
      h(
        'figure',
        { class: 'graph-figure' },
        graphDrawing(drawn.vertices, drawn.edges, {
          side: 440,
          label: `${one} ${chosen + 1} of ${sets.length}, ${sets[chosen].length} vertices, with ${drawn.vertices.length - sets[chosen].length} vertices of other listed ${what}`,
        }),
        h('figcaption', { class: 'quiet' }, `The ${one} is filled. `, drawn.others > 0 ? `Around it: ${count(drawn.others)} other listed ${what} that share a vertex with it${drawn.cut ? ', as many as can be drawn' : ''}.` : `No other listed ${one} shares a vertex with it.`),
      ),
      h(
        'div',
        { class: 'set-list' },
        table(
          [
            { name: '#', number: true, cell: (set) => h('button', { type: 'button', class: 'plain', 'aria-pressed': String(sets[chosen] === set), 'aria-label': `Draw ${one} ${sets.indexOf(set) + 1}`, onclick: () => changeQuery({ set: sets.indexOf(set) }, { replace: true }) }, sets.indexOf(set) + 1) },
            { name: 'Size', number: true, cell: (set) => set.length },
            { name: 'Vertices', cell: (set) => h('span', { class: 'mono' }, set.join(' ')) },
          ],
          page.items,
          { key: (set) => first + page.items.indexOf(set), caption: `Found ${what}` },
        ),
        page.pages > 1 && pager(page, sets.length, what, (wanted) => changeQuery({ page: wanted }, { replace: true })),
        more && what === 'cliques' && h('p', { class: 'quiet' }, 'The list goes on in the rows below.'),
      ),
    ),
  );
}

/** The chosen set first, then vertices of sets that share one with it, and the edges that all of these prove. */
export function neighbourhood(sets, chosen, patternEdges) {
  const places = new Map();
  const vertices = [];
  const place = (id, marked) => {
    if (!places.has(id)) {
      places.set(id, vertices.length);
      vertices.push({ label: id, title: `vertex ${id}`, marked });
    }
    return places.get(id);
  };
  sets[chosen].forEach((id) => place(id, true));
  const inside = new Set(sets[chosen]);
  const edges = new Map();
  const prove = (set) => {
    for (const [a, b] of patternEdges ?? allPairs(set.length)) {
      const [from, to] = [places.get(set[a]), places.get(set[b])];
      edges.set(from < to ? `${from}-${to}` : `${to}-${from}`, [from, to]);
    }
  };
  prove(sets[chosen]);
  let others = 0;
  let cut = false;
  sets.forEach((set, i) => {
    if (i === chosen || !set.some((id) => inside.has(id))) {
      return;
    }
    const fresh = set.filter((id) => !places.has(id)).length;
    if (vertices.length + fresh > MOST_VERTICES) {
      cut = true;
      return;
    }
    others++;
    set.forEach((id) => place(id, false));
    prove(set);
  });
  return { vertices, edges: [...edges.values()], others, cut };
}

function allPairs(size) {
  const pairs = [];
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      pairs.push([a, b]);
    }
  }
  return pairs;
}
