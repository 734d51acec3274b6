// Asks before something is done that cannot be taken back. The browser's own dialog keeps the focus inside, closes
// with Escape and gives the focus back.

import { h } from '../base/dom.js';
import { describe } from './notices.js';

/** Label of the secret of a job that was submitted with one. */
export const CANCEL_SECRET = 'Its cancel secret; without it only a worker that is trusted to cancel any job ends it';

/**
 * Asks, and does it while the dialog is still open, so that a refusal is read where it was asked.
 *
 * @param question title, text, action (the button's word), danger, note: label of a text to give, or undefined;
 *     noteRequired, noteLimit; secret: label of a secret to give, or undefined
 * @param act given the note and the secret; may throw an error with code and message
 * @return true once it was done, false when it was not wanted
 */
export function confirmed(question, act) {
  return new Promise((resolve) => {
    const note = question.note
      && h('textarea', { id: 'dialog-note', rows: 2, maxlength: question.noteLimit ?? 256, required: question.noteRequired });
    const secret = question.secret && h('input', { type: 'password', id: 'dialog-secret', maxlength: 256, autocomplete: 'off' });
    const problem = h('p', { class: 'problem', role: 'alert' });
    const doIt = h('button', { type: 'submit', class: question.danger ? 'danger' : 'primary' }, question.action);
    const cancel = h('button', { type: 'button', onclick: () => dialog.close() }, 'Go back');
    const form = h(
      'form',
      {
        method: 'dialog',
        onsubmit: async (event) => {
          event.preventDefault();
          doIt.disabled = true;
          try {
            await act(note ? note.value.trim() : undefined, secret ? secret.value : undefined);
            done = true;
            dialog.close();
          } catch (error) {
            problem.textContent = describe(error);
            doIt.disabled = false;
          }
        },
      },
      h('h2', { id: 'dialog-title' }, question.title),
      h('p', {}, question.text),
      note && h('label', { for: 'dialog-note', class: 'field' }, h('span', {}, question.note), note),
      secret && h('label', { for: 'dialog-secret', class: 'field' }, h('span', {}, question.secret), secret),
      problem,
      h('div', { class: 'dialog-actions' }, cancel, doIt),
    );
    let done = false;
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title', class: 'dialog' }, form);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(done);
    });
    document.body.append(dialog);
    dialog.showModal();
    (note || cancel).focus();
  });
}
