// Jobs, filtered by the address.

import { read } from '../app/api.js';
import { h } from '../base/dom.js';
import { KINDS } from '../job/kinds.js';
import { choiceFilter, textFilter, timeFilter } from '../part/filters.js';
import { jobTable } from '../part/job-table.js';
import { listPager } from '../part/list-pager.js';
import { button, heading, link } from '../part/parts.js';

const FILTERS = ['text', 'id', 'graph', 'tenant', 'state', 'kind', 'from', 'to'];
const STATES = [
  ['received,waiting-for-graph,queued,preparing,computing,publishing', 'not ended'],
  ['failed,cancelled,deadline-exceeded', 'ended without an answer'],
  ...['received', 'waiting-for-graph', 'queued', 'preparing', 'computing', 'publishing', 'standing', 'succeeded', 'failed', 'cancelled', 'deadline-exceeded', 'expired'].map((state) => [state, state.replaceAll('-', ' ')]),
];

export const jobs = {
  title: () => 'Jobs',
  events: ['job'],
  load: ({ query, signal }) => read('/jobs', { ...pick(query), cursor: query.cursor, limit: 50 }, signal),
  render: (list, context) => [
    heading('Jobs', { actions: [link('Submit a job', '#/submit', 'button primary')] }),
    h(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter jobs', onsubmit: (event) => event.preventDefault() },
      textFilter('Text', 'text', context, { placeholder: 'id, graph, tenant, failure', width: '15rem' }),
      choiceFilter('State', 'state', STATES, context),
      choiceFilter('Kind', 'kind', KINDS.map((kind) => [kind.id, kind.name]), context),
      textFilter('Graph', 'graph', context, { width: '9rem' }),
      textFilter('Tenant', 'tenant', context, { width: '8rem' }),
      textFilter('Job id, whole', 'id', context, { width: '11rem' }),
      timeFilter('Received from', 'from', context),
      timeFilter('Received before', 'to', context),
      FILTERS.some((key) => context.query[key]) &&
        button('Clear', () => context.changeQuery(Object.fromEntries([...FILTERS, 'cursor', 'skip'].map((key) => [key, '']))), { style: 'plain' }),
    ),
    jobTable(list.items, { caption: 'Jobs, the newest first', empty: 'No job fits these filters.' }),
    listPager(list, 'jobs', context),
  ],
};

function pick(query) {
  return Object.fromEntries(FILTERS.map((key) => [key, query[key]]));
}
