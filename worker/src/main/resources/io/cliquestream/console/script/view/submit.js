// A form for every kind of job, with the command that does the same.

import { act, at, read } from '../app/api.js';
import { go, path } from '../app/router.js';
import { h } from '../base/dom.js';
import { glyph } from '../draw/graph.js';
import { commonFields, optionField } from '../job/fields.js';
import { keyOf, kindOf, KINDS } from '../job/kinds.js';
import { commandOf, emptyForm, formOf, problemsOf, requestOf, standingOf, withKind } from '../job/request.js';
import { hashOf } from '../job/secret.js';
import { describe, say } from '../part/notices.js';
import { card, codeBlock, commandLine, heading } from '../part/parts.js';

export const submit = {
  title: () => 'Submit a job',
  async load({ query, state, signal, before }) {
    if (before) {
      return before;
    }
    const [graphs, like] = await Promise.all([
      read('/graphs', { limit: 200 }, signal),
      query.like && read(at('jobs', query.like), {}, signal),
    ]);
    state.form = (like?.request && formOf(like.request)) ?? emptyForm(query.kind && kindOf(query.kind) ? query.kind : 'triangles', query.graph);
    return { graphs: graphs.items.map((graph) => graph.id), like: like?.id };
  },
  render({ graphs, like }, context) {
    const { state } = context;
    const form = state.form;
    const kind = kindOf(form.kind);
    // A field's problem is shown once it was left, all of them once one tried to submit.
    const problems = problemsOf(form);
    const shownProblems = Object.fromEntries(Object.entries(problems).filter(([key]) => state.tried || state.left?.has(key)));
    const change = (part, key, value) => {
      form[part][key] = value;
      state.failure = undefined;
      if (key === 'secret') {
        state.hashing = hashOf(value).then((hash) => {
          if (form.common.secret === value) {
            form.common.secretHash = hash;
            context.update();
          }
        });
      }
      context.update();
    };
    const leave = (key) => {
      (state.left ??= new Set()).add(key);
      context.update();
    };
    const field = (option, part = 'options') =>
      optionField(option, form[part][keyOf(option)], { problem: shownProblems[keyOf(option)], change: (value) => change(part, keyOf(option), value), leave });
    const standing = standingOf(form);
    const usual = kind.options.filter((option) => !option.advanced);
    const seldom = kind.options.filter((option) => option.advanced);
    return [
      heading('Submit a job', { crumbs: like ? [['Jobs', '#/jobs'], [like, `#${path('jobs', like)}`]] : [], about: 'It goes to the jobs’ topic, as from any other client.' }),
      h(
        'form',
        { class: 'submit', novalidate: true, onsubmit: (event) => send(event, context) },
        h(
          'fieldset',
          { class: 'card' },
          h('legend', {}, 'What is asked'),
          h(
            'div',
            { class: 'kinds' },
            KINDS.map((one) =>
              h(
                'label',
                { class: 'kind', key: one.id },
                h('input', { type: 'radio', name: 'kind', value: one.id, checked: one.id === form.kind, 'aria-describedby': `about-${one.id}`, onchange: () => choose(one.id, context) }),
                h('span', { class: 'kind-name' }, glyph(one.sign[0], one.sign[1], { side: 30, label: '' }), one.name),
                h('span', { class: 'kind-about', id: `about-${one.id}` }, one.about),
              ),
            ),
          ),
        ),
        h('fieldset', { class: 'card' }, h('legend', {}, 'On which graph, for whom, when'), commonFields(form.common, graphs, { problems: shownProblems, change: (key, value) => change('common', key, value), leave })),
        h(
          'fieldset',
          { class: 'card', key: `options-${kind.id}` },
          h('legend', {}, `Options of ${kind.name}`),
          h('div', { class: 'fields' }, usual.map((option) => field(option))),
          seldom.length > 0 && h('details', {}, h('summary', {}, `Seldom needed (${seldom.length})`), h('div', { class: 'fields' }, seldom.map((option) => field(option)))),
        ),
        standing.length > 0 &&
          h('fieldset', { class: 'card', key: 'standing' }, h('legend', {}, 'What its runs tell'), h('div', { class: 'fields' }, standing.map((option) => field(option, 'standing')))),
        card(
          'The same from the shell',
          commandLine(commandOf(form)),
          form.common.secretHash && h('p', { class: 'quiet' }, 'FILE is a file that holds the secret.'),
          h('details', {}, h('summary', {}, 'The request, as JSON'), Object.keys(problems).length === 0 ? codeBlock(JSON.stringify(requestOf(form), null, 2), 'The request as JSON') : h('p', { class: 'quiet' }, 'As soon as the form is right.')),
        ),
        state.failure && h('div', { class: 'failure', role: 'alert' }, describe(state.failure)),
        state.tried && Object.keys(problems).length > 0 && h('div', { class: 'failure', role: 'alert' }, `${Object.keys(problems).length === 1 ? 'One field is' : 'Some fields are'} not right yet: ${Object.values(problems).join(' ')}`),
        h(
          'div',
          { class: 'actions' },
          h('button', { type: 'submit', class: 'primary', disabled: state.sending || !context.mayAct }, state.sending ? 'Submitting …' : 'Submit'),
          context.access && !context.mayAct && h('span', { class: 'quiet' }, 'You may look, not act.'),
        ),
      ),
    ];
  },
};

function choose(kind, context) {
  context.state.form = withKind(context.state.form, kind);
  context.state.left = undefined;
  context.state.tried = false;
  context.state.failure = undefined;
  context.update();
}

async function send(event, context) {
  event.preventDefault();
  const { state } = context;
  if (Object.keys(problemsOf(state.form)).length > 0) {
    state.tried = true;
    context.update();
    document.querySelector('main [aria-invalid="true"]')?.focus();
    return;
  }
  state.sending = true;
  context.update();
  try {
    await state.hashing;
    const { job } = await act('/jobs', requestOf(state.form));
    say(`Submitted job ${job}.`);
    go(path('jobs', job));
  } catch (error) {
    state.failure = error;
  }
  state.sending = false;
  context.update();
}
