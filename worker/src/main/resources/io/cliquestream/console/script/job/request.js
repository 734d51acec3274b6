// Between the form's values, the request of the API and the command line.

import { checkCommon, COMMON, commonWords, readCommon, writeCommon } from './common.js';
import { keyOf, kindOf, KINDS } from './kinds.js';

/** The values of an empty form of a kind. */
export function emptyForm(kindId = 'triangles', graphId = '') {
  const options = Object.fromEntries(kindOf(kindId).options.map((option) => [keyOf(option), option.initial]));
  return { kind: kindId, common: { ...COMMON, graphId }, options };
}

/** The same form for another kind. */
export function withKind(form, kindId) {
  return { ...emptyForm(kindId), common: form.common };
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
  };
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
  return problems;
}

/** The body that the API takes. */
export function requestOf(form) {
  const kind = kindOf(form.kind);
  const message = {};
  for (const option of kind.options) {
    option.write(message, form.options[keyOf(option)]);
  }
  return writeCommon({ [kind.field]: message }, form.common);
}

/** The command that does the same. */
export function commandOf(form) {
  const words = kindOf(form.kind).options.flatMap((option) => option.words(form.options[keyOf(option)]));
  return ['./cliquestream', 'submit', form.kind, ...commonWords(form.common), ...words].map(quoted).join(' ');
}

/** A word as a shell reads it. */
function quoted(word) {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
