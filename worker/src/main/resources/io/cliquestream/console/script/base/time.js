// Points in time, as UTC, as local time, or as a distance from now: the reader chooses in the header.

import { h } from './dom.js';
import { duration } from './format.js';

const KEY = 'cliquestream.time';
export const TIME_STYLES = { relative: 'Relative', local: 'Local', utc: 'UTC' };

/** The chosen way. */
export function timeStyle() {
  const stored = localStorage.getItem(KEY);
  return stored in TIME_STYLES ? stored : 'relative';
}

/** Chooses a way, from now on and for the next visit. */
export function chooseTimeStyle(style) {
  localStorage.setItem(KEY, style);
  refreshTimes();
}

/** Milliseconds since 1970 of a number or an ISO text; undefined for neither. */
export function millisOf(value) {
  if (value === undefined || value === null || value === '' || value === 0) {
    return undefined;
  }
  const millis = typeof value === 'number' ? value : Date.parse(value);
  return Number.isFinite(millis) ? millis : undefined;
}

/** An element that shows a point in time, and all of it when pointed at. */
export function time(value) {
  const millis = millisOf(value);
  if (millis === undefined) {
    return h('span', { class: 'quiet' }, '–');
  }
  const iso = new Date(millis).toISOString();
  return h('time', { datetime: iso, title: `${iso} · ${local(millis)}` }, timeText(millis));
}

/** The same as text. */
export function timeText(millis) {
  switch (timeStyle()) {
    case 'utc':
      return new Date(millis).toISOString().replace('T', ' ').slice(0, 19) + 'Z';
    case 'local':
      return local(millis);
    default:
      return relative(millis);
  }
}

function local(millis) {
  return new Date(millis).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' });
}

function relative(millis) {
  const distance = Date.now() - millis;
  if (Math.abs(distance) < 1000) {
    return 'now';
  }
  const seconds = Math.floor(Math.abs(distance) / 1000);
  // One unit will do: "3 min ago".
  const unit = seconds >= 86400 ? 86400 : seconds >= 3600 ? 3600 : seconds >= 60 ? 60 : 1;
  const text = duration(Math.floor(seconds / unit) * unit * 1000);
  return distance > 0 ? `${text} ago` : `in ${text}`;
}

/** Writes every time on the page anew. */
export function refreshTimes() {
  for (const element of document.querySelectorAll('time[datetime]')) {
    const text = timeText(Date.parse(element.dateTime));
    if (element.textContent !== text) {
      element.textContent = text;
    }
  }
}

setInterval(refreshTimes, 1000);
