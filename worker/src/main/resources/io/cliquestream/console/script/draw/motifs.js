// The motifs of answers by their names: edges of those with 3 to 5 vertices as the contract names them, and the
// canonical code of those with 6 (docs/patterns.md). "0-1,0-2" reads as two edges.

const NAMED = {
  wedge: '0-1,0-2',
  triangle: '0-1,1-2,2-0',
  '3-star': '0-1,0-2,0-3',
  '4-path': '0-1,1-2,2-3',
  '4-cycle': '0-1,1-2,2-3,3-0',
  'tailed-triangle': '0-1,1-2,2-0,0-3',
  diamond: '0-1,0-2,1-2,0-3,1-3',
  '4-clique': '0-1,0-2,0-3,1-2,1-3,2-3',
  '4-star': '0-1,0-2,0-3,0-4',
  fork: '0-1,0-2,0-3,3-4',
  '5-path': '0-1,1-2,2-3,3-4',
  '5-cycle': '0-1,1-2,2-3,3-4,4-0',
  banner: '0-1,1-2,2-3,3-0,0-4',
  bull: '0-1,1-2,2-0,0-3,1-4',
  cricket: '0-1,1-2,2-0,0-3,0-4',
  'long-tailed-triangle': '0-1,1-2,2-0,0-3,3-4',
  house: '0-1,1-2,2-3,3-4,4-0,0-2',
  butterfly: '0-1,1-2,2-0,0-3,3-4,4-0',
  dart: '0-1,0-2,1-2,0-3,1-3,0-4',
  kite: '0-1,0-2,1-2,0-3,1-3,2-4',
  '2-3-biclique': '0-2,0-3,0-4,1-2,1-3,1-4',
  gem: '0-1,0-2,0-3,0-4,1-2,2-3,3-4',
  '3-book': '0-1,0-2,0-3,0-4,1-2,1-3,1-4',
  'tailed-4-clique': '0-1,0-2,0-3,1-2,1-3,2-3,0-4',
  '4-wheel-minus-spoke': '0-2,0-3,0-4,1-2,1-3,1-4,2-3',
  '4-wheel': '0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3',
  '5-clique-minus-wedge': '0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4',
  '5-clique-minus-edge': '0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4,2-4',
  '5-clique': '0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4',
};

/** The motif of a name as {size, edges}; undefined for a name that is not known. */
export function motif(name) {
  const text = NAMED[name];
  if (text) {
    const edges = text.split(',').map((edge) => edge.split('-').map(Number));
    return { size: 1 + Math.max(...edges.flat()), edges };
  }
  const code = /^(\d):([0-9a-f]+)$/.exec(name);
  return code ? decoded(Number(code[1]), Number.parseInt(code[2], 16)) : undefined;
}

/** Bits (0,1), (0,2), (1,2), (0,3), … of the adjacency, the first the most significant. */
function decoded(size, code) {
  const edges = [];
  let bit = (size * (size - 1)) / 2;
  for (let to = 1; to < size; to++) {
    for (let from = 0; from < to; from++) {
      bit--;
      if ((code >> bit) & 1) {
        edges.push([from, to]);
      }
    }
  }
  return { size, edges };
}
