// Alerts of standing jobs: which cliques and matches appeared and vanished, and which edge made them.

import { read } from '../app/api.js';
import { address, path } from '../app/router.js';
import { h } from '../base/dom.js';
import { count } from '../base/format.js';
import { time } from '../base/time.js';
import { choiceFilter, textFilter } from '../part/filters.js';
import { badge, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';

const KINDS = [
  ['appeared', 'appeared'],
  ['vanished', 'vanished'],
  ['summary', 'summary'],
  ['threshold-reached', 'threshold reached'],
  ['threshold-left', 'threshold left'],
  ['restarted', 'restarted'],
];

/** Vertices of an alert that a row shows. */
const SHOWN_VERTICES = 12;

export const alerts = {
  title: () => 'Alerts',
  events: ['alert'],
  load: ({ query, signal }) => read('/alerts', { graph: query.graph, kind: query.kind, limit: 100 }, signal),
  render: ({ items }, context) => [
    heading('Alerts', { about: 'The newest alerts of all standing jobs, as far as this worker remembers them; alerts.v1 has every one of them.' }),
    h(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter alerts', onsubmit: (event) => event.preventDefault() },
      textFilter('Graph', 'graph', context, { placeholder: 'its whole id' }),
      choiceFilter('Kind', 'kind', KINDS, context),
    ),
    alertTable(items, { withJob: true, empty: 'No alert fits. docs/alerts.md says how a standing job is told to alert.' }),
  ],
};

/** A table of alerts. */
export function alertTable(items, { withJob = false, empty }) {
  return table(
    [
      { name: 'Time', main: true, cell: (alert) => time(alert.time) },
      { name: 'Kind', cell: (alert) => badge(alert.kind) },
      ...(withJob
        ? [
            { name: 'Job', cell: (alert) => link(alert.job, address(path('jobs', alert.job), { tab: 'alerts' })) },
            { name: 'Graph', cell: (alert) => link(alert.graph, `#${path('graphs', alert.graph)}`) },
          ]
        : []),
      { name: 'What', cell: what },
      { name: 'Because of', cell: cause },
      { name: 'Version', number: true, cell: (alert) => (alert.baseVersion ? `${alert.baseVersion} → ${alert.version}` : (alert.version ?? '–')) },
      { name: 'Number', number: true, cell: (alert) => count(alert.sequence) },
    ],
    items,
    { key: (alert) => `${alert.job}/${alert.sequence}`, caption: 'Alerts, the newest first', empty },
  );
}

function what(alert) {
  if (alert.summary) {
    const { appeared, vanished, matches } = alert.summary;
    return `${count(appeared)} appeared, ${count(vanished)} vanished${matches === null ? '' : `, ${count(matches)} now`}`;
  }
  if (alert.vertexCount === 0) {
    return alert.match ?? '–';
  }
  const shown = alert.vertices.slice(0, SHOWN_VERTICES).join(' ');
  return h('span', { class: 'mono', title: alert.match ?? '' }, alert.vertexCount > SHOWN_VERTICES ? `${shown} … (${count(alert.vertexCount)})` : shown);
}

function cause(alert) {
  return alert.cause ? `edge ${alert.cause.from} – ${alert.cause.to} ${alert.cause.inserted ? 'came' : 'went'}` : '–';
}
