// Partitions of the jobs: who has them, how far it is, and what is left.

import { read } from '../app/api.js';
import { h } from '../base/dom.js';
import { count } from '../base/format.js';
import { meter } from '../draw/bars.js';
import { badge, figure, heading } from '../part/parts.js';
import { table } from '../part/table.js';

export const partitions = {
  title: () => 'Partitions and lag',
  events: ['overview', 'worker'],
  load: ({ signal }) => read('/partitions', {}, signal),
  render: ({ items, lag }) => {
    const most = Math.max(1, ...items.map((item) => item.lag ?? 0));
    return [
      heading('Partitions and lag', { about: 'A job lands on the partition of its graph. Lag counts records of jobs whose answers are not committed.' }),
      h(
        'div',
        { class: 'figures' },
        figure('Lag of all', count(lag)),
        figure('Partitions', count(items.length)),
        figure('Held by nobody', count(items.filter((item) => !item.worker).length)),
      ),
      table(
        [
          { name: 'Partition', main: true, cell: (item) => item.partition },
          { name: 'Worker', cell: (item) => item.worker ?? h('span', { class: 'problem' }, 'nobody') },
          { name: 'Stage', cell: (item) => (item.stage ? h('span', {}, badge(item.stage), item.reason && h('span', { class: 'quiet' }, ` ${item.reason}`)) : '–') },
          { name: 'Committed', number: true, cell: (item) => count(item.committed) },
          { name: 'End', number: true, cell: (item) => count(item.end) },
          { name: 'Lag', number: true, cell: (item) => meter((item.lag ?? 0) / most, count(item.lag), { warn: 2, label: `Lag of partition ${item.partition}: ${count(item.lag)}` }) },
          { name: 'Graph records not taken in', number: true, cell: (item) => count(item.graphLag) },
          { name: 'Changes not taken in', number: true, cell: (item) => count(item.changesLag) },
        ],
        items,
        { key: (item) => item.partition, caption: 'Partitions of the jobs', empty: 'No partition is known.' },
      ),
    ];
  },
};
