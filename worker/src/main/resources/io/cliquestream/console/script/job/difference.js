// What a run of a standing job changed since the run before: each figure that is another one, exactly.

import { h } from '../base/dom.js';
import { count } from '../base/format.js';
import { card } from '../part/parts.js';
import { table } from '../part/table.js';

/** @param result of a run with a difference, which has no answer */
export function differenceView({ difference, pages }) {
  const title = `What changed since version ${difference.baseVersion}`;
  return card(
    title,
    table(
      [
        { name: 'Figure', main: true, cell: (figure) => figure.name },
        { name: 'Before', number: true, cell: (figure) => count(figure.before) },
        { name: 'After', number: true, cell: (figure) => count(figure.after) },
        { name: 'Change', number: true, cell: change },
      ],
      Object.entries(difference.figures).map(([name, figure]) => ({ name, ...figure })),
      { key: (figure) => figure.name, caption: title, empty: 'Every figure is what it was.' },
    ),
    rows(difference, pages),
  );
}

/** In a list: the number where it is known, and what changed since the run before. */
export function shortAnswer({ value, difference }) {
  if (!difference) {
    return count(value);
  }
  return h('span', {}, value ? `${count(value)} ` : '', h('span', { class: 'quiet' }, value ? `(${shortChange(difference)})` : shortChange(difference)));
}

/** As “+12 triangles, 1 more figure”. */
export function shortChange({ figures, figure, by }) {
  if (figures === 0) {
    return 'no figure changed';
  }
  const more = figures - 1;
  return `${signed(BigInt(by))} ${figure}${more ? `, ${count(more)} more ${more === 1 ? 'figure' : 'figures'}` : ''}`;
}

function change({ before, after }) {
  return signed(BigInt(after) - BigInt(before));
}

function signed(by) {
  return (by > 0n ? '+' : '') + count(by);
}

function rows({ changedVerticesOnly }, pages) {
  if (changedVerticesOnly) {
    return h('p', { class: 'quiet' }, 'Rows by vertex hold only the vertices whose value changed; one that is not there any more has 0.');
  }
  return pages > 0 && h('p', { class: 'quiet' }, 'Rows are whole: they replace those of the run before.');
}
