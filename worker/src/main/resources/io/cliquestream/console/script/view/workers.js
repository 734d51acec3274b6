// Workers of the group: what each is doing, and letting one end.

import { act, read } from '../app/api.js';
import { h } from '../base/dom.js';
import { count, rounded } from '../base/format.js';
import { time } from '../base/time.js';
import { meter } from '../draw/bars.js';
import { confirmed } from '../part/dialog.js';
import { say } from '../part/notices.js';
import { badge, button, facts, heading } from '../part/parts.js';
import { table } from '../part/table.js';

export const workers = {
  title: () => 'Workers',
  events: ['worker'],
  load: ({ signal }) => read('/workers', {}, signal),
  render: ({ items }, context) => [
    heading('Workers'),
    items.length === 0 && h('div', { class: 'empty' }, 'No worker has been heard of in the last minute.'),
    items.map((worker) => one(worker, context)),
  ],
};

function one(worker, context) {
  const lanes = worker.lanes;
  const busy = lanes.busySmall + lanes.busyLong;
  const ended = ['stopped', 'failed', 'silent'].includes(worker.state);
  return h(
    'section',
    { class: 'card', key: worker.id },
    h(
      'div',
      { class: 'card-row' },
      h('h2', {}, worker.id, ' ', badge(worker.state), ' ', badge(worker.ready ? 'ready' : 'not-ready')),
      !ended && button('Drain …', () => drain(worker, context), { style: 'danger', disabled: !(context.mayAct && context.access.tenants === null) || worker.state === 'draining' }),
    ),
    facts([
      ['Heard of', time(worker.seen)],
      ['Started', time(worker.started)],
      ['Host', worker.host],
      ['Address', worker.address],
      ['Version', worker.version],
      ['Engine', worker.engine],
      ['Partitions', worker.partitions.length ? worker.partitions.join(', ') : 'none'],
      ['Jobs', worker.jobs && `${count(worker.jobs.running)} running, ${count(worker.jobs.waiting)} waiting`],
    ]),
    meter(lanes.total ? busy / lanes.total : 0, `${busy} of ${lanes.total} lanes busy`, { warn: 2 }),
    worker.checks?.length > 0 &&
      h(
        'details',
        { open: !worker.ready },
        h('summary', {}, `Health: ${worker.checks.filter((check) => check.status === 'UP').length} of ${worker.checks.length} parts up`),
        table(
          [
            { name: 'Part', main: true, cell: (check) => check.id },
            { name: 'Status', cell: (check) => badge(check.status) },
            { name: 'Detail', cell: (check) => check.detail },
            { name: 'Seen', number: true, cell: (check) => `${rounded(check.ageSeconds)} s ago` },
          ],
          worker.checks,
          { key: (check) => check.id, caption: `Parts of ${worker.id}` },
        ),
      ),
  );
}

async function drain(worker, context) {
  const done = await confirmed(
    {
      title: `Drain worker ${worker.id}?`,
      text: 'It takes no more jobs, ends and commits what runs within drain.timeout, and its process ends. Jobs that did not end by then go to other workers.',
      action: 'Drain the worker',
      danger: true,
      note: 'Why, for the audit log',
    },
    (note) => act('/drain', { worker: worker.id, note }),
  );
  if (done) {
    say(`Worker ${worker.id} was told to end.`);
    context.reload();
  }
}
