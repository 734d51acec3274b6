// Between the form's values, the request of the API and the command line.

import { checkCommon, COMMON, commonWords, readCommon, writeCommon } from './common.js';
import { keyOf, kindOf, KINDS } from './kinds.js';
import { readStanding, STANDING, standingOptions } from './standing.js';

/** The values of an empty form of a kind. */
export function emptyForm(kindId = 'triangles', graphId = '') {
  const options = Object.fromEntries(kindOf(kindId).options.map((option) => [keyOf(option), option.initial]));
  return { kind: kindId, common: { ...COMMON, graphId }, options, standing: { ...STANDING } };
}

/** The same form for another kind. */
export function withKind(form, kindId) {
  return { ...emptyForm(kindId), common: form.common, standing: form.standing };
}

/** The form that would make a request again. */
export function formOf(request) {
  const kind = KINDS.find((one) => request[one.field] !== undefined);
  if (!kind) {
    return undefined;
  }
  const message = request[kind.field];
  return {
    kind: kind.id,
    common: readCommon(request),
    options: Object.fromEntries(kind.options.map((option) => [keyOf(option), option.read(message)])),
    standing: readStanding(request),
  };
}

/** The options of a standing job that count in a form. */
export function standingOf(form) {
  return standingOptions(form.kind, form.common.trigger, form.standing);
}

/** What is wrong, by field; empty when all is well. */
export function problemsOf(form) {
  const problems = checkCommon(form.common);
  for (const option of kindOf(form.kind).options) {
    const problem = option.check?.(form.options[keyOf(option)]);
    if (problem) {
      problems[keyOf(option)] = problem;
    }
  }
  for (const option of standingOf(form)) {
    const problem = option.check?.(form.standing[keyOf(option)]);
    if (problem) {
      problems[keyOf(option)] = problem;
    }
  }
  return problems;
}

/** The body that the API takes. */
export function requestOf(form) {
  const kind = kindOf(form.kind);
  const message = {};
  for (const option of kind.options) {
    option.write(message, form.options[keyOf(option)]);
  }
  const request = writeCommon({ [kind.field]: message }, form.common);
  for (const option of standingOf(form)) {
    option.write(request, form.standing[keyOf(option)]);
  }
  return request;
}

/** The command that does the same. */
export function commandOf(form) {
  const words = [
    ...kindOf(form.kind).options.flatMap((option) => option.words(form.options[keyOf(option)])),
    ...standingOf(form).flatMap((option) => option.words(form.standing[keyOf(option)])),
  ];
  return ['./cliquestream', 'submit', form.kind, ...commonWords(form.common), ...words].map(quoted).join(' ');
}

/** A word as a shell reads it. */
function quoted(word) {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
