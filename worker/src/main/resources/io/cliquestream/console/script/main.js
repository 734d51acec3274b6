// Starts the console: who asks, what happens, and the view that the address names.

import { forgetWorkers, heardOf, rememberWorkers, watchForAbsence } from './app/absence.js';
import { read } from './app/api.js';
import { listen } from './app/events.js';
import { askForToken } from './app/login.js';
import { startRouter } from './app/router.js';
import { forgetToken, token } from './app/session.js';
import { happened, reload, setCommon, show } from './app/shell.js';
import { applyTheme, chooseTheme, theme } from './app/theme.js';
import { routes } from './app/views.js';
import { keepHistory } from './app/history.js';
import { chooseTimeStyle, timeStyle } from './base/time.js';
import { sayFailure } from './part/notices.js';

const element = (id) => document.getElementById(id);

applyTheme();
const themeChoice = element('theme');
themeChoice.value = theme();
themeChoice.onchange = () => chooseTheme(themeChoice.value);
const timeChoice = element('times');
timeChoice.value = timeStyle();
timeChoice.onchange = () => chooseTimeStyle(timeChoice.value);

const menu = element('menu');
const views = element('views');
const openMenu = (open) => {
  menu.setAttribute('aria-expanded', String(open));
  views.classList.toggle('views-open', open);
};
menu.onclick = () => openMenu(menu.getAttribute('aria-expanded') !== 'true');
element('skip').onclick = (event) => {
  event.preventDefault();
  element('main').focus();
};
element('leave').onclick = () => {
  forgetToken();
  location.reload();
};

/** How long a tab that nobody sees keeps its stream: browsers open few connections to one host. */
const HIDDEN_MILLIS = 20_000;

let lostAt;
let stop = () => {};
let hiding;

startRouter(routes, (at) => {
  openMenu(false);
  show(at);
});
connect();

addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) {
    hiding = setTimeout(() => {
      stop?.();
      stop = undefined;
      forgetWorkers();
    }, HIDDEN_MILLIS);
  } else if (!stop) {
    connect();
  }
});

async function connect() {
  stop?.();
  try {
    await greet();
  } catch (error) {
    if (error.status === 401) {
      await login(error);
      return;
    }
    linkState('lost', error);
  }
  stop = listen(onEvent, onState);
}

/** Asks who one is, and for what the stream tells only when it changes. */
async function greet() {
  const access = await read('/access');
  setCommon({ access });
  element('asker').textContent = `${access.name} · ${access.role === 'operator' ? 'operator' : 'viewer: looks, does not act'}`;
  element('leave').hidden = !token();
  await Promise.allSettled([read('/overview').then((now) => onEvent('overview', now)), rememberWorkers()]);
}

async function login(error) {
  await askForToken(token() ? error : undefined);
  reload();
  connect();
}

function onState(state, error) {
  if (state === 'refused') {
    login(error);
  } else {
    linkState(state, error);
  }
}

function linkState(state, error) {
  const live = state === 'live';
  const link = element('link');
  link.className = `link-state link-${state}`;
  link.textContent = live ? 'Live' : 'Lost';
  document.body.classList.toggle('stale', !live);
  if (live) {
    if (lostAt) {
      lostAt = undefined;
      greet().catch(() => {});
    }
    element('lost').textContent = '';
  } else {
    lostAt ??= Date.now();
    element('lost').textContent = `This worker has not answered since ${new Date(lostAt).toLocaleTimeString()}. What you see is from then; trying again. (${error.message})`;
  }
}

function onEvent(name, data) {
  if (name === 'overview') {
    keepHistory(data);
    setCommon({ overview: data });
    element('worker').textContent = data.worker;
    element('group').textContent = data.group;
  } else if (name === 'worker') {
    heardOf(data);
  }
  happened(name, data);
}

watchForAbsence(
  () => !lostAt,
  (id) => {
    sayFailure(`Worker ${id} is silent.`, new Error('It was not heard of for more than 10 s. Its partitions go to the others of its group.'));
    reload();
  },
);
