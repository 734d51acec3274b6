// Graphs that take edge events: how far each stream is, what its window holds, and what waits.

import { read } from '../app/api.js';
import { path } from '../app/router.js';
import { h } from '../base/dom.js';
import { count, duration } from '../base/format.js';
import { time } from '../base/time.js';
import { choiceFilter } from '../part/filters.js';
import { listPager } from '../part/list-pager.js';
import { badge, card, facts, figure, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';

const STATES = [
  ['running', 'running'],
  ['idle', 'idle'],
  ['beginning', 'beginning'],
  ['ending', 'ending'],
  ['broken', 'broken'],
];

export const streams = {
  title: () => 'Streams of changes',
  events: ['graph'],
  concerns: (shown, name, data) => data.stream !== null || shown.data?.items.some((stream) => stream.graph === data.id),
  load: ({ query, signal }) => read('/streams', { state: query.state, cursor: query.cursor, limit: 50 }, signal),
  render: (list, context) => [
    heading('Streams of changes', {
      about: 'Graphs that take single edge events from changes.v1 and become versions of them. “Not taken in” counts records of the whole partition.',
    }),
    h(
      'div',
      { class: 'figures' },
      figure('Streams', count(list.total)),
      figure('Broken', count(list.items.filter((stream) => stream.state === 'broken').length), 'on this page'),
      figure('Events in windows', count(list.items.reduce((sum, stream) => sum + (stream.window?.held ?? 0), 0)), 'on this page'),
    ),
    h(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter streams', onsubmit: (event) => event.preventDefault() },
      choiceFilter('State', 'state', STATES, context),
    ),
    table(
      [
        { name: 'Graph', main: true, cell: (stream) => link(stream.graph, `#${path('graphs', stream.graph)}`) },
        { name: 'State', cell: state },
        { name: 'Last version', number: true, cell: (stream) => stream.version ?? '–' },
        { name: 'Events taken', number: true, cell: (stream) => count(stream.events) },
        { name: 'In no version yet', number: true, cell: (stream) => count(stream.pending) },
        { name: 'Next event', number: true, cell: place },
        { name: 'Not taken in', number: true, cell: (stream) => count(stream.lag) },
        { name: 'Watermark', cell: (stream) => (stream.watermark ? time(stream.watermark) : '–') },
        { name: 'Window', cell: (stream) => (stream.window ? `${count(stream.window.held)} of ${windowRule(stream.window)}` : 'none') },
        { name: 'Worker', cell: (stream) => stream.worker ?? '–' },
      ],
      list.items,
      { key: (stream) => stream.graph, caption: 'Streams of changes by graph', empty: 'No graph has a stream that fits. docs/evolving.md says how one is begun.' },
    ),
    listPager(list, 'streams', context),
  ],
};

/** The stream of one graph, for the graph's own page. */
export function streamCard(stream) {
  return card(
    'Stream of changes',
    facts([
      ['State', state(stream)],
      ['Last version', stream.version],
      ['Events taken', count(stream.events)],
      ['Events in no version yet', count(stream.pending)],
      ['Next event', place(stream)],
      ['Records not taken in', count(stream.lag)],
      ['A version', versionRule(stream.versions)],
      ['Window', stream.window && `${count(stream.window.held)} of ${windowRule(stream.window)}`],
      ['Latest event', stream.latest && time(stream.latest)],
      ['Watermark', stream.watermark && time(stream.watermark)],
      ['Lateness allowed', stream.latenessMicros && duration(stream.latenessMicros / 1000)],
    ]),
  );
}

function state(stream) {
  return h('span', {}, badge(stream.state), stream.reason && h('div', { class: 'problem' }, stream.reason));
}

function place(stream) {
  return `${stream.next.partition} @ ${count(stream.next.offset)}${stream.next.event ? ` + ${stream.next.event}` : ''}`;
}

function windowRule(window) {
  return window.events ? `the last ${count(window.events)} insertions` : `those younger than ${duration(window.micros / 1000)}`;
}

function versionRule(versions) {
  const rules = [
    versions.events && `after ${count(versions.events)} events`,
    versions.eventMicros && `each ${duration(versions.eventMicros / 1000)} of event time`,
    versions.waitMicros && `after a wait of ${duration(versions.waitMicros / 1000)}`,
  ].filter(Boolean);
  return rules.length ? rules.join(', ') : 'as the worker is set';
}
