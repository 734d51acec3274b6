// What the overview was in the last minutes, second by second, for its lines. The worker says nothing while nothing
// changes, so a second without news is as the one before.

const SECONDS = 300;
const kept = [];

/** Takes one overview. */
export function keepHistory(overview) {
  const second = Math.floor(Date.parse(overview.time) / 1000);
  const last = kept.at(-1);
  if (last && second <= last.second) {
    last.overview = overview;
    return;
  }
  kept.push({ second, overview });
  while (kept.length > SECONDS || kept[0].second < second - SECONDS) {
    kept.shift();
  }
}

/** One value of each of the last seconds, oldest first; undefined where it is not known. */
export function history(value, seconds = 120) {
  const end = Math.floor(Date.now() / 1000);
  const points = new Array(seconds).fill(undefined);
  let next = 0;
  let latest;
  for (let at = 0; at < seconds; at++) {
    while (next < kept.length && kept[next].second <= end - seconds + 1 + at) {
      latest = value(kept[next++].overview) ?? undefined;
    }
    points[at] = latest;
  }
  return points;
}
