// What runs: versions of the worker that is asked.

import { API, read } from '../app/api.js';
import { card, facts, heading, link } from '../part/parts.js';

export const build = {
  title: () => 'Build',
  load: ({ signal }) => read('/build', {}, signal),
  render: (now) => [
    heading('Build'),
    card(undefined, facts([
      ['Cliquestream', now.version],
      ['Commit', now.commit],
      ['Java', now.java],
      ['System', now.os],
      ['Engine', now.engine],
      ['Device', now.device ?? 'none'],
      ['API', link('openapi.yaml', `${API}/openapi.yaml`)],
    ])),
    card('Libraries', facts(Object.entries(now.libraries))),
  ],
};
