// Cliques that were found: one of them drawn with the listed cliques that share a vertex with it, and all of them as
// a table. Every edge drawn is known to be in the graph, because it lies in a listed clique; the graph may hold more.
// On request it is drawn with what the graph itself has around it, by the worker that holds the graph.

import { at, read } from '../app/api.js';
import { h } from '../base/dom.js';
import { count } from '../base/format.js';
import { graphDrawing } from '../draw/graph.js';
import { describe } from '../part/notices.js';
import { button, card } from '../part/parts.js';
import { pageOf, pager } from '../part/pager.js';
import { table } from '../part/table.js';

const MOST_VERTICES = 60;
const ROWS = 10;

/**
 * @param sets cliques or matches, each a list of vertex ids as texts
 * @param more whether the list goes on in the rows below
 * @param ids the same sets by id, where sets are names
 * @param patternEdges edges of a match's pattern by position; undefined for cliques
 */
export function cliquesView(job, context, sets, more, { ids = sets, patternEdges, what = 'cliques' } = {}) {
  const { query, changeQuery } = context;
  const chosen = Math.min(sets.length - 1, Math.max(0, Number(query.set) || 0));
  const around = query.around ? aroundOf(job, ids[chosen], context) : undefined;
  const drawn = around?.drawn ?? neighbourhood(sets, chosen, patternEdges);
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
          label: `${one} ${chosen + 1} of ${sets.length}, ${sets[chosen].length} vertices, with ${drawn.vertices.length - sets[chosen].length} vertices ${around?.drawn ? 'of the graph around it' : `of other listed ${what}`}`,
        }),
        around?.drawn && h('figcaption', { class: 'quiet' }, `The ${one} is filled. Around it: ${around.drawn.whole ? 'all its neighbours' : 'those of its neighbours with the most edges to it'} in version ${around.drawn.version} of the graph, and every edge among them.`),
        !around?.drawn && h('figcaption', { class: 'quiet' }, `The ${one} is filled. `, drawn.others > 0 ? `Around it: ${count(drawn.others)} other listed ${what} that share a vertex with it${drawn.cut ? ', as many as can be drawn' : ''}.` : `No other listed ${one} shares a vertex with it.`),
        around?.error && h('p', { class: 'problem', role: 'alert' }, describe(around.error)),
        button(query.around ? `Draw the listed ${what} around it` : 'Draw the graph around it', () => changeQuery({ around: query.around ? '' : '1' }, { replace: true })),
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

/** What the graph has around a set: asked for once, and kept as long as the page is open. */
function aroundOf(job, ids, context) {
  const version = job.result.version ?? undefined;
  const key = `around:${version}:${ids.join(',')}`;
  const kept = context.state[key];
  if (kept) {
    return kept;
  }
  const asked = (context.state[key] = {});
  read(`${at('graphs', job.graph)}/neighborhood`, { of: ids.join(','), version, limit: MOST_VERTICES })
    .then(
      (answer) => {
        const marked = new Set(ids);
        const vertices = answer.vertices.map(({ id, name }) => ({ label: name ?? id, title: `vertex ${name ?? id}`, marked: marked.has(id) }));
        asked.drawn = { vertices, edges: answer.edges, whole: answer.whole, version: answer.version };
      },
      (error) => {
        asked.error = error;
      },
    )
    .finally(() => context.update());
  return asked;
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
