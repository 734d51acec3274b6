// Fields of the form: each with its label, its explanation, and what is wrong with it.

import { h } from '../base/dom.js';
import { glyph } from '../draw/graph.js';
import { keyOf } from './kinds.js';
import { readPattern } from './pattern.js';
import { canHash } from './secret.js';

/** The field of an option. */
export function optionField(option, value, { problem, change, leave }) {
  const key = keyOf(option);
  const id = `option-${key.replace('.', '-')}`;
  if (option.type === 'flag') {
    return checkField(id, option.name, option.about, value, change);
  }
  const shared = { id, name: key, 'aria-describedby': `${id}-help`, 'aria-invalid': problem ? 'true' : undefined, onblur: () => leave(key) };
  const control =
    option.type === 'choice'
      ? h('select', { ...shared, value, onchange: (event) => change(event.target.value) }, option.choices.map(([word, , meaning]) => h('option', { value: word }, `${word} – ${meaning}`)))
      : h('input', {
          ...shared,
          type: 'text',
          inputmode: option.type === 'number' ? 'numeric' : undefined,
          value,
          placeholder: option.placeholder,
          required: option.required,
          autocomplete: 'off',
          spellcheck: 'false',
          oninput: (event) => change(event.target.value),
        });
  return [
    h(
      'div',
      { class: 'field', key: id },
      h('label', { for: id }, option.name, option.required && h('span', { class: 'quiet' }, ' (needed)')),
      control,
      h('span', { class: 'field-help', id: `${id}-help` }, option.about, problem && h('span', { class: 'problem' }, ` ${problem}`)),
    ),
    option.drawn && drawnPattern(value),
  ];
}

/** The pattern as it is typed. */
function drawnPattern(text) {
  const pattern = readPattern(text);
  return h(
    'figure',
    { class: 'pattern-figure', key: 'pattern-figure' },
    pattern.size > 0
      ? glyph(pattern.size, pattern.edges, { side: 170, numbered: true, label: `The pattern: ${pattern.size} vertices, ${pattern.edges.length} edges` })
      : h('div', { class: 'empty' }, 'Nothing to draw yet.'),
    h('figcaption', { class: pattern.error ? 'problem' : 'quiet', role: 'status' }, pattern.error ? `Not yet: ${pattern.error}.` : `${pattern.size} vertices, ${pattern.edges.length} edges`),
  );
}

function checkField(id, name, about, value, change) {
  return h(
    'div',
    { class: 'field field-check', key: id },
    h('input', { type: 'checkbox', id, checked: value, 'aria-describedby': `${id}-help`, onchange: (event) => change(event.target.checked) }),
    h('label', { for: id }, name),
    h('span', { class: 'field-help', id: `${id}-help` }, about),
  );
}

function secretHelp(values) {
  if (!canHash()) {
    return 'A browser makes the hash of a secret only on pages that come over TLS or from this machine.';
  }
  return values.secretHash && !values.secret ? 'The same as of the job that this repeats.' : 'Who cancels the job must have it; the request holds its hash alone. Nobody needs one when empty.';
}

/** Fields that every job has. */
export function commonFields(values, graphs, { problems, change, leave }) {
  const input = (key, name, about, more = {}) =>
    h(
      'div',
      { class: 'field', key },
      h('label', { for: `job-${key}` }, name),
      h('input', {
        id: `job-${key}`,
        name: key,
        type: 'text',
        value: values[key],
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-describedby': `job-${key}-help`,
        'aria-invalid': problems[key] ? 'true' : undefined,
        oninput: (event) => change(key, event.target.value),
        onblur: () => leave(key),
        ...more,
      }),
      h('span', { class: 'field-help', id: `job-${key}-help` }, about, problems[key] && h('span', { class: 'problem' }, ` ${problems[key]}`)),
    );
  const select = (key, name, about, choices) =>
    h(
      'div',
      { class: 'field', key },
      h('label', { for: `job-${key}` }, name),
      h('select', { id: `job-${key}`, name: key, value: values[key], 'aria-describedby': `job-${key}-help`, onchange: (event) => change(key, event.target.value) }, choices.map(([value, text]) => h('option', { value }, text))),
      h('span', { class: 'field-help', id: `job-${key}-help` }, about),
    );
  return h(
    'div',
    { class: 'fields' },
    input('graphId', 'Graph', 'Its id.', { required: true, list: 'known-graphs' }),
    h('datalist', { id: 'known-graphs', key: 'known-graphs' }, graphs.map((graph) => h('option', { value: graph }))),
    input('version', 'Version', 'latest, a number, or at-least:N; the job waits for that one.'),
    input('tenant', 'Tenant', 'For whom: who shares the workers with whom.', { maxlength: 64 }),
    select('priority', 'Priority', 'Weight among the jobs of the same tenant.', Array.from({ length: 10 }, (_, i) => [String(i), i === 4 ? '4, as usual' : String(i)])),
    input('deadline', 'Deadline', 'Time from now by which it must have ended, such as 30s; none when empty.'),
    select('engine', 'Engine', 'Which engine computes.', [['auto', 'the planner chooses'], ['cpu', 'CPU'], ['cuda', 'GPU']]),
    select('trigger', 'Runs', 'Once, or again and again until it is cancelled.', [['once', 'once'], ['version', 'on every new version'], ['every', 'every so often']]),
    values.trigger === 'every' && input('every', 'Every', 'Time between the beginnings of two runs, such as 10s.'),
    values.trigger === 'version' &&
      checkField('job-coalesce', 'Coalesce versions', 'When several versions wait for their run, only the latest gets one.', values.coalesce, (value) => change('coalesce', value)),
    input('split', 'Parts', 'Whether several workers compute it: auto (if it takes long), off, or about how many parts to cut it into.'),
    input('jobId', 'Job id', 'Idempotency key; a fresh one when empty.', { maxlength: 128 }),
    input('secret', 'Cancel secret', secretHelp(values), { type: 'password', maxlength: 256, disabled: !canHash() }),
  );
}
