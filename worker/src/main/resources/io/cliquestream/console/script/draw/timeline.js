// Where a job's time went: one bar for each step, from the moment it was received to its commit. Steps of
// microseconds beside one of minutes would vanish, so every step keeps a least width, and its length is written.

import { h } from '../base/dom.js';
import { duration } from '../base/format.js';
import { time } from '../base/time.js';

/**
 * @param steps [{name, from, millis, at, open}]: from and millis in milliseconds since the job was received,
 *     at a point in time where it is known, open while the step lasts
 */
export function timeline(steps) {
  const end = Math.max(1e-6, ...steps.map((step) => step.from + step.millis));
  return h(
    'ol',
    { class: 'timeline', 'aria-label': 'Timeline of the job' },
    steps.map((step) => {
      const left = Math.min(99, (100 * step.from) / end);
      const width = Math.max(0.8, Math.min(100 - left, (100 * step.millis) / end));
      return h(
        'li',
        { class: `step step-${step.name.replace(/\W+/g, '-')}${step.open ? ' step-open' : ''}`, key: step.name },
        h('span', { class: 'step-name' }, step.name),
        h(
          'span',
          { class: 'step-track', 'aria-hidden': 'true' },
          h('span', { class: 'step-fill', style: { left: `${left}%`, width: `${width}%` } }),
        ),
        h('span', { class: 'step-length' }, step.open ? `${duration(step.millis)} …` : duration(step.millis)),
        h('span', { class: 'step-at' }, step.at ? time(step.at) : ''),
      );
    }),
  );
}
