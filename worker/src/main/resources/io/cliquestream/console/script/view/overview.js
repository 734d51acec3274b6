// The group at a glance.

import { read } from '../app/api.js';
import { history, keepHistory } from '../app/history.js';
import { address } from '../app/router.js';
import { h } from '../base/dom.js';
import { bytes, count, duration, rounded } from '../base/format.js';
import { bars, meter } from '../draw/bars.js';
import { lineChart } from '../draw/line.js';
import { badge, card, figure, heading, link } from '../part/parts.js';
import { jobTable } from '../part/job-table.js';

const SECONDS = 120;

export const overview = {
  title: () => 'Overview',
  events: ['job', 'worker', 'graph', 'dead-letter', 'overview'],
  async load({ signal }) {
    const [now, workers, jobs] = await Promise.all([
      read('/overview', {}, signal),
      read('/workers', {}, signal),
      read('/jobs', { limit: 8 }, signal),
    ]);
    keepHistory(now);
    return { now, workers: workers.items, jobs: jobs.items };
  },
  apply(shown, name, data) {
    if (name === 'overview' && shown.data) {
      shown.data.now = data;
    }
    return name === 'overview';
  },
  render: ({ now, workers, jobs }) => [
    heading('Overview'),
    degraded(now),
    figures(now),
    h('div', { class: 'columns' }, rates(), latency()),
    h('div', { class: 'columns columns-three' }, lanes(now), states(now), health(workers)),
    card(
      undefined,
      h('div', { class: 'card-row' }, h('h2', {}, 'Latest jobs'), link('All jobs', '#/jobs')),
      jobTable(jobs, { caption: 'Latest jobs', brief: true, empty: 'No job has come yet. Submit one, or read in docs/pipeline.md how a pipeline does.' }),
    ),
  ],
};

function degraded(now) {
  const reasons = now.degraded.map(({ part, reason }) => h('div', { key: part }, h('strong', {}, part), `: ${reason}`));
  if (!now.caughtUp) {
    reasons.push(h('div', {}, 'The topics are still being read from their beginning: lists are not complete yet.'));
  }
  return reasons.length > 0 && h('div', { class: 'warning', role: 'status' }, reasons);
}

function figures(now) {
  return h(
    'div',
    { class: 'figures' },
    figure('Workers ready', `${now.ready ?? '–'} of ${now.workers ?? '–'}`, link('workers', '#/workers')),
    figure('Jobs answered', `${rounded(now.rates.succeeded + now.rates.failed)} / s`, `${rounded(now.rates.received)} / s received`),
    figure('Latency p95', duration(now.latency.p95Millis), `p50 ${duration(now.latency.p50Millis)}`),
    figure('Lanes busy', `${now.lanes.busy} of ${now.lanes.total}`, `${count(now.lanes.waiting)} in line`),
    figure('Lag', count(now.lag), link('records not committed', '#/partitions')),
    figure('Graphs', count(now.graphs.known), `${bytes(now.graphs.bytes)} in memory`),
    figure('Standing jobs', count(now.standing), link('runs', '#/standing')),
    figure('Streams', count(now.streams.known), link(now.streams.broken ? `${count(now.streams.broken)} broken` : 'of changes', '#/streams')),
    figure('Dead letters', count(now.deadLetters), link('open ones', '#/dead-letters')),
  );
}

function rates() {
  return card(
    'Jobs a second',
    lineChart(
      [
        { name: 'succeeded', points: history((one) => one.rates.succeeded, SECONDS) },
        { name: 'not succeeded', points: history((one) => one.rates.failed, SECONDS) },
      ],
      { show: rounded, left: `${SECONDS} s ago`, label: 'Jobs a second' },
    ),
    h('div', { class: 'legend' }, h('span', {}, 'succeeded'), h('span', { class: 'legend-1' }, 'failed, cancelled or late')),
  );
}

function latency() {
  return card(
    'Latency, from received to answered',
    lineChart(
      [
        { name: 'p95', points: history((one) => one.latency.p95Millis, SECONDS) },
        { name: 'p50', points: history((one) => one.latency.p50Millis, SECONDS) },
      ],
      { show: duration, left: `${SECONDS} s ago`, label: 'Latency' },
    ),
    h('div', { class: 'legend' }, h('span', {}, 'p95'), h('span', { class: 'legend-1' }, 'p50')),
  );
}

function lanes(now) {
  const { total, busy, waiting } = now.lanes;
  const places = [
    { name: 'memory', value: now.graphs.memory },
    { name: 'disk', value: now.graphs.disk },
    { name: 'topic', value: now.graphs.topic },
  ];
  return card(
    'Lanes and graphs',
    meter(total ? busy / total : 0, `${busy} of ${total} lanes busy, ${count(waiting)} jobs in line`, { warn: 1 }),
    h('h3', {}, 'Usable graph versions by place'),
    bars(places, { label: 'Graph versions by place' }),
    link('Lanes and devices', '#/lanes'),
  );
}

function states(now) {
  const rows = Object.entries(now.jobs.byState).filter(([, value]) => value > 0);
  return card(
    'Known jobs by state',
    rows.length === 0
      ? h('p', { class: 'quiet' }, 'None.')
      : h(
          'ul',
          { class: 'states' },
          rows.map(([state, value]) => h('li', { key: state }, link(badge(state), address('/jobs', { state })), h('span', { class: 'number' }, count(value)))),
        ),
  );
}

function health(workers) {
  return card(
    'Health',
    workers.map((worker) =>
      h(
        'details',
        { class: 'health', key: worker.id, open: workers.length === 1 },
        h('summary', {}, h('strong', {}, worker.id), ' ', badge(worker.state), ' ', badge(worker.ready ? 'ready' : 'down')),
        h(
          'ul',
          {},
          (worker.checks ?? []).map((check) => h('li', { key: check.id, title: check.detail }, badge(check.status), h('span', {}, check.id), h('span', { class: 'quiet' }, check.detail))),
        ),
      ),
    ),
    workers.length === 0 && h('p', { class: 'quiet' }, 'No worker has been heard of.'),
  );
}
