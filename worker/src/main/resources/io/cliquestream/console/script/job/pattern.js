// Reads a pattern as it is typed, by the contract's rules: a connected simple graph on 2 to 8 vertices, numbered
// from 0 without gaps.

const MOST_VERTICES = 8;

/** @return {size, edges} or {error}: a sentence that says what is wrong */
export function readPattern(text) {
  const edges = [];
  const seen = new Set();
  for (const part of text.split(',')) {
    const match = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(part);
    if (!match) {
      return { error: part.trim() ? `“${part.trim()}” is not an edge like 0-1` : 'an edge is missing', edges, size: sizeOf(edges) };
    }
    const [a, b] = [Number(match[1]), Number(match[2])];
    if (Math.max(a, b) >= MOST_VERTICES) {
      return { error: `vertex ${Math.max(a, b)} is not between 0 and ${MOST_VERTICES - 1}`, edges, size: sizeOf(edges) };
    }
    if (a === b) {
      return { error: `vertex ${a} has an edge to itself`, edges, size: sizeOf(edges) };
    }
    const key = a < b ? `${a}-${b}` : `${b}-${a}`;
    if (!seen.has(key)) {
      seen.add(key);
      edges.push([Math.min(a, b), Math.max(a, b)]);
    }
  }
  const size = sizeOf(edges);
  return isConnected(size, edges)
    ? { size, edges }
    : { error: 'the pattern is not connected, or a vertex number is left out', edges, size };
}

function sizeOf(edges) {
  return edges.length ? 1 + Math.max(...edges.flat()) : 0;
}

function isConnected(size, edges) {
  const reached = new Set([0]);
  for (let round = 0; round < size; round++) {
    for (const [a, b] of edges) {
      if (reached.has(a) || reached.has(b)) {
        reached.add(a).add(b);
      }
    }
  }
  return reached.size === size;
}
