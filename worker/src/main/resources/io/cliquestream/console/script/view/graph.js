// One graph: its versions, how they build on each other, what they take and where they are.

import { act, at, read } from '../app/api.js';
import { address } from '../app/router.js';
import { h } from '../base/dom.js';
import { bytes, count } from '../base/format.js';
import { time } from '../base/time.js';
import { confirmed } from '../part/dialog.js';
import { jobTable } from '../part/job-table.js';
import { say } from '../part/notices.js';
import { badge, button, card, facts, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';
import { placeText } from './graphs.js';
import { streamCard } from './streams.js';

export const graph = {
  title: ({ parameters }) => `Graph ${parameters.id}`,
  events: ['graph', 'job'],
  concerns: (shown, name, data) => (name === 'graph' ? data.id : data.graph) === shown.at.parameters.id,
  async load({ parameters, signal }) {
    const [one, jobs] = await Promise.all([
      read(at('graphs', parameters.id), {}, signal),
      read('/jobs', { graph: parameters.id, limit: 5 }, signal),
    ]);
    return { one, jobs: jobs.items };
  },
  render: ({ one, jobs }, context) => [
    heading(`Graph ${one.id}`, {
      crumbs: [['Graphs', '#/graphs']],
      actions: [link('Submit a job on it', address('/submit', { graph: one.id }), 'button primary')],
    }),
    card(undefined, facts([
      ['Partition', one.partition],
      ['Worker', one.worker ?? 'nobody holds it'],
      ['Usable versions', one.versions.filter((version) => version.state === 'ready').length],
      ['Last change seen', time(one.seen)],
    ])),
    one.stream && streamCard(one.stream),
    chains(one.versions),
    table(
      [
        { name: 'Version', main: true, cell: (version) => version.version },
        { name: 'State', cell: (version) => h('span', {}, badge(version.state), version.failure && h('div', { class: 'problem' }, `${version.failure.code}: ${version.failure.message}`)) },
        { name: 'Builds on', number: true, cell: (version) => version.base ?? 'snapshot' },
        { name: 'Vertices', number: true, cell: (version) => count(version.vertices) },
        { name: 'Edges', number: true, cell: (version) => count(version.edges) },
        { name: 'Bytes', number: true, cell: (version) => bytes(version.bytes ?? undefined) },
        { name: 'On GPUs', number: true, cell: (version) => bytes(version.deviceBytes ?? undefined) },
        { name: 'Where', cell: (version) => (version.place ? placeText(version.place) : '–') },
        { name: 'Records', number: true, cell: (version) => (version.records ? `${count(version.records.first)} – ${count(version.records.last)}` : '–') },
        {
          name: 'Action',
          cell: (version) => version.state === 'ready' && button('Retire …', () => retire(one, version, context), { disabled: !mayRetire(context) }),
        },
      ],
      one.versions,
      { key: (version) => version.version, caption: 'Versions, the newest first', empty: 'No version is known.' },
    ),
    card(
      undefined,
      h('div', { class: 'card-row' }, h('h2', {}, 'Latest jobs on it'), link('All its jobs', address('/jobs', { graph: one.id }))),
      jobTable(jobs, { caption: 'Latest jobs on this graph', brief: true, empty: 'No job on this graph is known.' }),
    ),
  ],
};

/** Who is bound to tenants may not retire. */
function mayRetire(context) {
  return context.mayAct && context.access.tenants === null;
}

/** Lines of versions, oldest first: from a snapshot along its deltas, and a line of its own where two build on one. */
function chains(versions) {
  const ascending = versions.toReversed();
  const drawn = new Set();
  const lines = [];
  for (const version of ascending) {
    if (!drawn.has(version)) {
      const line = [];
      for (let next = version; next; next = ascending.find((one) => one.base === line.at(-1).version && !drawn.has(one))) {
        drawn.add(next);
        line.push(next);
      }
      lines.push(line);
    }
  }
  return (
    lines.length > 0 &&
    card(
      'How versions build on each other',
      lines.map((line) =>
        h(
          'ol',
          { class: 'chain', key: line[0].version, 'aria-label': `Versions from ${line[0].version}` },
          line[0].base && h('li', {}, h('span', { class: 'quiet' }, line[0].base)),
          line.map((version) =>
            h(
              'li',
              { key: version.version },
              h('span', { class: `chain-version${version.base ? ' chain-delta' : ''}` }, h('strong', {}, version.version), h('span', { class: 'quiet' }, version.base ? ' delta ' : ' snapshot '), badge(version.state)),
            ),
          ),
        ),
      ),
    )
  );
}

async function retire(one, version, context) {
  const done = await confirmed(
    {
      title: `Retire version ${version.version} of ${one.id}?`,
      text: 'Its records on the topic get tombstones. Jobs no longer find it, and this cannot be taken back.',
      action: 'Retire the version',
      danger: true,
      note: 'Why, for the audit log',
    },
    (note) => act(`${at('graphs', one.id)}/retire`, { version: version.version, note }),
  );
  if (done) {
    say(`Version ${version.version} of ${one.id} is being retired.`);
    context.reload();
  }
}
