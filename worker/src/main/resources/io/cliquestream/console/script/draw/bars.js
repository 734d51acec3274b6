// Horizontal bars, each with a name, a small drawing where there is one, and its exact value.

import { h } from '../base/dom.js';
import { approximately, count, logarithm } from '../base/format.js';

/**
 * @param rows [{name, value, glyph}], value an exact count as text or a number
 * @param options logarithmic; show: how a value is written
 */
export function bars(rows, { logarithmic = false, show = count, label = 'Bars' } = {}) {
  const length = (value) => (logarithmic ? logarithm(value) : approximately(value));
  const largest = Math.max(0, ...rows.map((row) => length(row.value)));
  return h(
    'ol',
    { class: 'bars', 'aria-label': label },
    rows.map((row) =>
      h(
        'li',
        { key: row.name },
        h('span', { class: 'bars-name' }, row.glyph, h('span', {}, row.name)),
        h(
          'span',
          { class: 'bars-track', 'aria-hidden': 'true' },
          h('span', {
            class: 'bars-fill',
            style: { width: `${length(row.value) > 0 ? Math.max(0.4, (100 * length(row.value)) / largest) : 0}%` },
          }),
        ),
        h('span', { class: 'bars-value' }, show(row.value)),
      ),
    ),
  );
}

/** One bar of a share, such as memory in use; warns from the given share on. */
export function meter(share, text, { warn = 0.9, label } = {}) {
  const bounded = Math.max(0, Math.min(1, Number(share) || 0));
  return h(
    'div',
    {
      class: `meter${bounded >= warn ? ' meter-high' : ''}`,
      role: 'meter',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': Math.round(100 * bounded),
      'aria-label': label ?? text,
    },
    h('span', { class: 'meter-track' }, h('span', { class: 'meter-fill', style: { width: `${100 * bounded}%` } })),
    h('span', { class: 'meter-text' }, text),
  );
}
