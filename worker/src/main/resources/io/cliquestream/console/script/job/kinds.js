// The kinds of job and their options, as the contract has them (proto, job.proto) and as `submit` takes them.

import { readPattern } from './pattern.js';
import { advanced, choice, flag, number, text, tuning, within } from './options.js';

const ORDERINGS = [
  ['auto', 'ORDERING_CHOSEN', 'the planner chooses'],
  ['degree', 'ORDERING_DEGREE', 'by degree'],
  ['degeneracy', 'ORDERING_DEGENERACY', 'by degeneracy'],
];

const ordering = advanced(choice('ordering', 'Ordering', '--ordering', ORDERINGS, 'Order of the orientation.'));

/** "At most so many" that also asks for the list itself. */
const listed = (what) =>
  number('limit', `List ${what}`, '--limit', `List the ${what}, at most so many; empty counts only.`, {
    minimum: 1,
    placeholder: 'count only',
    write: (message, value) => value !== '' && Object.assign(message, { list: true, limit: String(value) }),
    read: (message) => (message.list ? String(message.limit && message.limit !== '0' ? message.limit : 1000) : ''),
  });

const cliqueSizes = text('sizes', 'Sizes', '--k', 'A number, a range such as 3..10, or all for every size in one run.', {
  required: true,
  initial: '3..6',
  placeholder: '3..10',
  check: (value) => {
    const range = /^(\d+)(?:\.\.(\d+))?$/.exec(value);
    const good = value === 'all' || (range && Number(range[1]) >= 1 && Number(range[2] ?? range[1]) >= Number(range[1]));
    return good ? undefined : 'Sizes are a number from 1, a range such as 3..10, or all.';
  },
  write: (message, value) => {
    if (value === 'all') {
      message.allK = true;
    } else {
      const [smallest, largest] = value.split('..').map(Number);
      Object.assign(message, { smallestK: smallest, largestK: largest ?? smallest });
    }
  },
  read: (message) => {
    const [smallest, largest] = [message.smallestK ?? 0, message.largestK || message.smallestK || 0];
    return message.allK ? 'all' : smallest === largest ? String(smallest) : `${smallest}..${largest}`;
  },
});

const estimatedSizes = {
  ...cliqueSizes,
  about: 'A number, or a range such as 8..20 of at most 64 sizes.',
  initial: '8',
  placeholder: '8..20',
  check: (value) => (value === 'all' ? 'An estimate is of one size or of a range.' : cliqueSizes.check(value)),
};

const pattern = text('edges', 'Pattern', '--pattern', 'A connected graph on 2 to 8 vertices, as its edges.', {
  required: true,
  drawn: true,
  initial: '0-1,1-2,2-3,3-0',
  placeholder: '0-1,1-2,2-0',
  check: (value) => {
    const { error } = readPattern(value);
    return error && `The pattern: ${error}.`;
  },
  write: (message, value) => {
    message.edges = readPattern(value).edges.map(([from, to]) => ({ from, to }));
  },
  read: (message) => (message.edges ?? []).map(({ from = 0, to = 0 }) => `${from}-${to}`).join(','),
});

const planOrder = advanced(
  within('plan', text('order', 'Order', '--order', "The pattern's vertices in the order in which they are bound; the planner's when empty.", {
    placeholder: '0,2,1',
    check: (value) => (/^\d+(\s*,\s*\d+)*$/.test(value) ? undefined : 'The order is vertices such as 0,2,1.'),
    write: (message, value) => {
      message.order = value.split(',').map(Number);
    },
    read: (message) => (message.order ?? []).join(','),
  })),
);

const restrictions = advanced(
  within('plan', text('restrictions', 'Restrictions', '--restrictions', "What breaks the pattern's symmetries: none (counts are divided), or pairs such as 0>1,0>2; the planner's when empty.", {
    placeholder: '0>1,0>2',
    check: (value) => (/^(none|\d+>\d+(,\d+>\d+)*)$/.test(value) ? undefined : 'Restrictions are none, or pairs such as 0>1,0>2.'),
    write: (message, value) => {
      message.symmetry = value === 'none' ? 'SYMMETRY_BREAKING_NONE' : 'SYMMETRY_BREAKING_GIVEN';
      if (value !== 'none') {
        message.restrictions = value.split(',').map((pair) => ({ larger: Number(pair.split('>')[0]), smaller: Number(pair.split('>')[1]) }));
      }
    },
    read: (message) =>
      message.symmetry === 'SYMMETRY_BREAKING_NONE'
        ? 'none'
        : (message.restrictions ?? []).map(({ larger = 0, smaller = 0 }) => `${larger}>${smaller}`).join(','),
  })),
);

