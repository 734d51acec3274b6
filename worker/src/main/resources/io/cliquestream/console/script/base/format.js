// Numbers for people. Counts are exact and arrive as decimal texts of any length: they are never parsed into
// floating point except to place them on an axis.

const GROUP = '\u202f'; // narrow no-break space

/** An exact count with its digits in groups of three. */
export function count(value) {
  if (value === undefined || value === null || value === '') {
    return '–';
  }
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
}

/** A count in few characters, such as 12.3 M; exact below 10,000. */
export function shortCount(value) {
  const digits = String(value ?? '');
  if (!/^\d+$/.test(digits) || digits.length <= 4) {
    return count(value);
  }
  const units = ['', ' k', ' M', ' G', ' T'];
  const power = Math.floor((digits.length - 1) / 3);
  if (power >= units.length) {
    return `${digits[0]}.${digits[1]} · 10${superscript(digits.length - 1)}`;
  }
  const whole = digits.length - 3 * power;
  const fraction = digits.slice(whole, 3).replace(/0+$/, '');
  return digits.slice(0, whole) + (fraction ? `.${fraction}` : '') + units[power];
}

function superscript(number) {
  return String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
}

/** Decimal logarithm of one more than a count given as text. */
export function logarithm(value) {
  const digits = String(value ?? '0');
  return digits.length < 15
    ? Math.log10(Number(digits) + 1)
    : Math.log10(Number(digits.slice(0, 15))) + digits.length - 15;
}

/** A count as a floating point number, for a linear axis alone. */
export function approximately(value) {
  return Number(value ?? 0);
}

/** Bytes in binary units. */
export function bytes(value) {
  if (value === undefined || value === null) {
    return '–';
  }
  let left = Number(value);
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  return `${rounded(left)} ${units[unit]}`;
}

/** A duration given in milliseconds. */
export function duration(millis) {
  if (millis === undefined || millis === null || !Number.isFinite(Number(millis))) {
    return '–';
  }
  const value = Number(millis);
  if (value === 0) {
    return '0 ms';
  }
  if (value < 1) {
    return `${rounded(value * 1000)} µs`;
  }
  if (value < 1000) {
    return `${rounded(value)} ms`;
  }
  const seconds = value / 1000;
  if (seconds < 60) {
    return `${rounded(seconds)} s`;
  }
  const steps = [
    [86400, 'd', 3600, 'h'],
    [3600, 'h', 60, 'min'],
    [60, 'min', 1, 's'],
  ];
  const [large, largeName, small, smallName] = steps.find(([step]) => seconds >= step);
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeName}${rest ? ` ${rest} ${smallName}` : ''}`;
}

/** Three significant digits, and no trailing zeros. */
export function rounded(value) {
  const number = Number(value);
  if (!Number.isFinite(number)) {
    return '–';
  }
  return Math.abs(number) >= 1000 ? count(Math.round(number)) : String(Number(number.toPrecision(3)));
}

/** A share of 1 in hundredths. */
export function percent(share) {
  return share === undefined || share === null ? '–' : `${rounded(100 * share)} %`;
}
