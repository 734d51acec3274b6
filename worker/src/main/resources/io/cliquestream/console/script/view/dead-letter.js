// One dead letter: its cause, its headers and what it holds; written again or done with.

import { act, at, read } from '../app/api.js';
import { h } from '../base/dom.js';
import { bytes, count } from '../base/format.js';
import { time } from '../base/time.js';
import { confirmed } from '../part/dialog.js';
import { say } from '../part/notices.js';
import { badge, button, card, codeBlock, facts, heading } from '../part/parts.js';
import { table } from '../part/table.js';

export const deadLetter = {
  title: ({ parameters }) => `Dead letter ${parameters.position}`,
  events: ['dead-letter'],
  concerns: (shown, name, data) => data.position === shown.at.parameters.position,
  load: ({ parameters, signal }) => read(at('dead-letters', parameters.position), {}, signal),
  render(letter, context) {
    const open = letter.state === 'open';
    return [
      heading(`Dead letter ${letter.position}`, {
        crumbs: [['Dead letters', '#/dead-letters']],
        actions: [
          button(open ? 'Replay …' : 'Replay again …', () => replay(letter, context), { style: 'primary', disabled: !context.mayAct || !letter.whole }),
          open && button('Discard …', () => discard(letter, context), { style: 'danger', disabled: !context.mayAct }),
        ],
      }),
      h('div', { class: 'failure', role: 'status' }, h('strong', {}, `${letter.cause.code} (${letter.cause.category})`), h('span', {}, letter.cause.message)),
      card(undefined, facts([
        ['State', badge(letter.state)],
        ['When', time(letter.time)],
        ['From', letter.original && `${letter.original.topic}, partition ${letter.original.partition}, offset ${count(letter.original.offset)}`],
        ['Size', bytes(letter.bytes)],
        ['Key', letter.key ?? 'none'],
        ['Tenant', letter.tenant],
        ['Whole record kept', letter.whole ? 'yes' : 'no: it cannot be replayed'],
      ])),
      letter.decision && card('Decision', facts([
        ['By', letter.decision.by],
        ['When', time(letter.decision.time)],
        ['Note', letter.decision.note || 'none'],
      ])),
      payload(letter.payload),
      card(
        'Headers',
        table(
          [
            { name: 'Name', main: true, cell: (header) => header.name },
            { name: 'Value', cell: (header) => h('span', { class: 'mono' }, header.value ?? 'none') },
          ],
          letter.headers,
          { key: (header) => header.name, caption: 'Headers', empty: 'The record has no headers.' },
        ),
      ),
    ];
  },
};

function payload({ encoding, text, message, truncated }) {
  const title = { json: `Payload, decoded${message ? ` as ${message}` : ''}`, text: 'Payload, as text', base64: 'Payload, in base 64: it is too large, or no record of its topic', none: 'Payload' }[encoding];
  return card(
    title,
    text ? codeBlock(encoding === 'json' ? pretty(text) : text, title) : h('p', { class: 'quiet' }, 'The record has no value.'),
    truncated && h('p', { class: 'quiet' }, 'Only its beginning is shown.'),
  );
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // cut short, perhaps
  }
}

async function replay(letter, context) {
  const again = letter.state !== 'open';
  const done = await confirmed(
    {
      title: `Replay dead letter ${letter.position}?`,
      text: `The record is written to ${letter.original?.topic ?? 'its topic'} again, with its key, value and headers.${again ? ` It was ${letter.state} before.` : ''}`,
      action: 'Write it again',
      note: 'Note, kept with the record',
    },
    (note) => act(`${at('dead-letters', letter.position)}/replay`, { note, ...(again && { again }) }),
  );
  if (done) {
    say(`Dead letter ${letter.position} was written again.`);
    context.reload();
  }
}

async function discard(letter, context) {
  const done = await confirmed(
    {
      title: `Discard dead letter ${letter.position}?`,
      text: 'It is marked as done with, and lists of open ones leave it out. The record itself stays on its topic.',
      action: 'Discard it',
      danger: true,
      note: 'Why, kept with the mark',
    },
    (note) => act(`${at('dead-letters', letter.position)}/discard`, { note }),
  );
  if (done) {
    say(`Dead letter ${letter.position} was discarded.`);
    context.reload();
  }
}
