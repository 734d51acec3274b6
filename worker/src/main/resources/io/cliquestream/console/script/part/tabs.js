// Tabs after the ARIA practice: one of them is in the order of focus, arrows, Home and End move among them.

import { h } from '../base/dom.js';

/**
 * @param tabs [{id, name, content: () => node}]
 * @param chosen id of the open one
 * @param choose called with the id of another
 */
export function tabs(tablist, chosen, choose, label) {
  const open = tablist.find((tab) => tab.id === chosen) ?? tablist[0];
  return h(
    'div',
    { class: 'tabs' },
    h(
      'div',
      { role: 'tablist', 'aria-label': label },
      tablist.map((tab) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `tab-${tab.id}`,
            key: tab.id,
            'aria-selected': String(tab === open),
            'aria-controls': 'tab-panel',
            tabindex: tab === open ? 0 : -1,
            onclick: () => choose(tab.id),
            onkeydown: (event) => move(event, tablist, tab, choose),
          },
          tab.name,
        ),
      ),
    ),
    h(
      'div',
      { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': `tab-${open.id}`, tabindex: 0, key: `panel-${open.id}` },
      open.content(),
    ),
  );
}

function move(event, tablist, tab, choose) {
  const at = tablist.indexOf(tab);
  const last = tablist.length - 1;
  const target = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (target === undefined) {
    return;
  }
  event.preventDefault();
  const id = tablist[target].id;
  document.getElementById(`tab-${id}`)?.focus();
  choose(id);
}
