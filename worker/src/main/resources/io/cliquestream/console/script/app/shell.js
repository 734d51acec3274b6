// Shows one view at a time: reads what it needs, draws it, and reads again when an event says that something that it
// shows has changed. Only one reading of a view is under way; a view that was left is not drawn any more.

import { h } from '../base/dom.js';
import { morph } from '../base/morph.js';
import { describe } from '../part/notices.js';
import { button, heading } from '../part/parts.js';
import { changeQuery } from './router.js';

/** Between two readings of a view: an update is on the page within a second, and a busy worker is not asked more. */
const LEAST_GAP_MILLIS = 600;
const SETTLE_MILLIS = 60;

let shown; // {view, at, data, state, error, readAt, timer, reading}
let common = { access: undefined, overview: undefined };

/** Shows the view of an address; asks anew but keeps focus and content where only its query changed. */
export function show(at) {
  const main = document.getElementById('main');
  const sameView = shown && shown.at.path === at.path;
  leave();
  const before = shown;
  shown = {
    view: at.route?.view,
    at,
    data: sameView ? before.data : undefined,
    state: sameView ? before.state : {},
    reading: new AbortController(),
  };
  markNavigation(at.path);
  if (!shown.view) {
    morph(main, [heading('No such page'), h('p', {}, 'The address names nothing here. ', h('a', { href: '#/' }, 'To the overview'))]);
    return;
  }
  draw();
  read();
  if (!sameView) {
    if (before) {
      document.getElementById('title')?.focus({ preventScroll: true });
    }
    scrollTo(0, 0);
  }
}

/** An event of the worker. */
export function happened(name, data) {
  if (!shown?.view) {
    return;
  }
  if (name === 'resync' || shown.view.events?.includes(name)) {
    if (shown.view.apply?.(shown, name, data)) {
      draw();
    } else if (!shown.view.concerns || name === 'resync' || shown.view.concerns(shown, name, data)) {
      readSoon();
    }
  }
}

/** What every view may know: who asks, and the overview. */
export function setCommon(changes) {
  common = { ...common, ...changes };
  if (shown?.view && (changes.access !== undefined || shown.view.usesOverview)) {
    draw();
  }
}

/** Reads the shown view again, now. */
export function reload() {
  if (shown?.view) {
    leave();
    shown.reading = new AbortController();
    return read();
  }
  return undefined;
}

function leave() {
  if (shown) {
    clearTimeout(shown.timer);
    // A timer that was stopped must not keep the next one from being set.
    shown.timer = undefined;
    shown.reading.abort();
  }
}

function readSoon() {
  const one = shown;
  if (one.timer || document.hidden) {
    one.missed = document.hidden;
    return;
  }
  const wait = Math.max(SETTLE_MILLIS, (one.readAt ?? 0) + LEAST_GAP_MILLIS - performance.now());
  one.timer = setTimeout(() => {
    one.timer = undefined;
    read();
  }, wait);
}

async function read() {
  const one = shown;
  if (!one.view.load) {
    return;
  }
  one.readAt = performance.now();
  try {
    const data = await one.view.load({ ...one.at, state: one.state, signal: one.reading.signal, before: one.data });
    if (one === shown) {
      one.data = data;
      one.error = undefined;
      draw();
      if (!performance.getEntriesByName('first-view').length) {
        performance.mark('first-view');
      }
    }
  } catch (error) {
    if (one === shown && !one.reading.signal.aborted) {
      one.error = error;
      draw();
    }
  }
}

function draw() {
  const one = shown;
  const main = document.getElementById('main');
  document.title = `${one.view.title(one.at)} · Cliquestream`;
  main.setAttribute('aria-busy', String(one.data === undefined && !one.error && Boolean(one.view.load)));
  const context = {
    ...one.at,
    ...common,
    state: one.state,
    update: () => one === shown && draw(),
    reload,
    changeQuery,
    mayAct: common.access?.role === 'operator',
  };
  if (one.error && (one.data === undefined || one.error.status === 404)) {
    morph(main, [heading(one.view.title(one.at)), failure(one.error)]);
  } else if (one.data === undefined && one.view.load) {
    morph(main, [heading(one.view.title(one.at)), h('p', { class: 'quiet', role: 'status' }, 'Reading …')]);
  } else {
    const stale = one.error && one.error.status !== 0 && failure(one.error);
    morph(main, [stale, one.view.render(one.data, context)]);
  }
}

function failure(error) {
  return h('div', { class: 'failure', role: 'alert' }, h('strong', {}, describe(error)), button('Try again', reload));
}

function markNavigation(path) {
  const [, first = ''] = path.split('/');
  for (const link of document.querySelectorAll('.views a')) {
    const own = link.getAttribute('href').slice(2).split(/[/?]/)[0];
    if (own === first) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
}

addEventListener('visibilitychange', () => {
  if (!document.hidden && shown?.missed) {
    shown.missed = false;
    readSoon();
  }
});
