// What every job has besides the options of its kind: graph, version, tenant, priority, deadline, engine, trigger, parts,
// and the secret that it can be cancelled with.

const ENGINES = { auto: 'ENGINE_PREFERENCE_AUTO', cpu: 'ENGINE_PREFERENCE_CPU', cuda: 'ENGINE_PREFERENCE_CUDA' };
const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/;
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const IDENTIFIER = /^[A-Za-z0-9._-]{1,128}$/;

/** What an empty form holds. */
export const COMMON = { jobId: '', graphId: '', version: 'latest', tenant: '', priority: '4', deadline: '', engine: 'auto', trigger: 'once', every: '10s', coalesce: false, split: 'auto', secret: '', secretHash: '' };

const MOST_PARTS = 32_768;

/** Milliseconds of a text such as 30s; undefined for any other. */
export function readDuration(text) {
  const match = DURATION.exec(text.trim());
  return match ? Math.round(Number(match[1]) * UNITS[match[2]]) : undefined;
}

/** What is wrong, by field. */
export function checkCommon(values) {
  const problems = {};
  if (!IDENTIFIER.test(values.graphId)) {
    problems.graphId = 'A graph id is 1 to 128 characters out of A-Z a-z 0-9 . _ -';
  }
  if (values.jobId && !IDENTIFIER.test(values.jobId)) {
    problems.jobId = 'A job id is 1 to 128 characters out of A-Z a-z 0-9 . _ -';
  }
  if (!/^(latest|\d+|at-least:\d+)$/.test(values.version.trim())) {
    problems.version = 'A version is latest, a number, or at-least:N.';
  }
  if (!/^[0-9]$/.test(values.priority)) {
    problems.priority = 'A priority is 0 to 9.';
  }
  if (values.deadline && !readDuration(values.deadline)) {
    problems.deadline = 'A deadline is a time from now such as 30s or 5m.';
  }
  if (values.trigger === 'every' && !((readDuration(values.every) ?? 0) >= 100)) {
    problems.every = 'A period is 100ms or more, such as 10s.';
  }
  if (!/^(auto|off)$/.test(values.split.trim()) && !(/^\d+$/.test(values.split.trim()) && Number(values.split) >= 1 && Number(values.split) <= MOST_PARTS)) {
    problems.split = 'Parts are auto, off, or a number from 1 to 32768.';
  }
  return problems;
}

/** Puts them into a request. */
export function writeCommon(request, values, now = Date.now()) {
  const version = values.version.trim();
  request.graphId = values.graphId;
  request.version = version === 'latest' ? { latest: true } : version.startsWith('at-least:') ? { atLeast: version.slice(9) } : { exact: version };
  request.priority = Number(values.priority);
  if (values.jobId) {
    request.jobId = values.jobId;
  }
  if (values.tenant) {
    request.tenant = values.tenant;
  }
  if (values.engine !== 'auto') {
    request.engine = ENGINES[values.engine];
  }
  if (values.deadline) {
    request.deadlineEpochMillis = String(now + readDuration(values.deadline));
  }
  if (values.trigger === 'version') {
    request.trigger = { everyVersion: true, ...(values.coalesce && { coalesce: true }) };
  } else if (values.trigger === 'every') {
    request.trigger = { everyMillis: String(readDuration(values.every)) };
  }
  const split = values.split.trim();
  if (split !== 'auto') {
    request.split = split === 'off' ? { off: true } : { parts: Number(split) };
  }
  if (values.secretHash) {
    request.cancelSecretSha256 = values.secretHash;
  }
  return request;
}

/** Reads them out of a request; a job id and a deadline belong to that one request alone. */
export function readCommon(request) {
  const version = request.version ?? {};
  const trigger = request.trigger ?? {};
  const engine = Object.keys(ENGINES).find((name) => ENGINES[name] === request.engine) ?? 'auto';
  return {
    ...COMMON,
    graphId: request.graphId ?? '',
    version: version.exact ? String(version.exact) : version.atLeast ? `at-least:${version.atLeast}` : 'latest',
    tenant: request.tenant ?? '',
    priority: String(request.priority ?? 4),
    engine,
    trigger: trigger.everyVersion ? 'version' : trigger.everyMillis ? 'every' : 'once',
    every: trigger.everyMillis ? durationWord(Number(trigger.everyMillis)) : COMMON.every,
    coalesce: Boolean(trigger.coalesce),
    split: request.split?.off ? 'off' : request.split?.parts ? String(request.split.parts) : 'auto',
    secretHash: request.cancelSecretSha256 ?? '',
  };
}

function durationWord(millis) {
  return millis % 1000 ? `${millis}ms` : `${millis / 1000}s`;
}

/** Words of the command line. */
export function commonWords(values) {
  return [
    '--graph-id', values.graphId || 'GRAPH',
    ...(values.version.trim() === 'latest' ? [] : ['--graph-version', values.version.trim()]),
    ...(values.jobId ? ['--job-id', values.jobId] : []),
    ...(values.tenant ? ['--tenant', values.tenant] : []),
    ...(values.priority === '4' ? [] : ['--priority', values.priority]),
    ...(values.deadline ? ['--deadline', values.deadline] : []),
    ...(values.engine === 'auto' ? [] : ['--engine', values.engine]),
    ...(values.trigger === 'version' ? ['--every-version', ...(values.coalesce ? ['--coalesce'] : [])] : values.trigger === 'every' ? ['--every', values.every] : []),
    ...(values.split.trim() === 'auto' ? [] : ['--split', values.split.trim()]),
    ...(values.secretHash ? ['--cancel-secret-file', 'FILE'] : []),
  ];
}
