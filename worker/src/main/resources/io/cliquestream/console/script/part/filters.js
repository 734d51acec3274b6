// Filters of a list: every one of them is in the address.

import { h } from '../base/dom.js';

const TYPING_MILLIS = 250;
let typing;

/** A text that filters while it is typed. */
export function textFilter(name, key, { query, changeQuery }, { placeholder = '', width = '12rem', list } = {}) {
  return h(
    'label',
    { class: 'field', key },
    h('span', {}, name),
    h('input', {
      type: 'search',
      name: key,
      value: query[key] ?? '',
      placeholder,
      maxlength: 128,
      list,
      spellcheck: 'false',
      autocomplete: 'off',
      style: { width },
      oninput: (event) => {
        const { value } = event.target;
        clearTimeout(typing);
        typing = setTimeout(() => changeQuery({ [key]: value.trim(), cursor: '', skip: '', page: '' }, { replace: true }), TYPING_MILLIS);
      },
    }),
  );
}

/** One of several values, or any. */
export function choiceFilter(name, key, choices, { query, changeQuery }, any = 'Any') {
  return h(
    'label',
    { class: 'field', key },
    h('span', {}, name),
    h(
      'select',
      { name: key, value: query[key] ?? '', onchange: (event) => changeQuery({ [key]: event.target.value, cursor: '', skip: '', page: '' }) },
      h('option', { value: '' }, any),
      choices.map(([value, text]) => h('option', { value }, text)),
    ),
  );
}

/** A point in time, in the reader's own zone; the address carries UTC. */
export function timeFilter(name, key, { query, changeQuery }) {
  return h(
    'label',
    { class: 'field', key },
    h('span', {}, name),
    h('input', {
      type: 'datetime-local',
      name: key,
      step: 1,
      value: query[key] ? localText(query[key]) : '',
      onchange: (event) => {
        const millis = Date.parse(event.target.value);
        changeQuery({ [key]: Number.isFinite(millis) ? new Date(millis).toISOString() : '', cursor: '', skip: '' });
      },
    }),
  );
}

function localText(iso) {
  const millis = Date.parse(iso);
  if (!Number.isFinite(millis)) {
    return '';
  }
  const shifted = new Date(millis - new Date(millis).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