const breadthFirst = [
  number('seeds', 'Seeds', '--seeds', 'Vertices that a multi-run heuristic starts from; empty: all.'),
  choice('orientation', 'Orientation', '--orientation', [['degree', 'CLIQUE_ORIENTATION_DEGREE', 'the end of smaller degree'], ['index', 'CLIQUE_ORIENTATION_INDEX', 'the end of smaller id']], 'Which end keeps an edge.'),
  choice('subLists', 'Sub-lists', '--sub-lists', [['rising', 'SUB_LIST_ORDER_RISING_DEGREE', 'rising degree'], ['falling', 'SUB_LIST_ORDER_FALLING_DEGREE', 'falling degree'], ['unsorted', 'SUB_LIST_ORDER_UNSORTED', 'by id']], 'Order inside a sub-list.'),
  flag('coreBounds', 'Core bounds', '--core-bounds', 'Prune by core numbers instead of degrees.'),
  number('window', 'Window', '--window', 'Entries of the 2-clique list searched at a time; empty: what memory holds.'),
  choice('windowOrder', 'Window order', '--window-order', [['descending', 'WINDOW_ORDER_DESCENDING', 'falling degree'], ['ascending', 'WINDOW_ORDER_ASCENDING', 'rising degree'], ['index', 'WINDOW_ORDER_INDEX', 'by id']], 'Sub-lists by the degree of their source.'),
  number('windowsAtOnce', 'Windows at once', '--windows-at-once', 'More than 1: a window on each of so many blocks.'),
  number('colorFrom', 'Colour from', '--color-from', 'Colour sub-lists of so many vertices or more, to prune by it.'),
  flag('noPruning', 'No pruning', '--no-pruning', 'Expand everything, whatever bounds say, for comparison.'),
].map((option) => advanced({ ...within('breadthFirst', option), group: 'Of the breadth-first search' }));

const enumeration = tuning('Choices of the enumeration that are forced, such as balance=3 (by weight) or lists-only=1; they change the time, never the answer.');

