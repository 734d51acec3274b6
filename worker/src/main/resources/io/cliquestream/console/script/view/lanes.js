// Lanes, memory and devices of each worker.

import { read } from '../app/api.js';
import { h } from '../base/dom.js';
import { bytes, count, percent } from '../base/format.js';
import { meter } from '../draw/bars.js';
import { badge, card, facts, heading } from '../part/parts.js';

export const lanes = {
  title: () => 'Lanes and devices',
  events: ['worker', 'overview'],
  load: ({ signal }) => read('/lanes', {}, signal),
  render: ({ items }) => [
    heading('Lanes and devices', { about: 'A job takes a lane and memory at once. Small jobs have lanes of their own; see “Who waits for whom” in docs/pipeline.md.' }),
    items.length === 0 && h('div', { class: 'empty' }, 'No worker has been heard of.'),
    items.map((item) =>
      h(
        'div',
        { class: 'columns', key: item.worker },
        card(`Lanes of ${item.worker}`, lanesOf(item.lanes)),
        card('Memory and graphs', memoryOf(item.memory), cacheOf(item.cache)),
        card('Devices', devicesOf(item.devices ?? [item.device].filter(Boolean))),
      ),
    ),
  ],
};

function lanesOf(lane) {
  const busy = lane.busySmall + lane.busyLong;
  return [
    lights(lane),
    meter(lane.total ? busy / lane.total : 0, `${busy} of ${lane.total} lanes busy`, { warn: 2 }),
    facts([
      ['Small jobs computing', count(lane.busySmall)],
      ['Long jobs computing', count(lane.busyLong)],
      ['Small jobs in line', count(lane.waitingSmall)],
      ['Long jobs in line', count(lane.waitingLong)],
    ]),
  ];
}

/** One light for each lane. */
function lights(lane) {
  const states = Array.from({ length: Math.min(256, lane.total) }, (_, i) => (i < lane.busyLong ? 'long' : i < lane.busyLong + lane.busySmall ? 'small' : 'idle'));
  return h(
    'div',
    { class: 'lane-lights', role: 'img', 'aria-label': `${lane.busyLong} lanes with long jobs, ${lane.busySmall} with small ones, of ${lane.total}` },
    states.map((state) => h('span', { class: `lane-light lane-${state}`, title: state })),
  );
}

function memoryOf(memory) {
  return [
    meter(memory.heapUsed / memory.heapLimit, `Heap for jobs: ${bytes(memory.heapUsed)} of ${bytes(memory.heapLimit)}`),
    meter(memory.offHeapUsed / memory.offHeapLimit, `Off the heap, graphs and jobs: ${bytes(memory.offHeapUsed)} of ${bytes(memory.offHeapLimit)}`),
  ];
}

function cacheOf(cache) {
  const asked = cache.hits + cache.misses;
  return [
    h('h3', {}, 'Graphs kept'),
    meter(cache.bytes / cache.limit, `${bytes(cache.bytes)} of ${bytes(cache.limit)} in memory`, { warn: 2 }),
    facts([
      ['On disk', bytes(cache.spillBytes)],
      ['Found in memory', asked ? percent(cache.hits / asked) : '–'],
      ['Evictions', count(cache.evictions)],
      ['Read again from the topic', count(cache.rereads)],
    ]),
  ];
}

function devicesOf(devices) {
  return devices.length === 0 ? h('p', { class: 'quiet' }, 'No GPU: the CPU engine computes.') : devices.map(deviceOf);
}

function deviceOf(device) {
  const head = h('div', { class: 'card-row' }, h('strong', {}, device.name), badge(device.ready ? 'ready' : 'down'));
  if (device.lanes === 0) {
    return [head]; // It was never opened; its name says why.
  }
  return [
    head,
    meter(device.usedBytes / device.budgetBytes, `Memory: ${bytes(device.usedBytes)} of ${bytes(device.budgetBytes)}`),
    meter(device.busyLanes / device.lanes, `${device.busyLanes} of ${device.lanes} streams busy, ${count(device.waitingJobs)} jobs wait`, { warn: 2 }),
    facts([
      ['Graphs kept', `${count(device.cachedGraphs)}, ${bytes(device.cachedBytes)}`],
      ['Most memory so far', device.peakBytes && bytes(device.peakBytes)],
      ['Faults', count(device.faults)],
    ]),
  ];
}
