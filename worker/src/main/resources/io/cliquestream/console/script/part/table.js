// A table of things. On a narrow screen each row becomes a card, whose values carry their column's name.

import { h } from '../base/dom.js';

/**
 * @param columns [{name, cell: item => node, number: true for right-aligned, main: true for the row's heading}]
 * @param items what the rows are made of
 * @param options key: item => identity; caption: said to readers who cannot see; empty: shown instead of no rows
 */
export function table(columns, items, { key, caption, empty = 'Nothing here.' }) {
  if (items.length === 0) {
    return h('div', { class: 'empty', role: 'status' }, empty);
  }
  return h(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'unseen' }, caption),
      h(
        'thead',
        {},
        h('tr', {}, columns.map((column) => h('th', { scope: 'col', class: column.number ? 'number' : '' }, column.name))),
      ),
      h(
        'tbody',
        {},
        items.map((item, i) => h('tr', { key: key ? key(item) : i }, columns.map((column) => cell(column, item)))),
      ),
    ),
  );
}

function cell(column, item) {
  const attributes = { class: column.number ? 'number' : '', 'data-label': column.name };
  return column.main
    ? h('th', { ...attributes, scope: 'row' }, column.cell(item))
    : h('td', attributes, column.cell(item));
}
