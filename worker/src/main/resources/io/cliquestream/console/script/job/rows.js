// The rows of an answer: counts and coefficients by vertex or edge, and listed cliques and matches. The worker gives
// them in order and page by page; the largest are known only of what was read, and the page says how much that is.

import { at, read } from '../app/api.js';
import { h } from '../base/dom.js';
import { approximately, count, logarithm, rounded } from '../base/format.js';
import { bars } from '../draw/bars.js';
import { histogram } from '../draw/histogram.js';
import { describe } from '../part/notices.js';
import { button, card } from '../part/parts.js';
import { pageOf, pager } from '../part/pager.js';
import { table } from '../part/table.js';
import { cliquesView } from './cliques.js';

const PAGE = 1000;
const READ_AT_ONCE = 5_000;
const TOP = 15;
const ROWS = 20;
const BINS = 20;

/** Rows are read once for each run of a job and kept as long as its page is open. */
export function rowsView(job, context) {
  const key = `rows:${job.result.run}:${job.ended}`;
  const rows = (context.state[key] ??= { kind: undefined, items: [], next: undefined, reading: false });
  if (rows.kind === undefined && !rows.reading && !rows.error) {
    readMore(job, rows, context);
  }
  const state = h(
    'p',
    { class: 'quiet', role: 'status' },
    rows.reading ? `Reading rows: ${count(rows.items.length)} so far …` : rows.next ? `The first ${count(rows.items.length)} rows were read. ` : `All ${count(rows.items.length)} rows were read.`,
    !rows.reading && rows.next && button('Read more', () => readMore(job, rows, context)),
  );
  if (rows.error) {
    return card('Rows of the answer', h('p', { class: 'problem' }, describe(rows.error)), button('Try again', () => readMore(job, rows, context)));
  }
  return [shown(job, rows, context), card(undefined, state)];
}

async function readMore(job, rows, context) {
  rows.reading = true;
  rows.error = undefined;
  const goal = rows.items.length + READ_AT_ONCE;
  try {
    do {
      const run = job.standing ? job.result.run : undefined;
      const page = await read(`${at('jobs', job.id)}/pages`, { run, cursor: rows.next, limit: PAGE });
      rows.kind = page.kind;
      rows.items.push(...page.items.map(byName));
      rows.next = page.next ?? undefined;
      context.update();
    } while (rows.next && rows.items.length < goal);
  } catch (error) {
    rows.error = error;
  }
  rows.reading = false;
  context.update();
}

/** A row with its vertices by their names, where the graph has some. */
function byName(row) {
  const { name, fromName, toName, names } = row;
  return {
    ...row,
    ...(name !== undefined && { vertex: name }),
    ...(fromName !== undefined && { from: fromName, to: toName }),
    ...(names !== undefined && { vertices: names, ids: row.vertices }),
  };
}

function shown(job, rows, context) {
  const { items, kind } = rows;
  if (items.length === 0) {
    return undefined;
  }
  switch (kind) {
    case 'vertex-counts':
      return [top(job.result.difference?.changedVerticesOnly ? 'Top of the changed vertices' : 'Top vertices', items, (row) => row.vertex, (row) => row.count, count), list(items, [['Vertex', 'vertex'], ['Count', 'count', count]], 'By vertex', context)];
    case 'edge-counts':
      return [top('Top edges', items, (row) => `${row.from} – ${row.to}`, (row) => row.count, count), list(items, [['From', 'from'], ['To', 'to'], ['Count', 'count', count]], 'By edge', context)];
    case 'vertex-coefficients':
      return [spread(items), list(items, [['Vertex', 'vertex'], ['Local clustering', 'coefficient', rounded]], 'By vertex', context)];
    case 'vertex-sets': {
      const matches = job.kind === 'match';
      const patternEdges = matches ? (job.request?.patternMatch?.edges ?? []).map(({ from = 0, to = 0 }) => [from, to]) : undefined;
      return cliquesView(job, context, items.map((row) => row.vertices), Boolean(rows.next), { ids: items.map((row) => row.ids ?? row.vertices), patternEdges, what: matches ? 'matches' : 'cliques' });
    }
    default:
      return undefined;
  }
}

function top(title, items, name, value, show) {
  const sorted = items
    .map((row) => ({ name: name(row), value: value(row), order: logarithm(value(row)) }))
    .sort((a, b) => b.order - a.order || approximately(b.value) - approximately(a.value))
    .slice(0, TOP);
  return card(title, bars(sorted, { show, label: title }));
}

/** How many vertices have a local clustering coefficient from … to. */
function spread(items) {
  const bins = new Array(BINS).fill(0);
  for (const row of items) {
    bins[Math.min(BINS - 1, Math.floor(row.coefficient * BINS))]++;
  }
  return card(
    'Local clustering coefficients',
    h('div', { class: 'scroll-x' }, histogram(bins.map((value, i) => ({ label: rounded(i / BINS), value: String(value) })), { logarithmic: false, what: 'vertices', axis: 'coefficient from' })),
  );
}

function list(items, columns, title, { query, changeQuery }) {
  const page = pageOf(items, query.page, ROWS);
  return card(
    title,
    table(
      columns.map(([name, key, show], i) => ({ name, main: i === 0, number: i > 0, cell: (row) => (show ? show(row[key]) : row[key]) })),
      page.items,
      { key: (row) => row.vertex ?? `${row.from}-${row.to}`, caption: title },
    ),
    pager(page, items.length, 'rows', (wanted) => changeQuery({ page: wanted }, { replace: true })),
  );
}
