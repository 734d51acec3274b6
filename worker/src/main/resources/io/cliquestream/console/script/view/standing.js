// Standing jobs: their last runs as a line, and when the next one comes.

import { act, at, read } from '../app/api.js';
import { address, path } from '../app/router.js';
import { h } from '../base/dom.js';
import { count, duration } from '../base/format.js';
import { time } from '../base/time.js';
import { shortAnswer } from '../job/difference.js';
import { runHistory } from '../job/history.js';
import { kindOf } from '../job/kinds.js';
import { CANCEL_SECRET, confirmed } from '../part/dialog.js';
import { listPager } from '../part/list-pager.js';
import { say } from '../part/notices.js';
import { badge, button, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';

export const standing = {
  title: () => 'Standing jobs',
  events: ['standing', 'job'],
  concerns: (shown, name, data) => name === 'standing' || data.standing,
  load: ({ query, signal }) => read('/standing', { cursor: query.cursor, limit: 50 }, signal),
  render: (list, context) => [
    heading('Standing jobs', {
      about: 'Jobs that run on every new version of their graph, or every so often, until they are cancelled.',
      actions: [link('Submit a job', '#/submit', 'button primary')],
    }),
    table(
      [
        { name: 'Job', main: true, cell: (job) => link(job.id, address(path('jobs', job.id), { tab: 'runs' })) },
        { name: 'Kind', cell: (job) => kindOf(job.kind)?.name ?? job.kind },
        { name: 'Graph', cell: (job) => link(job.graph, `#${path('graphs', job.graph)}`) },
        { name: 'Runs', cell: trigger },
        { name: 'Answers of the last runs', cell: line },
        { name: 'Last', cell: last },
        { name: 'Stands on', cell: standsOn },
        { name: 'Next', cell: (job) => h('span', {}, `run ${job.nextRun.run}: `, job.nextRun.on === 'time' ? time(job.nextRun.time) : `after version ${job.nextRun.afterVersion ?? '–'}`) },
        { name: 'Action', cell: (job) => button('Cancel …', () => cancel(job, context), { disabled: !context.mayAct }) },
      ],
      list.items,
      { key: (job) => job.id, caption: 'Standing jobs by id', empty: 'No job stands. Submit one with “on every new version” or “every so often”; docs/standing-jobs.md says more.' },
    ),
    listPager(list, 'standing jobs', context),
  ],
};

function trigger(job) {
  return job.everyVersion ? `on every version${job.coalesce ? ', coalesced' : ''}` : `every ${duration(job.everyMillis)}`;
}

function line(job) {
  return job.runs.length ? runHistory(job.runs) : h('span', { class: 'quiet' }, 'none yet');
}

function last(job) {
  const run = job.runs[0];
  return run ? h('span', { class: 'state' }, badge(run.status), h('span', {}, run.value || run.difference ? shortAnswer(run) : ''), time(run.ended)) : '–';
}

function standsOn(job) {
  if (!job.state) {
    return '–';
  }
  return h('span', {}, `version ${job.state.version}`, job.alerts ? h('span', { class: 'quiet' }, `, alert ${count(job.state.lastAlert)}`) : '');
}

async function cancel(job, context) {
  const done = await confirmed(
    {
      title: `Cancel standing job ${job.id}?`,
      text: 'No further run begins, and one that runs now ends.',
      action: 'Cancel the job',
      danger: true,
      note: 'Reason, repeated in the result',
      secret: job.cancelSecret && CANCEL_SECRET,
    },
    (reason, secret) => act(`${at('jobs', job.id)}/cancel`, { reason, ...(secret && { secret }) }),
  );
  if (done) {
    say(`Asked job ${job.id} to end.`);
    context.reload();
  }
}
