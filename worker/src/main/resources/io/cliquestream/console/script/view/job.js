// One job: where its time went, what it was asked and what it answered.

import { act, at, read } from '../app/api.js';
import { address, path } from '../app/router.js';
import { h } from '../base/dom.js';
import { count, duration, percent } from '../base/format.js';
import { time } from '../base/time.js';
import { answerView } from '../job/answer.js';
import { costView, timelineView } from '../job/course.js';
import { shortAnswer } from '../job/difference.js';
import { runHistory } from '../job/history.js';
import { kindOf } from '../job/kinds.js';
import { commandOf, formOf } from '../job/request.js';
import { CANCEL_SECRET, confirmed } from '../part/dialog.js';
import { say } from '../part/notices.js';
import { badge, button, card, codeBlock, commandLine, facts, heading, link } from '../part/parts.js';
import { table } from '../part/table.js';
import { tabs } from '../part/tabs.js';
import { alertTable } from './alerts.js';

const ENDED = new Set(['succeeded', 'failed', 'cancelled', 'deadline-exceeded', 'expired']);

export const job = {
  title: ({ parameters }) => `Job ${parameters.id}`,
  events: ['job', 'standing', 'alert'],
  async load({ parameters, query, signal }) {
    const one = await read(at('jobs', parameters.id), { run: query.run }, signal);
    if (one.request?.alert) {
      one.alerts = (await read(`${at('jobs', one.id)}/alerts`, { limit: 50 }, signal)).items;
    }
    return one;
  },
  concerns: (shown, name, data) => (name === 'alert' ? data.job : data.id) === shown.at.parameters.id,
  apply(shown, name, data) {
    // Progress alone is drawn as it comes; anything else changes more than the event says.
    const now = shown.data;
    // That a job of parts was cut, and what its steps are, is not in the event.
    const same = name === 'job' && now && data.id === now.id && data.state === now.state && data.ended === now.ended && Boolean(now.progress) === Boolean(data.progress);
    if (same) {
      Object.assign(now, data);
    }
    return Boolean(same);
  },
  render(one, context) {
    const result = one.result;
    const tabList = [
      { id: 'answer', name: 'Answer', content: () => answerTab(one, context) },
      { id: 'course', name: 'Timeline and cost', content: () => [timelineView(one), costView(one)] },
      { id: 'request', name: 'Request', content: () => requestTab(one) },
    ];
    if (one.standing) {
      tabList.push({ id: 'runs', name: `Runs (${one.runs.length})`, content: () => runsTab(one, context) });
    }
    if (one.alerts) {
      tabList.push({ id: 'alerts', name: `Alerts (${one.alerts.length}${one.alerts.length === 50 ? ' newest' : ''})`, content: () => alertTable(one.alerts, { empty: 'It has told of nothing yet.' }) });
    }
    return [
      heading(`Job ${one.id}`, {
        crumbs: [['Jobs', '#/jobs']],
        actions: [
          one.request && link('Submit again …', address('/submit', { like: one.id }), 'button'),
          !ENDED.has(one.state) && button('Cancel …', () => cancel(one, context), { style: 'danger', disabled: !context.mayAct }),
        ],
      }),
      h('div', { class: 'card' }, facts([
        ['State', h('span', { class: 'state' }, badge(one.state), one.cancelRequested && !one.ended && h('span', { class: 'quiet' }, 'cancel asked ', time(one.cancelRequested)))],
        ['Kind', kindOf(one.kind)?.name ?? one.kind],
        ['Graph', one.graph && h('span', {}, link(one.graph, `#${path('graphs', one.graph)}`), one.version ? ` @ ${one.version}` : '')],
        ['Size of the graph', result && `${count(result.vertices)} vertices, ${count(result.edges)} edges`],
        ['Tenant', one.tenant || 'none'],
        ['Priority', one.priority],
        ['Received', time(one.received)],
        ['Ended', one.ended && time(one.ended)],
        ['Took', one.latencyMillis !== null && one.latencyMillis !== undefined && duration(one.latencyMillis)],
        ['Worker', one.worker],
        ['Engine', result?.engine],
        ['Parts', result && partsOfPlan(result.plan)],
        ['Trace', one.trace && h('span', { class: 'mono' }, one.trace)],
      ]), one.progress && !ENDED.has(one.state) && progress(one.progress)),
      one.failure && h('div', { class: 'failure', role: 'status' }, h('strong', {}, `${one.failure.code} (${one.failure.category})`), h('span', {}, one.failure.message)),
      tabs(tabList, context.query.tab, (tab) => context.changeQuery({ tab }), 'Parts of the job'),
    ];
  },
};

