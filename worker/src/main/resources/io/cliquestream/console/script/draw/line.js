// A value over time as a line: live rates, and the last runs of a standing job.

import { s } from '../base/dom.js';
import { linearMarks } from './axis.js';

/**
 * A line with axes.
 *
 * @param series [{name, points: [number or undefined]}], all of one length, oldest first
 * @param options show (how a value is written), left and right (texts under the ends), label
 */
export function lineChart(series, { show = String, left = '', right = 'now', label, width = 560, height = 150 }) {
  const inset = { left: 56, right: 10, top: 10, bottom: 22 };
  const longest = Math.max(2, ...series.map((one) => one.points.length));
  const known = series.flatMap((one) => one.points).filter(Number.isFinite);
  const marks = linearMarks(Math.max(0, ...known)).filter((_, i, all) => all.length < 5 || i % 2 === 0);
  const top = Math.max(...marks, ...known) || 1;
  const x = (i) => inset.left + ((width - inset.left - inset.right) * i) / (longest - 1);
  const y = (value) => inset.top + (height - inset.top - inset.bottom) * (1 - value / top);
  const latest = series.map((one) => {
    const value = one.points.findLast(Number.isFinite);
    return `${one.name} ${value === undefined ? 'unknown' : show(value)}`;
  });
  return s(
    'svg',
    { class: 'drawing line-chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${label}: ${latest.join(', ')}` },
    marks.map((mark) => [
      s('line', { class: 'grid', x1: inset.left, x2: width - inset.right, y1: y(mark), y2: y(mark) }),
      s('text', { class: 'mark', x: inset.left - 6, y: y(mark) + 4, 'text-anchor': 'end' }, show(mark)),
    ]),
    series.map((one, number) => [
      number === 0 && s('path', { class: 'area', d: area(one.points, x, y) }),
      s('path', { class: `line line-${number}`, d: path(one.points, x, y) }),
    ]),
    s('text', { class: 'mark', x: inset.left, y: height - 5 }, left),
    s('text', { class: 'mark', x: width - inset.right, y: height - 5, 'text-anchor': 'end' }, right),
  );
}

/**
 * A small line of runs, between their smallest and their largest value; a run that failed is a cross.
 *
 * @param runs [{value, failed, title}], oldest first
 */
export function runLine(runs, { width = 220, height = 44, label = 'Runs' } = {}) {
  const good = runs.map((run) => (run.failed ? undefined : run.value));
  const known = good.filter(Number.isFinite);
  const smallest = Math.min(...known);
  const range = Math.max(...known) - smallest;
  const x = (i) => 6 + ((width - 12) * i) / Math.max(1, runs.length - 1);
  const y = (value) => 6 + (height - 12) * (range > 0 ? 1 - (value - smallest) / range : 0.5);
  return s(
    'svg',
    { class: 'drawing run-line', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    s('path', { class: 'line line-0', d: path(good, x, y) }),
    runs.map((run, i) =>
      run.failed
        ? s(
            'g',
            { class: 'failed' },
            s('title', {}, run.title),
            s('path', { d: `M${x(i) - 3.5},${height - 10.5}l7,7m0,-7l-7,7` }),
          )
        : Number.isFinite(run.value) && s('circle', { class: 'dot', cx: x(i), cy: y(run.value), r: 2.6 }, s('title', {}, run.title)),
    ),
  );
}

function path(points, x, y) {
  let text = '';
  let drawing = false;
  points.forEach((value, i) => {
    if (!Number.isFinite(value)) {
      drawing = false;
      return;
    }
    text += `${drawing ? 'L' : 'M'}${x(i).toFixed(1)},${y(value).toFixed(1)}`;
    drawing = true;
  });
  return text || 'M0,0';
}

function area(points, x, y) {
  const first = points.findIndex(Number.isFinite);
  const last = points.findLastIndex(Number.isFinite);
  if (first < 0) {
    return 'M0,0';
  }
  const filled = points.slice(first, last + 1).map((value) => (Number.isFinite(value) ? value : 0));
  const line = filled.map((value, i) => `L${x(first + i).toFixed(1)},${y(value).toFixed(1)}`).join('');
  return `M${x(first).toFixed(1)},${y(0)}${line}L${x(last).toFixed(1)},${y(0)}Z`;
}
