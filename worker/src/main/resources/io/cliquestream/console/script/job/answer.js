// A job's answer, drawn by what it holds: figures, histograms, motifs, found cliques, and its rows.

import { h } from '../base/dom.js';
import { count, percent, rounded } from '../base/format.js';
import { bars } from '../draw/bars.js';
import { glyph } from '../draw/graph.js';
import { histogram } from '../draw/histogram.js';
import { motif } from '../draw/motifs.js';
import { card, figure } from '../part/parts.js';
import { table } from '../part/table.js';
import { cliquesView } from './cliques.js';
import { differenceView } from './difference.js';
import { rowsView } from './rows.js';

/** @param job with its result; @param context of the view */
export function answerView(job, context) {
  const { result } = job;
  const answer = result.answer;
  if (result.difference) {
    return [differenceView(result), result.pages > 0 && rowsView(job, context)];
  }
  if (!answer) {
    return h('div', { class: 'empty', role: 'status' }, 'The run ended without an answer.');
  }
  return [
    result.partial && h('div', { class: 'warning', role: 'status' }, 'Partial: what was proven before the job was stopped.'),
    figures(answer),
    answer.cliques && sizes('Cliques by size', answer.cliques, 'cliques', context),
    answer.bySize && sizes('Maximal cliques by size', answer.bySize, 'maximal cliques', context),
    answer.verticesByCore && sizes('Vertices by core number', answer.verticesByCore, 'vertices', context, 'Core number'),
    answer.estimates && estimates(answer),
    answer.motifs && census(answer.motifs, context),
    job.kind === 'match' && pattern(job),
    answer.maximumCliques?.length > 0 && cliquesView(job, context, answer.maximumCliqueNames ?? answer.maximumCliques, result.pages > 0, { ids: answer.maximumCliques }),
    result.pages > 0 && rowsView(job, context),
  ];
}

const FIGURES = [
  ['triangles', 'Triangles', count],
  ['wedges', 'Wedges', count],
  ['transitivity', 'Transitivity', rounded],
  ['averageClustering', 'Average clustering', rounded],
  ['cliqueNumber', 'Clique number', count],
  ['maximumCliqueCount', 'Maximum cliques', count],
  ['maximalCliques', 'Maximal cliques', count],
  ['matches', 'Matches', count],
  ['listed', 'Cliques listed', count],
  ['degeneracy', 'Degeneracy', count],
];

function figures(answer) {
  const known = FIGURES.filter(([key]) => answer[key] !== undefined && answer[key] !== null);
  const more = (key) => {
    if (key === 'cliqueNumber' && answer.upperBound && answer.upperBound !== answer.cliqueNumber) {
      return `proven bound ${answer.upperBound}`;
    }
    return key === 'listed' && (answer.complete ? 'all there are' : 'the limit ended the list');
  };
  return known.length > 0 && h('div', { class: 'figures' }, known.map(([key, name, show]) => figure(name, show(answer[key]), more(key))));
}

/** Numbers by size, or by something else: the histogram and every exact value. */
function sizes(title, bySize, what, { query, changeQuery }, by = 'Size') {
  const entries = Object.entries(bySize).map(([label, value]) => ({ label, value })).sort((a, b) => Number(a.label) - Number(b.label));
  const logarithmic = query.axis !== 'linear';
  return card(
    undefined,
    h('div', { class: 'card-row' }, h('h2', {}, title), axisChoice(logarithmic, changeQuery)),
    entries.length
      ? h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': title }, histogram(entries, { logarithmic, what }))
      : h('p', { class: 'quiet' }, 'None.'),
    h(
      'details',
      {},
      h('summary', {}, 'As a table'),
      table(
        [
          { name: by, main: true, cell: (entry) => entry.label },
          { name: what[0].toUpperCase() + what.slice(1), number: true, cell: (entry) => count(entry.value) },
        ],
        entries,
        { key: (entry) => entry.label, caption: title },
      ),
    ),
  );
}