function progress(now) {
  return h(
    'div',
    { class: 'progress' },
    h('progress', { max: 1, value: now.fraction, 'aria-label': 'Progress' }),
    h('span', {}, `${percent(now.fraction)} of the estimated work`),
    now.remainingMillis ? h('span', { class: 'quiet' }, `about ${duration(now.remainingMillis)} left`) : undefined,
    now.partialCount && h('span', { class: 'quiet' }, `${count(now.partialCount)} so far`),
    now.split && h('span', { class: 'quiet' }, partsText(now.split)),
  );
}

/** How far a job is that several workers compute. */
function partsText({ parts, done, workers, reissued }) {
  const by = workers ? ` by ${count(workers)} ${workers === 1 ? 'worker' : 'workers'}` : '';
  return `${count(done)} of ${count(parts)} parts done${by}${reissued ? `, ${count(reissued)} given out again` : ''}`;
}

/** The same of one that is answered, from its plan. */
function partsOfPlan(plan) {
  return plan['split-parts'] && partsText({ parts: plan['split-parts'], done: plan['split-parts'], workers: Number(plan['split-workers']), reissued: Number(plan['split-reissued']) });
}

function answerTab(one, context) {
  const runOf = one.standing && one.result
    ? h('p', { class: 'quiet' }, `Run ${one.result.run}${one.result.version ? ` on version ${one.result.version}` : ''}. `, context.query.run && link('Show the latest', `#${path('jobs', one.id)}`))
    : undefined;
  if (!one.result) {
    const why = one.resultMissing ?? (ENDED.has(one.state) ? 'The result is not known here.' : 'No answer yet.');
    return [runOf, h('div', { class: 'empty', role: 'status' }, why)];
  }
  return [runOf, answerView(one, context)];
}

function requestTab(one) {
  if (!one.request) {
    return [h('div', { class: 'empty' }, 'The record of the request is gone from the topic.'), offsets(one)];
  }
  const form = formOf(one.request);
  return [
    form && card('The command that asks this again', commandLine(commandOf(form)), form.common.secretHash && h('p', { class: 'quiet' }, 'FILE is a file that holds the secret with which the job is cancelled.')),
    card('The request, as JSON', codeBlock(JSON.stringify(one.request, null, 2), 'The request as JSON')),
    offsets(one),
  ];
}

function offsets(one) {
  const place = (where) => where && `${where.topic}, partition ${where.partition}, offset ${count(where.offset)}`;
  return card('Where its records lie', facts([
    ['Request', place(one.offsets.request) ?? 'not known'],
    ['Result', place(one.offsets.result) ?? 'none'],
    ['Pages of the answer', one.result && count(one.result.pages)],
  ]));
}

function runsTab(one, context) {
  const next = one.nextRun;
  return [
    one.runs.length > 1 && card('Answers of the last runs', runHistory(one.runs, { width: 560, height: 110 })),
    next && h('p', {}, `Next is run ${next.run}, `, next.on === 'time' ? time(next.time) : `on the first version after ${next.afterVersion ?? 'the latest'}`, '.'),
    table(
      [
        { name: 'Run', main: true, cell: (run) => h('a', { href: address(path('jobs', one.id), { run: run.run }) }, run.run) },
        { name: 'State', cell: (run) => badge(run.status) },
        { name: 'Version', number: true, cell: (run) => run.version ?? '–' },
        { name: 'Answer', number: true, cell: (run) => (run.failure ? h('span', { class: 'problem', title: run.failure.message }, run.failure.code) : shortAnswer(run)) },
        { name: 'Computed', number: true, cell: (run) => duration(run.computeMillis) },
        { name: 'Skipped versions', number: true, cell: (run) => count(run.skippedVersions ?? 0) },
        { name: 'Ended', cell: (run) => time(run.ended) },
      ],
      one.runs,
      { key: (run) => run.run, caption: 'Last runs, the newest first', empty: 'No run has ended yet.' },
    ),
  ];
}

async function cancel(one, context) {
  const done = await confirmed(
    {
      title: `Cancel job ${one.id}?`,
      text: one.standing ? 'No further run begins, and one that runs now ends.' : 'It ends without an answer, or with what was proven until then.',
      action: 'Cancel the job',
      danger: true,
      note: 'Reason, repeated in the result',
      secret: one.request?.cancelSecretSha256 && CANCEL_SECRET,
    },
    (reason, secret) => act(`${at('jobs', one.id)}/cancel`, { reason, ...(secret && { secret }) }),
  );
  if (done) {
    say(`Asked job ${one.id} to end.`);
    context.reload();
  }
}
