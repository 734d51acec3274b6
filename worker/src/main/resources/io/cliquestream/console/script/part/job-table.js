// Jobs as a table; the overview, the jobs' view and a graph's show the same.

import { address, path } from '../app/router.js';
import { h } from '../base/dom.js';
import { duration, percent } from '../base/format.js';
import { time } from '../base/time.js';
import { shortAnswer } from '../job/difference.js';
import { kindOf } from '../job/kinds.js';
import { badge, link } from './parts.js';
import { table } from './table.js';

const COLUMNS = [
  { name: 'Job', main: true, cell: (job) => h('span', {}, link(job.id, `#${path('jobs', job.id)}`), job.standing && h('div', { class: 'quiet small' }, 'standing')) },
  { name: 'Kind', cell: (job) => kindOf(job.kind)?.name ?? job.kind },
  { name: 'State', cell: state },
  { name: 'Graph', cell: (job) => (job.graph ? h('span', {}, link(job.graph, `#${path('graphs', job.graph)}`), job.version && h('div', { class: 'quiet small' }, `@ ${job.version}`)) : '–') },
  { name: 'Tenant', brief: false, cell: (job) => (job.tenant ? link(job.tenant, address('/jobs', { tenant: job.tenant })) : h('span', { class: 'quiet' }, 'none')) },
  { name: 'Received', cell: (job) => time(job.received) },
  { name: 'Took', number: true, cell: (job) => duration(job.latencyMillis ?? undefined) },
  { name: 'Answer', number: true, cell: answer },
  { name: 'Worker', brief: false, cell: (job) => job.worker ? h('span', { class: 'nowrap' }, job.worker) : h('span', { class: 'quiet' }, '–') },
];

/** @param options caption, empty, brief: fewer columns */
export function jobTable(jobs, { caption, empty, brief = false }) {
  const columns = brief ? COLUMNS.filter((column) => column.brief !== false) : COLUMNS;
  return table(columns, jobs, { key: (job) => job.id, caption, empty });
}

function state(job) {
  return h(
    'span',
    { class: 'state' },
    badge(job.state),
    job.progress && h('progress', { max: 1, value: job.progress.fraction, 'aria-label': `${percent(job.progress.fraction)} done` }),
    job.cancelRequested && !job.ended && h('span', { class: 'quiet' }, 'cancel asked'),
  );
}

function answer(job) {
  if (job.failure) {
    return h('span', { class: 'problem', title: job.failure.message }, job.failure.code);
  }
  return job.value || job.difference ? shortAnswer(job) : h('span', { class: 'quiet' }, '–');
}
