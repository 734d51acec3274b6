// Steps through pages of a list that the worker keeps: it gives a cursor for the next page, and the browser's own
// history leads back.

import { h } from '../base/dom.js';
import { count } from '../base/format.js';

/**
 * @param list {items, total, next}
 * @param context of the view; its query carries "cursor" and how far one has come, "skip"
 */
export function listPager(list, what, { query, changeQuery }) {
  const skip = Number(query.skip) || 0;
  const from = list.items.length ? skip + 1 : 0;
  return h(
    'nav',
    { class: 'pager', 'aria-label': `Pages of ${what}` },
    h('button', { type: 'button', disabled: !query.cursor, onclick: () => changeQuery({ cursor: '', skip: '' }) }, '⇤ First page'),
    h('button', { type: 'button', disabled: !query.cursor, onclick: () => history.back() }, '← Back'),
    h('span', { role: 'status' }, `${count(from)} – ${count(skip + list.items.length)} of ${count(list.total ?? '?')} ${what}`),
    h('button', { type: 'button', disabled: !list.next, onclick: () => changeQuery({ cursor: list.next, skip: skip + list.items.length }) }, 'Next →'),
  );
}
