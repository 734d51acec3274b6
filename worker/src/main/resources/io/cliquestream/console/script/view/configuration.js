// Every setting of the worker that is asked, and where its value came from.

import { read } from '../app/api.js';
import { h } from '../base/dom.js';
import { choiceFilter, textFilter } from '../part/filters.js';
import { heading } from '../part/parts.js';
import { table } from '../part/table.js';

export const configuration = {
  title: () => 'Configuration',
  load: ({ signal }) => read('/configuration', {}, signal),
  render: ({ worker, items }, context) => {
    const { text = '', source = '' } = context.query;
    const wanted = text.toLowerCase();
    const shown = items.filter(
      (item) => (!wanted || `${item.name} ${item.description} ${item.value}`.toLowerCase().includes(wanted)) && (!source || (source === 'given' ? item.source !== 'default' : item.source === source)),
    );
    return [
      heading('Configuration', { about: `Of worker ${worker}. A value comes from the default, then the properties file, then the environment, then a flag.` }),
      h(
        'form',
        { class: 'filters', role: 'search', 'aria-label': 'Filter settings', onsubmit: (event) => event.preventDefault() },
        textFilter('Text', 'text', context, { placeholder: 'name or meaning' }),
        choiceFilter('From', 'source', [['given', 'not the default'], ['properties file', 'properties file'], ['environment', 'environment'], ['flag', 'flag']], context),
      ),
      h('p', { class: 'quiet', role: 'status' }, `${shown.length} of ${items.length} settings`),
      table(
        [
          { name: 'Setting', main: true, cell: (item) => h('span', { class: 'mono' }, item.name) },
          { name: 'Value', cell: (item) => (item.value === '' ? h('span', { class: 'quiet' }, 'empty') : h('span', { class: 'mono' }, item.value)) },
          { name: 'From', cell: (item) => (item.source === 'default' ? h('span', { class: 'quiet' }, 'default') : h('strong', {}, item.source)) },
          { name: 'Default', cell: (item) => h('span', { class: 'mono quiet' }, item.default) },
          { name: 'Meaning', cell: (item) => item.description },
        ],
        shown,
        { key: (item) => item.name, caption: 'Settings by name', empty: 'No setting fits.' },
      ),
    ];
  },
};
