// Steps through pages of a list that is already here.

import { h } from '../base/dom.js';
import { count } from '../base/format.js';

export const PAGE_ROWS = 50;

/** The items of one page of a list, and which page it is. */
export function pageOf(items, wanted, rows = PAGE_ROWS) {
  const pages = Math.max(1, Math.ceil(items.length / rows));
  const page = Math.min(pages, Math.max(1, Number(wanted) || 1));
  return { page, pages, items: items.slice((page - 1) * rows, page * rows) };
}

/** Buttons for the pages of such a list. */
export function pager({ page, pages }, total, what, choose) {
  return h(
    'nav',
    { class: 'pager', 'aria-label': `Pages of ${what}` },
    h('button', { type: 'button', disabled: page <= 1, onclick: () => choose(page - 1) }, '← Previous'),
    h('span', { 'aria-live': 'polite' }, `Page ${count(page)} of ${count(pages)} · ${count(total)} ${what}`),
    h('button', { type: 'button', disabled: page >= pages, onclick: () => choose(page + 1) }, 'Next →'),
  );
}
