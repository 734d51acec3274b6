// What a standing job takes besides the options of its kind: what its results hold, and the matches it tells of.
// These are fields of the request itself.

import { choice, flag, number, text, within } from './options.js';
import { keyOf } from './kinds.js';

const LARGEST_LABEL = 2_147_483_647;
const SCOPE_WORDS = { difference: ['--difference'], 'by-vertex': ['--difference-by-vertex'] };
const IDS = /^\d+(\s*,\s*\d+)*$/;
/** Kinds whose matches can be told of one by one. */
const TELLING = new Set(['triangles', 'k-cliques', 'list-cliques', 'match', 'maximal-cliques']);

const scope = {
  ...choice('resultScope', 'Results hold', '', [
    ['whole', 'RESULT_SCOPE_WHOLE', 'the whole answer'],
    ['difference', 'RESULT_SCOPE_DIFFERENCE', 'the figures that changed since the run before'],
    ['by-vertex', 'RESULT_SCOPE_DIFFERENCE_BY_VERTEX', 'the same, and by vertex only what changed'],
  ], 'What the result of a run holds.'),
  words: (value) => SCOPE_WORDS[value] ?? [],
};

const alert = {
  ...flag('alert', 'Alerts', '--alert', 'Tell of every match that appears or vanishes.'),
  write: (request, value) => value && (request.alert ??= {}),
};

const ids = (field, name, word, about) =>
  text(field, name, word, about, {
    placeholder: '7,9',
    check: (value) => (IDS.test(value) ? undefined : `${name} are ids of vertices such as 7,9.`),
    write: (message, value) => (message[field] = parts(value)),
    read: (message) => (message[field] ?? []).join(','),
  });

const details = [
  ids('contains', 'That contain', '--alert-contains', 'Only matches that contain all of these vertices.'),
  ids('touches', 'That touch', '--alert-touches', 'Only matches that contain one of these vertices.'),
  text('labels', 'Labels of vertices', '--alert-labels', 'For this job: a vertex and its label each.', {
    placeholder: '7=1,9=2',
    check: (value) => (parts(value).every((pair) => /^\d+=\d+$/.test(pair) && isLabel(pair.split('=')[1])) ? undefined : 'Labels are vertices and numbers such as 7=1,9=2.'),
    write: (message, value) => {
      const pairs = parts(value).map((pair) => pair.split('='));
      Object.assign(message, { labelled: pairs.map(([vertex]) => vertex), labels: pairs.map(([, label]) => Number(label)) });
    },
    read: (message) => (message.labelled ?? []).map((vertex, i) => `${vertex}=${message.labels?.[i] ?? 0}`).join(','),
  }),
  number('label', 'With the label', '--alert-label', 'Only matches of which one vertex has this label.', {
    maximum: LARGEST_LABEL,
    read: (message) => (message.label === undefined ? '' : String(message.label)),
  }),
  text('patternLabels', 'Labels of the pattern', '--alert-pattern-labels', 'Labels that vertices 0, 1, … of the pattern must match; * is any.', {
    placeholder: '4,*,7',
    check: (value) => (parts(value).every((label) => label === '*' || isLabel(label)) ? undefined : 'Labels of a pattern are numbers or *, such as 4,*,7.'),
    write: (message, value) => {
      message.patternLabels = parts(value).flatMap((label, vertex) => (label === '*' ? [] : [{ vertex, label: Number(label) }]));
    },
    read: (message) => {
      const labels = [];
      for (const { vertex = 0, label = 0 } of message.patternLabels ?? []) {
        labels[vertex] = label;
      }
      return Array.from(labels, (label) => label ?? '*').join(',');
    },
  }),
  number('limit', 'Most told one by one', '--alert-limit', 'Matches of one version; beyond them their numbers. 1,000 when empty.', { minimum: 1, maximum: 100_000, quoted: true }),
  choice('start', 'At the first run', '--alert-start', [['none', 'ALERT_START_NONE', 'nothing is told'], ['all', 'ALERT_START_ALL', 'all matches are told of']], 'What is told of matches that are there already.'),
  number('threshold', 'Threshold', '--alert-threshold', 'Tell when the number of matches comes to this, and when it falls below, instead.', { minimum: 1, quoted: true }),
].map((option) => within('alert', option));

const ALL = [scope, alert, ...details];

/** What an empty form holds. */
export const STANDING = Object.fromEntries(ALL.map((option) => [keyOf(option), option.initial]));

/** The options that count for a kind of job with these values; none of a job that runs once. */
export function standingOptions(kindId, trigger, values) {
  if (trigger === 'once') {
    return [];
  }
  return TELLING.has(kindId) ? [scope, alert, ...(values.alert ? details : [])] : [scope];
}

/** Reads them out of a request. */
export function readStanding(request) {
  return Object.fromEntries(ALL.map((option) => [keyOf(option), option.read(request)]));
}

function parts(text) {
  return text.split(',').map((part) => part.trim());
}

function isLabel(text) {
  return /^\d+$/.test(text) && Number(text) <= LARGEST_LABEL;
}
