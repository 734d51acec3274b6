// Asks for the token that the worker wants to see.

import { h } from '../base/dom.js';
import { describe } from '../part/notices.js';
import { read } from './api.js';
import { forgetToken, keepToken } from './session.js';

let open;

/** Asks until the worker takes a token; several who ask at once share one dialog. */
export function askForToken(refused) {
  return (open ??= ask(refused).finally(() => {
    open = undefined;
  }));
}

function ask(refused) {
  return new Promise((resolve) => {
    const field = h('input', { id: 'token', type: 'password', required: true, autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'token-help' });
    const problem = h('p', { class: 'problem', role: 'alert' }, refused && 'That token was refused; it may have been changed.');
    const form = h(
      'form',
      {
        onsubmit: async (event) => {
          event.preventDefault();
          keepToken(field.value.trim());
          try {
            await read('/access');
            dialog.close();
            dialog.remove();
            resolve();
          } catch (error) {
            forgetToken();
            problem.textContent = error.status === 401 ? 'The worker does not know this token.' : describe(error);
            field.select();
          }
        },
      },
      h('h2', { id: 'login-title' }, 'Sign in'),
      h('label', { class: 'field', for: 'token' }, h('span', {}, 'Token'), field),
      h('p', { class: 'field-help', id: 'token-help' }, 'The worker asks for a token, as docs/security.md describes. This tab keeps it until it is closed.'),
      problem,
      h('div', { class: 'dialog-actions' }, h('button', { type: 'submit', class: 'primary' }, 'Sign in')),
    );
    const dialog = h('dialog', { class: 'dialog', id: 'login', 'aria-labelledby': 'login-title', oncancel: (event) => event.preventDefault() }, form);
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
}
