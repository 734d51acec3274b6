// Dead letters: records that no worker could use.

import { read } from '../app/api.js';
import { path } from '../app/router.js';
import { h } from '../base/dom.js';
import { bytes, count } from '../base/format.js';
import { time } from '../base/time.js';
import { choiceFilter, textFilter } from '../part/filters.js';
import { listPager } from '../part/list-pager.js';
import { badge, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';

const STATES = [
  ['replayed', 'replayed'],
  ['discarded', 'discarded'],
  ['all', 'all'],
];

export const deadLetters = {
  title: () => 'Dead letters',
  events: ['dead-letter'],
  load: ({ query, signal }) => read('/dead-letters', { state: query.state, code: query.code, topic: query.topic, cursor: query.cursor, limit: 50 }, signal),
  render: (list, context) => [
    heading('Dead letters', { about: 'Records that could not be used, each with its cause. One can be written again to its topic once the cause is gone, or marked as done with.' }),
    h(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter dead letters', onsubmit: (event) => event.preventDefault() },
      choiceFilter('State', 'state', STATES, context, 'open'),
      textFilter('Cause', 'code', context, { placeholder: 'RECORD_UNDECODABLE', width: '16rem' }),
      textFilter('From topic', 'topic', context, { placeholder: 'jobs.v1', width: '10rem' }),
    ),
    table(
      [
        { name: 'Position', main: true, cell: (letter) => link(letter.position, `#${path('dead-letters', letter.position)}`) },
        { name: 'State', cell: (letter) => badge(letter.state) },
        { name: 'Cause', cell: (letter) => h('span', {}, h('strong', {}, letter.cause.code), h('div', { class: 'quiet' }, letter.cause.message)) },
        { name: 'From', cell: (letter) => (letter.original ? `${letter.original.topic}, partition ${letter.original.partition}, offset ${count(letter.original.offset)}` : 'not known') },
        { name: 'Size', number: true, cell: (letter) => bytes(letter.bytes) },
        { name: 'When', cell: (letter) => time(letter.time) },
      ],
      list.items,
      { key: (letter) => letter.position, caption: 'Dead letters, the newest first', empty: 'No dead letter fits. That is good news.' },
    ),
    listPager(list, 'dead letters', context),
  ],
};
