// Small things that every view is made of.

import { h } from '../base/dom.js';
import { say } from './notices.js';

/** A heading with what can be done beside it. */
export function heading(title, { crumbs = [], actions = [], about } = {}) {
  return h(
    'header',
    { class: 'heading' },
    crumbs.length > 0 &&
      h('nav', { class: 'crumbs', 'aria-label': 'Where you are' }, crumbs.map(([name, href]) => [h('a', { href }, name), h('span', { 'aria-hidden': 'true' }, ' / ')])),
    h('div', { class: 'heading-row' }, h('h1', { id: 'title', tabindex: -1 }, title), h('div', { class: 'actions' }, actions)),
    about && h('p', { class: 'about' }, about),
  );
}

/** A framed part of a view. */
export function card(title, ...content) {
  return h('section', { class: 'card' }, title && h('h2', {}, title), ...content);
}

/** Names and values. */
export function facts(pairs) {
  return h(
    'dl',
    { class: 'facts' },
    pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
      .map(([name, value]) => h('div', { key: name }, h('dt', {}, name), h('dd', {}, value))),
  );
}

/** One figure of an overview. */
export function figure(name, value, more) {
  return h('div', { class: 'figure', key: name }, h('span', { class: 'figure-name' }, name), h('span', { class: 'figure-value' }, value), more && h('span', { class: 'figure-more' }, more));
}

const TONES = {
  succeeded: 'good', up: 'good', usable: 'good', ready: 'good', running: 'busy', computing: 'busy', preparing: 'busy', publishing: 'busy',
  queued: 'waiting', received: 'waiting', 'waiting-for-graph': 'waiting', incoming: 'waiting', restoring: 'waiting', standing: 'busy',
  failed: 'bad', down: 'bad', rejected: 'bad', lost: 'bad', cancelled: 'off', retired: 'off', discarded: 'off', replayed: 'good',
  'deadline-exceeded': 'bad', idle: 'off', open: 'waiting', draining: 'waiting', active: 'good', stopped: 'off', silent: 'bad', connecting: 'waiting', 'not-ready': 'bad', expired: 'off',
  assigned: 'waiting', remembering: 'waiting', gone: 'off', beginning: 'waiting', ending: 'waiting', broken: 'bad',
  appeared: 'good', vanished: 'off', summary: 'off', 'threshold-reached': 'bad', 'threshold-left': 'good', restarted: 'waiting',
};

/** A state as a word with a tone; never by colour alone. */
export function badge(state) {
  const word = String(state ?? 'unknown').toLowerCase().replaceAll('_', '-');
  return h('span', { class: `badge badge-${TONES[word] ?? 'off'}` }, word.replaceAll('-', ' '));
}

/** Text to copy, in the type of a terminal. */
export function commandLine(text, label = 'Command') {
  return h(
    'div',
    { class: 'command' },
    h('code', { 'aria-label': label, tabindex: 0 }, text),
    h('button', { type: 'button', onclick: () => copy(text) }, 'Copy'),
  );
}

/** Text of several lines, such as a decoded record. */
export function codeBlock(text, label) {
  return h('pre', { class: 'code', tabindex: 0, 'aria-label': label }, text);
}

/** Puts a text on the clipboard, where the browser lets a page do so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    say('This browser does not let the page copy; select the text instead.');
  }
}

/** A button. */
export function button(name, act, { style = '', disabled = false, describedBy } = {}) {
  return h('button', { type: 'button', class: style, onclick: act, disabled, 'aria-describedby': describedBy }, name);
}

/** A link in the page. */
export function link(name, href, style) {
  return h('a', { href, class: style }, name);
}
