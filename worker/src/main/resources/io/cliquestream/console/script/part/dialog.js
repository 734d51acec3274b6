// Asks before something is done that cannot be taken back. The browser's own dialog keeps the focus inside, closes
// with Escape and gives the focus back.

import { h } from '../base/dom.js';
import { describe } from './notices.js';

/**
 * Asks, and does it while the dialog is still open, so that a refusal is read where it was asked.
 *
 * @param question title, text, action (the button's word), danger, note: label of a text to give, or undefined;
 *     noteRequired, noteLimit
 * @param act given the note; may throw an error with code and message
 * @return true once it was done, false when it was not wanted
 */
export function confirmed(question, act) {
  return new Promise((resolve) => {
    const note = question.note
      && h('textarea', { id: 'dialog-note', rows: 2, maxlength: question.noteLimit ?? 256, required: question.noteRequired });
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
            await act(note ? note.value.trim() : undefined);
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
