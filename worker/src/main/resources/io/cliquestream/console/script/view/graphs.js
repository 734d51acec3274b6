// Graphs: what is known of each, and where its newest version is.

import { read } from '../app/api.js';
import { path } from '../app/router.js';
import { h } from '../base/dom.js';
import { bytes, count } from '../base/format.js';
import { choiceFilter, textFilter } from '../part/filters.js';
import { listPager } from '../part/list-pager.js';
import { badge, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';

const PLACES = [
  ['memory', 'in memory'],
  ['disk', 'on disk'],
  ['topic', 'on the topic'],
  ['gone', 'nowhere'],
];

/** A place in words. */
export function placeText(place) {
  return PLACES.find(([name]) => name === place)?.[1] ?? 'not known';
}

const NONE = () => h('span', { class: 'quiet' }, '–');

export const graphs = {
  title: () => 'Graphs',
  events: ['graph'],
  load: ({ query, signal }) => read('/graphs', { text: query.text, place: query.place, cursor: query.cursor, limit: 50 }, signal),
  render: (list, context) => [
    heading('Graphs'),
    h(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter graphs', onsubmit: (event) => event.preventDefault() },
      textFilter('Id', 'text', context, { placeholder: 'part of the id' }),
      choiceFilter('Newest version', 'place', PLACES, context),
    ),
    table(
      [
        { name: 'Graph', main: true, cell: (graph) => link(graph.id, `#${path('graphs', graph.id)}`) },
        { name: 'Newest version', number: true, cell: (graph) => graph.newest?.version ?? NONE() },
        { name: 'Vertices', number: true, cell: (graph) => count(graph.newest?.vertices) },
        { name: 'Edges', number: true, cell: (graph) => count(graph.newest?.edges) },
        { name: 'Bytes', number: true, cell: (graph) => bytes(graph.newest?.bytes) },
        { name: 'On GPUs', number: true, cell: (graph) => bytes(graph.newest?.deviceBytes ?? undefined) },
        { name: 'Where', cell: (graph) => (graph.newest ? placeText(graph.newest.place) : NONE()) },
        { name: 'Usable versions', number: true, cell: (graph) => graph.versions },
        { name: 'Stream', cell: (graph) => (graph.stream ? badge(graph.stream) : NONE()) },
        { name: 'Partition', number: true, cell: (graph) => graph.partition },
        { name: 'Worker', cell: (graph) => graph.worker ?? NONE() },
      ],
      list.items,
      { key: (graph) => graph.id, caption: 'Graphs by id', empty: 'No graph fits. docs/pipeline.md says how one is published.' },
    ),
    listPager(list, 'graphs', context),
  ],
};
