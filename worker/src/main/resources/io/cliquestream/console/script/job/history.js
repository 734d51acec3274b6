// The answers of a standing job's last runs as a line.

import { count, duration } from '../base/format.js';
import { runLine } from '../draw/line.js';
import { shortChange } from './difference.js';

/** The runs, the newest first, as a line from the oldest to the newest. */
export function runHistory(runs, size = {}) {
  const shown = runs.toReversed().map((run) => ({
    value: run.value ? Number(run.value) : undefined,
    failed: run.status !== 'succeeded',
    title: `run ${run.run}: ${run.status}${run.version ? `, version ${run.version}` : ''}, ${run.failure ? run.failure.code : answer(run)}, computed in ${duration(run.computeMillis)}`,
  }));
  const failed = shown.filter((run) => run.failed).length;
  return runLine(shown, { ...size, label: `${shown.length} runs, ${failed} without success, the last answer ${runs[0].value || runs[0].difference ? answer(runs[0]) : 'none'}` });
}

function answer({ value, difference }) {
  return difference ? `${value ? `${count(value)}, ` : ''}${shortChange(difference)}` : count(value);
}