/** Every kind, in the order of the contract. */
export const KINDS = [
  {
    id: 'triangles',
    field: 'triangleCount',
    name: 'Triangles',
    about: 'Counts triangles, in total and on request per vertex and per edge.',
    sign: [3, [[0, 1], [1, 2], [0, 2]]],
    options: [
      flag('perVertex', 'Per vertex', '--per-vertex', 'Also the triangles through each vertex.'),
      flag('perEdge', 'Per edge', '--per-edge', 'Also the triangles through each edge.'),
      flag('clustering', 'Clustering', '--clustering', 'Also local clustering coefficients, their average, and the transitivity.'),
      ordering,
      advanced(choice('method', 'Method', '--method', [
        ['auto', 'TRIANGLE_METHOD_CHOSEN', 'the planner chooses'],
        ['wedges', 'TRIANGLE_METHOD_WEDGES', "prefixes against their owner's bitmap"],
        ['merge', 'TRIANGLE_METHOD_MERGE', 'two pointers an edge'],
        ['hash', 'TRIANGLE_METHOD_HASH', 'hashing per vertex'],
        ['hash-in-degree', 'TRIANGLE_METHOD_HASH_IN_DEGREE', 'hashing, renumbered by in-degree'],
        ['hash-collective', 'TRIANGLE_METHOD_HASH_COLLECTIVE', 'hashing, renumbered by collective out-degree'],
      ], 'How the total is counted; an engine that has not the method refuses the job.')),
      tuning("Choices of the kernel's plan that are forced, such as core=0 slices=8; they change the time, never the count."),
    ],
  },
  {
    id: 'k-cliques',
    field: 'kCliqueCount',
    name: 'k-cliques',
    about: 'Counts k-cliques for one k, a range of k, or every k in one run.',
    sign: [4, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]],
    options: [
      cliqueSizes,
      flag('perVertex', 'Per vertex', '--per-vertex', 'Also the cliques through each vertex; one k only.'),
      flag('perEdge', 'Per edge', '--per-edge', 'Also the cliques through each edge; one k only.'),
      advanced(choice('method', 'Method', '--method', [
        ['auto', 'K_CLIQUE_METHOD_CHOSEN', 'the planner chooses'],
        ['orientation', 'K_CLIQUE_METHOD_ORIENTATION', 'along an orientation'],
        ['pivoting', 'K_CLIQUE_METHOD_PIVOTING', 'by pivots'],
      ], 'How subtrees are counted.')),
      ordering,
      tuning("Choices of the kernel's plan that are forced, such as edges=1 group=8; they change the time, never the count."),
    ],
  },
  {
    id: 'max-clique',
    field: 'maximumClique',
    name: 'Maximum clique',
    about: 'Finds a maximum clique, or all of them.',
    sign: [6, [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4], [4, 5]]],
    options: [
      flag('all', 'All of them', '--all', 'Every maximum clique: the exact number, and a list.'),
      number('limit', 'Most listed', '--limit', 'At most so many cliques are listed; the number is exact all the same.', { minimum: 1, placeholder: '1000', quoted: true }),
      advanced(choice('heuristic', 'Heuristic', '--heuristic', [
        ['auto', 'GREEDY_HEURISTIC_CHOSEN', 'the engine chooses'],
        ['none', 'GREEDY_HEURISTIC_NONE', 'none'],
        ['single-degree', 'GREEDY_HEURISTIC_SINGLE_RUN_DEGREE', 'one run, by degree'],
        ['single-core', 'GREEDY_HEURISTIC_SINGLE_RUN_CORE', 'one run, by core number'],
        ['multi-degree', 'GREEDY_HEURISTIC_MULTI_RUN_DEGREE', 'many runs, by degree'],
        ['multi-core', 'GREEDY_HEURISTIC_MULTI_RUN_CORE', 'many runs, by core number'],
      ], 'The greedy search that gives the first lower bound.')),
      advanced(choice('search', 'Search', '--search', [
        ['auto', 'CLIQUE_SEARCH_CHOSEN', 'the engine chooses'],
        ['depth-first', 'CLIQUE_SEARCH_DEPTH_FIRST', 'branch and bound with colours'],
        ['breadth-first', 'CLIQUE_SEARCH_BREADTH_FIRST', "levels of a clique list; the GPU's"],
        ['vertex-cover', 'CLIQUE_SEARCH_VERTEX_COVER', 'vertex covers, for dense graphs'],
        ['symmetry', 'CLIQUE_SEARCH_SYMMETRY', 'one branch for each orbit at first'],
      ], 'How the clique is searched for.')),
      ...breadthFirst,
    ],
  },
  {
    id: 'maximal-cliques',
    field: 'maximalCliques',
    name: 'Maximal cliques',
    about: 'Counts maximal cliques by size, and lists them on request.',
    sign: [5, [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [2, 4]]],
    options: [
      number('minimumSize', 'Smallest size', '--minimum-size', 'Smallest clique counted and listed.', { minimum: 1, placeholder: '1' }),
      listed('cliques'),
    ],
  },
  {
    id: 'motifs',
    field: 'motifCensus',
    name: 'Motif census',
    about: 'Counts the connected vertex-induced subgraphs of one size by shape.',
    sign: [4, [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]],
    options: [
      number('size', 'Vertices', '--size', 'Vertices of a motif: 3 to 7.', { minimum: 3, maximum: 7, required: true, initial: '4' }),
      advanced(choice('method', 'Method', '--method', [
        ['auto', 'MOTIF_METHOD_CHOSEN', 'the planner chooses'],
        ['formulas', 'MOTIF_METHOD_FORMULAS', 'formulas; 3 to 6 vertices'],
        ['plans', 'MOTIF_METHOD_PLANS', 'a matching plan for each motif'],
        ['subgraphs', 'MOTIF_METHOD_SUBGRAPHS', 'every subgraph visited; GPU'],
      ], 'How motifs are counted.')),
      enumeration,
    ],
  },
  {
    id: 'match',
    field: 'patternMatch',
    name: 'Pattern match',
    about: 'Counts the subgraphs that match a pattern, and lists them on request.',
    sign: [5, [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4], [0, 2]]],
    options: [
      pattern,
      choice('induced', 'Induced by', '--induced', [
        ['edge', 'INDUCED_BY_EDGES', 'further edges among the matched vertices are allowed'],
        ['vertex', 'INDUCED_BY_VERTICES', 'no further edges among them'],
      ], 'Whether a match may have more edges than the pattern.'),
      listed('matches'),
      planOrder,
      restrictions,
      enumeration,
    ],
  },
  {
    id: 'list-cliques',
    field: 'cliqueListing',
    name: 'Clique listing',
    about: 'Lists k-cliques.',
    sign: [3, [[0, 1], [1, 2], [0, 2]]],
    options: [
      number('k', 'Size', '--k', 'Vertices of a clique.', { minimum: 1, required: true, initial: '4' }),
      number('limit', 'Most listed', '--limit', 'At most so many cliques.', { minimum: 1, placeholder: '1000', quoted: true }),
    ],
  },
  {
    id: 'clique-estimate',
    field: 'cliqueEstimate',
    name: 'Clique estimate',
    about: 'Estimates the numbers of k-cliques, with an interval that holds the exact one.',
    sign: [4, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]],
    options: [
      estimatedSizes,
      number('samples', 'Samples', '--samples', 'Paths drawn for each size.', { minimum: 1, placeholder: '1000000' }),
      text('confidence', 'Confidence', '--confidence', 'Probability with which an interval holds the exact count.', {
        placeholder: '0.95',
        check: (value) => (Number(value) >= 0.5 && Number(value) < 1 ? undefined : 'The confidence is at least 0.5 and below 1.'),
        write: (message, value) => {
          message.confidence = Number(value);
        },
        read: (message) => (message.confidence ? String(message.confidence) : ''),
      }),
      number('seed', 'Seed', '--seed', 'Of the random numbers.', { minimum: 0, quoted: true, placeholder: '0' }),
    ],
  },
  {
    id: 'core-numbers',
    field: 'coreDecomposition',
    name: 'Core numbers',
    about: 'Tells the degeneracy, and how many vertices have each core number.',
    sign: [5, [[0, 1], [0, 2], [1, 2], [2, 3], [3, 4]]],
    options: [flag('perVertex', 'By vertex', '--per-vertex', 'Also the core number of each vertex.')],
  },
];

/** The kind of a name. */
export function kindOf(id) {
  return KINDS.find((kind) => kind.id === id);
}

/** Key of an option's value in the form. */
export function keyOf(option) {
  return option.key ?? option.field;
}
