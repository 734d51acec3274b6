// Vertical bars over sizes, such as cliques by their size. Counts span many powers of ten, so the reader may
// choose the logarithmic axis; a bar of the least height shows that there is something at all.

import { s } from '../base/dom.js';
import { approximately, count, logarithm, rounded, shortCount } from '../base/format.js';
import { linearMarks, powerMarks } from './axis.js';

const HEIGHT = 240;
const LEFT = 64;
const BOTTOM = 44;
const TOP = 22;

/**
 * @param bars [{label, value}], value an exact count as text
 * @param options logarithmic, what ("cliques"), axis (what the labels are)
 */
export function histogram(bars, { logarithmic = true, what = 'cliques', axis = 'size' } = {}) {
  const step = Math.max(16, Math.min(88, 880 / Math.max(1, bars.length)));
  const width = LEFT + step * bars.length + 16;
  const plain = bars.map((bar) => (logarithmic ? logarithm(bar.value) : approximately(bar.value)));
  const largest = Math.max(0, ...plain);
  const marks = logarithmic ? powerMarks(largest) : linearMarks(largest);
  const top = marks.at(-1);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const every = Math.ceil(34 / step);
  return s(
    'svg',
    {
      class: 'drawing histogram',
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: 'img',
      'aria-label': `Histogram of ${what} by ${axis}: ${bars.length} bars. The table has every value.`,
    },
    marks.map((mark) => [
      s('line', { class: 'grid', x1: LEFT, x2: width - 8, y1: y(mark), y2: y(mark) }),
      s(
        'text',
        { class: 'mark', x: LEFT - 8, y: y(mark) + 4, 'text-anchor': 'end' },
        logarithmic ? power(mark) : shortCount(Math.round(mark)),
      ),
    ]),
    bars.map((bar, i) => {
      const height = Math.max(bar.value === '0' ? 0 : 2, y(0) - y(plain[i]));
      return s(
        'g',
        { class: 'bar' },
        s('title', {}, `${axis} ${bar.label}: ${count(bar.value)} ${what}`),
        s('rect', { class: 'hit', x: LEFT + i * step, y: TOP, width: step, height: y(0) - TOP }),
        s('rect', {
          class: 'fill',
          x: LEFT + i * step + step * 0.14,
          y: y(0) - height,
          width: step * 0.72,
          height,
          rx: 2,
        }),
        step >= 44 &&
          s(
            'text',
            { class: 'value', x: LEFT + (i + 0.5) * step, y: y(0) - height - 6, 'text-anchor': 'middle' },
            shortCount(bar.value),
          ),
        i % every === 0 &&
          s(
            'text',
            { class: 'mark', x: LEFT + (i + 0.5) * step, y: y(0) + 16, 'text-anchor': 'middle' },
            bar.label,
          ),
      );
    }),
    s('text', { class: 'axis', x: (LEFT + width) / 2, y: HEIGHT - 8, 'text-anchor': 'middle' }, axis),
  );
}

function power(exponent) {
  return exponent === 0 ? '1' : [10, s('tspan', { class: 'power', dy: '-5' }, rounded(exponent))];
}
