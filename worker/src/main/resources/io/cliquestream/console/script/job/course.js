// The course of a job: its timeline, what was predicted and what it took, and the plan that was chosen.

import { h } from '../base/dom.js';
import { bytes, duration, rounded } from '../base/format.js';
import { bars } from '../draw/bars.js';
import { timeline } from '../draw/timeline.js';
import { card, facts } from '../part/parts.js';

const ABOUT = {
  received: 'the record is on the topic',
  admitted: 'read, checked and taken',
  queued: 'the graph is there, the job waits for a lane',
  started: 'left the line',
  prepared: 'the graph is ready for the engine',
  computed: 'the engine has the answer',
  committed: 'the answer is on the topic',
};

/** The steps as bars, each from the step before it that is known. */
export function timelineView(job) {
  const known = job.timeline.filter((step) => step.time).map((step) => ({ ...step, at: preciseMillis(step.time) }));
  if (known.length === 0) {
    return card('Timeline', h('p', { class: 'quiet' }, 'Nothing is known of its course.'));
  }
  const began = known[0].at;
  const steps = known.slice(1).map((step, i) => ({
    name: step.step,
    from: Math.max(0, known[i].at - began),
    millis: Math.max(0, step.at - known[i].at),
    at: step.time,
  }));
  const last = known.at(-1);
  const next = job.timeline.find((step, i) => !step.time && i > job.timeline.findLastIndex((one) => one.time));
  if (next && !job.ended) {
    steps.push({ name: next.step, from: last.at - began, millis: Math.max(0, Date.now() - last.at), open: true });
  }
  const missing = job.timeline.filter((step) => !step.time).map((step) => step.step);
  return card(
    'Timeline',
    timeline([{ name: 'received', from: 0, millis: 0, at: known[0].time }, ...steps]),
    h(
      'details',
      {},
      h('summary', {}, 'What the steps mean'),
      facts(Object.entries(ABOUT)),
    ),
    job.ended && missing.length > 0 && h('p', { class: 'quiet' }, `Not told or not reached: ${missing.join(', ')}.`),
  );
}

/** Bytes that were told, or false. */
const size = (value) => value !== null && value !== undefined && bytes(value);

/** Predicted against actual, the times of the result, and the plan. */
export function costView(job) {
  const { cost, result } = job;
  const times = [
    { name: 'predicted processor time', value: cost.predictedMillis },
    { name: 'used processor time', value: cost.processorMillis },
    { name: 'computing by the clock', value: cost.computeMillis },
  ].filter((row) => row.value !== null && row.value !== undefined);
  const ratio = cost.predictedMillis > 0 && cost.processorMillis > 0 ? cost.processorMillis / cost.predictedMillis : undefined;
  const timings = result?.timings;
  return [
    card(
      'Predicted and actual',
      times.length ? bars(times, { show: duration, label: 'Predicted and actual time' }) : h('p', { class: 'quiet' }, 'Not told.'),
      ratio !== undefined && h('p', { class: 'quiet' }, `Measured over predicted: ${rounded(ratio)}.`),
      facts([
        ['Heap set aside', size(cost.predictedHeapBytes)],
        ['Heap allocated in all', size(cost.allocatedHeapBytes)],
        ['Off-heap memory set aside', size(cost.predictedOffHeapBytes)],
        ['Off-heap memory held at most', size(cost.offHeapBytes)],
        ['GPU memory set aside', size(cost.predictedDeviceBytes)],
        ['GPU memory held at most', size(cost.deviceBytes)],
      ]),
    ),
    timings &&
      card('Times of the result', facts([
        ['Queued', duration(timings.queuedMillis)],
        ['Transfer', duration(timings.transferMillis)],
        ['Prepare', duration(timings.prepareMillis)],
        ['Compute', duration(timings.computeMillis)],
        ['Publish', duration(timings.publishMillis)],
      ])),
    result && card('Plan', Object.keys(result.plan).length ? facts(Object.entries(result.plan)) : h('p', { class: 'quiet' }, 'No choice was to be made.')),
  ];
}

/** Milliseconds with what follows the third digit of an RFC 3339 fraction. */
function preciseMillis(text) {
  const fraction = /\.\d{3}(\d+)Z$/.exec(text);
  return Date.parse(text) + (fraction ? Number(`0.${fraction[1]}`) : 0);
}
