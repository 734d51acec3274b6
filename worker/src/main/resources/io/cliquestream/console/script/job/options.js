// What an option of a job can be. Each kind of option knows four ways of saying the same: its field in the form, the
// message of the contract (the JSON mapping of cliquestream.v1.JobRequest), and the command line.
//
//   write(message, value)   puts a value into the message of the job's kind
//   read(message)           the value that such a message holds; '' or false for the default
//   words(value)            the words of the command line; none for the default
//   check(value)            a sentence about what is wrong, or nothing

/** Yes or no. */
export function flag(field, name, words, about) {
  return {
    type: 'flag',
    field,
    name,
    about,
    initial: false,
    write: (message, value) => value && (message[field] = true),
    read: (message) => Boolean(message[field]),
    words: (value) => (value ? [words] : []),
  };
}

/** A whole number; empty for the default. */
export function number(field, name, word, about, { minimum = 0, maximum, required = false, placeholder = '', initial = '', write, read, quoted } = {}) {
  return {
    type: 'number',
    field,
    name,
    about,
    minimum,
    maximum,
    required,
    placeholder,
    initial,
    write: write ?? ((message, value) => value !== '' && (message[field] = quoted ? String(value) : Number(value))),
    read: read ?? ((message) => (message[field] && message[field] !== '0' ? String(message[field]) : '')),
    words: (value) => (value === '' ? [] : [word, String(value)]),
    check: (value) => {
      if (value === '') {
        return required ? `${name} is needed.` : undefined;
      }
      const inside = /^\d+$/.test(value) && Number(value) >= minimum && (maximum === undefined || Number(value) <= maximum);
      return inside ? undefined : `${name} is a whole number ${maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`}.`;
    },
  };
}

/** One of several: [[word of the command line, name in the contract, explanation]], the first being the default. */
export function choice(field, name, word, choices, about) {
  const byWord = new Map(choices.map(([key, contract]) => [key, contract]));
  const byContract = new Map(choices.map(([key, contract]) => [contract, key]));
  const usual = choices[0][0];
  return {
    type: 'choice',
    field,
    name,
    about,
    choices,
    initial: usual,
    write: (message, value) => value !== usual && (message[field] = byWord.get(value)),
    read: (message) => byContract.get(message[field]) ?? usual,
    words: (value) => (value === usual ? [] : [word, value]),
  };
}

/** A text with rules of its own. */
export function text(field, name, word, about, { required = false, placeholder = '', initial = '', drawn = false, check, write, read }) {
  return {
    type: 'text',
    field,
    name,
    about,
    required,
    placeholder,
    initial,
    drawn,
    write: (message, value) => value.trim() !== '' && write(message, value.trim()),
    read,
    words: (value) => (value.trim() === '' ? [] : [word, value.trim()]),
    check: (value) => {
      if (value.trim() === '') {
        return required ? `${name} is needed.` : undefined;
      }
      return check?.(value.trim());
    },
  };
}

/** Forced choices of a kernel's plan, as CHOICE=N words. */
export function tuning(about) {
  const pairs = (value) => value.split(/[\s,]+/).filter(Boolean);
  return {
    ...text('tuning', 'Forced choices', '--tune', about, {
      placeholder: 'slices=8',
      check: (value) => {
        const wrong = pairs(value).find((pair) => !/^[\w-]+=\d+$/.test(pair));
        return wrong && `“${wrong}” is not a choice like slices=8.`;
      },
      write: (message, value) => {
        message.tuning = Object.fromEntries(pairs(value).map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]));
      },
      read: (message) => Object.entries(message.tuning ?? {}).map(([name, value]) => `${name}=${value}`).join(' '),
    }),
    words: (value) => pairs(value).flatMap((pair) => ['--tune', pair]),
    advanced: true,
  };
}

/** The same option, shown among the seldom needed ones. */
export function advanced(option) {
  return { ...option, advanced: true };
}

/** The same option inside a nested message. */
export function within(outer, option) {
  return {
    ...option,
    key: `${outer}.${option.field}`,
    write: (message, value) => {
      const inner = message[outer] ?? {};
      option.write(inner, value);
      if (Object.keys(inner).length) {
        message[outer] = inner;
      }
    },
    read: (message) => option.read(message[outer] ?? {}),
  };
}
