// The worker's events, from one long answer. The browser's EventSource could not send a token, so the few lines that
// the format needs are here. A stream on which nothing comes, not even the worker's comments, counts as lost.

import { API, failure } from './api.js';
import { credentials } from './session.js';

const SILENCE_MILLIS = 15_000;
const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 4_000;

/**
 * Listens until the returned function is called.
 *
 * @param onEvent given the name of an event and its data
 * @param onState given "live", "lost" with the error, or "refused" with the error of a 401
 */
export function listen(onEvent, onState) {
  let ended = false;
  let stream;
  let wait = FIRST_WAIT_MILLIS;
  const run = async () => {
    while (!ended) {
      stream = new AbortController();
      try {
        await follow(stream, onEvent, () => {
          wait = FIRST_WAIT_MILLIS;
          onState('live');
        });
      } catch (error) {
        if (ended) {
          return;
        }
        onState(error.status === 401 ? 'refused' : 'lost', error);
        if (error.status === 401) {
          return;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(2 * wait, LONGEST_WAIT_MILLIS);
    }
  };
  run();
  return () => {
    ended = true;
    stream?.abort();
  };
}

async function follow(stream, onEvent, onOpen) {
  let watch = setTimeout(() => stream.abort(), SILENCE_MILLIS);
  try {
    const response = await fetch(`${API}/events`, {
      headers: { accept: 'text/event-stream', ...credentials() },
      cache: 'no-store',
      signal: stream.signal,
    });
    if (!response.ok) {
      throw failure(response.status, await response.text());
    }
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = parser(onEvent);
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        throw new Error('The worker ended the connection.');
      }
      clearTimeout(watch);
      watch = setTimeout(() => stream.abort(), SILENCE_MILLIS);
      parse(value);
    }
  } finally {
    clearTimeout(watch);
    stream.abort();
  }
}

/** Takes the stream's text piece by piece and gives its events. */
export function parser(onEvent) {
  let rest = '';
  let name = '';
  let data = [];
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line === '') {
        if (name && data.length) {
          onEvent(name, JSON.parse(data.join('\n')));
        }
        [name, data] = ['', []];
      } else if (line.startsWith('event:')) {
        name = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).trimStart());
      }
    }
  };
}
