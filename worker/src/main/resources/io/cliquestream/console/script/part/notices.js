// Short messages at the edge of the page, read out by screen readers. Good news go away by themselves; failures stay
// until they are closed.

import { h } from '../base/dom.js';

const SHOWN_MILLIS = 6000;
const MOST = 4;

/** Says that something was done. */
export function say(text) {
  const notice = add('notice', text);
  setTimeout(() => notice.remove(), SHOWN_MILLIS);
}

/** Says what failed: the code and the sentence of the error. */
export function sayFailure(what, error) {
  add('notice notice-failure', h('strong', {}, what), h('span', {}, describe(error)));
}

/** The stable code of an error and its sentence. */
export function describe(error) {
  return error.code ? `${error.code}: ${error.message}` : error.message;
}

function add(style, ...content) {
  const holder = document.getElementById('notices');
  const notice = h(
    'div',
    { class: style },
    h('div', { class: 'notice-text' }, ...content),
    h('button', { type: 'button', 'aria-label': 'Close this message', onclick: () => notice.remove() }, '×'),
  );
  holder.append(notice);
  while (holder.children.length > MOST) {
    holder.firstElementChild.remove();
  }
  return notice;
}
