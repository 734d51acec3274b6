// Notices workers of the group that fall silent. Each says of itself every few seconds that it is there; one that
// ended in order says that, too, and is not missed.

import { read } from './api.js';

const SILENT_MILLIS = 12_000;
const LOOK_MILLIS = 2_000;
const ENDED = new Set(['stopped', 'failed']);
const heard = new Map();

/** A worker said something of itself. */
export function heardOf(worker) {
  if (ENDED.has(worker.state)) {
    heard.delete(worker.id);
  } else if (worker.state !== 'silent') {
    heard.set(worker.id, performance.now());
  }
}

/** Begins anew, with the workers that the group knows now: while nothing came, nobody was missed. */
export async function rememberWorkers() {
  const { items } = await read('/workers');
  heard.clear();
  items.forEach(heardOf);
}

/** Misses nobody until the workers are known anew. */
export function forgetWorkers() {
  heard.clear();
}

/** Tells of each worker that falls silent, once, as long as the page itself is live. */
export function watchForAbsence(isLive, tell) {
  setInterval(() => {
    if (!isLive()) {
      heard.clear();
      return;
    }
    for (const [id, at] of heard) {
      if (performance.now() - at > SILENT_MILLIS) {
        heard.delete(id);
        tell(id);
      }
    }
  }, LOOK_MILLIS);
}
