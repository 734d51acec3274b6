// Marks of an axis.

/** Round values from 0 to at least the maximum, four or five of them. */
export function linearMarks(maximum) {
  if (!(maximum > 0)) {
    return [0, 1];
  }
  const rough = maximum / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999);
  const marks = [];
  for (let i = 0; i * step < maximum + step * 0.999; i++) {
    marks.push(i * step);
  }
  return marks;
}

/** Exponents of ten from 0 to at least the given one, at most five of them. */
export function powerMarks(exponent) {
  const top = Math.max(1, Math.ceil(exponent));
  const step = Math.ceil(top / 4);
  const marks = [];
  for (let i = 0; i < top + step; i += step) {
    marks.push(i);
  }
  return marks;
}