/** Estimates are no counts: the interval stands beside each. */
function estimates({ confidence, estimates: bySize }) {
  const entries = Object.entries(bySize).map(([size, found]) => ({ size, ...found })).sort((a, b) => Number(a.size) - Number(b.size));
  const title = `Estimated cliques by size (intervals of ${percent(confidence)} confidence)`;
  return card(
    title,
    table(
      [
        { name: 'Size', main: true, cell: (entry) => entry.size },
        { name: 'Estimate', number: true, cell: (entry) => approximate(entry.estimate) + (entry.exact ? ' (exact)' : '') },
        { name: 'At least', number: true, cell: (entry) => approximate(entry.low) },
        { name: 'At most', number: true, cell: (entry) => approximate(entry.high) },
        { name: 'Samples', number: true, cell: (entry) => count(entry.samples) },
        { name: 'Of them cliques', number: true, cell: (entry) => count(entry.hits) },
      ],
      entries,
      { key: (entry) => entry.size, caption: title },
    ),
  );
}

/** Whole while a number tells whole numbers apart. */
function approximate(value) {
  return value < Number.MAX_SAFE_INTEGER ? count(String(Math.round(value))) : value.toExponential(4);
}

function axisChoice(logarithmic, changeQuery) {
  return h(
    'label',
    { class: 'field field-check' },
    h('input', { type: 'checkbox', checked: logarithmic, onchange: (event) => changeQuery({ axis: event.target.checked ? '' : 'linear' }, { replace: true }) }),
    'Logarithmic',
  );
}

function census(motifs, { query, changeQuery }) {
  const logarithmic = query.axis !== 'linear';
  const all = Object.entries(motifs);
  const total = all.reduce((sum, [, value]) => sum + BigInt(value), 0n);
  const occurring = all.filter(([, value]) => value !== '0');
  const shown = (query.absent ? all : occurring).toSorted(([, a], [, b]) => (BigInt(b) > BigInt(a) ? 1 : BigInt(b) < BigInt(a) ? -1 : 0));
  return card(
    undefined,
    h('div', { class: 'card-row' }, h('h2', {}, `Motifs: ${count(total)} subgraphs, ${occurring.length} of ${all.length} shapes occur`), axisChoice(logarithmic, changeQuery)),
    bars(
      shown.map(([name, value]) => {
        const shape = motif(name);
        return { name, value, glyph: shape && glyph(shape.size, shape.edges, { side: 40, label: name }) };
      }),
      { logarithmic, label: 'Motifs' },
    ),
    occurring.length < all.length &&
      h(
        'label',
        { class: 'field field-check' },
        h('input', { type: 'checkbox', checked: Boolean(query.absent), onchange: (event) => changeQuery({ absent: event.target.checked ? 'shown' : '' }, { replace: true }) }),
        'Also shapes that do not occur',
      ),
    h(
      'details',
      {},
      h('summary', {}, 'As a table'),
      table(
        [
          { name: 'Motif', main: true, cell: ([name]) => name },
          { name: 'Subgraphs', number: true, cell: ([, value]) => count(value) },
          { name: 'Share', number: true, cell: ([, value]) => (total === 0n ? '–' : percent(Number((BigInt(value) * 1_000_000n) / total) / 1e6)) },
        ],
        all,
        { key: ([name]) => name, caption: 'Motifs' },
      ),
    ),
  );
}

function pattern(job) {
  const edges = (job.request?.patternMatch?.edges ?? []).map(({ from = 0, to = 0 }) => [from, to]);
  if (edges.length === 0) {
    return undefined;
  }
  const size = 1 + Math.max(...edges.flat());
  return card('The pattern', h('div', { class: 'pair' }, glyph(size, edges, { side: 180, numbered: true, label: `Pattern of ${size} vertices and ${edges.length} edges` })));
}
