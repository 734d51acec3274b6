// The token that this tab shows to the worker: kept until the tab is closed, sent as a header and nowhere else.

const KEY = 'cliquestream.token';

/** The token, or nothing. */
export function token() {
  return sessionStorage.getItem(KEY) ?? '';
}

/** Takes a token. */
export function keepToken(text) {
  sessionStorage.setItem(KEY, text);
}

/** Forgets it. */
export function forgetToken() {
  sessionStorage.removeItem(KEY);
}

/** Headers of every request. */
export function credentials() {
  return token() ? { authorization: `Bearer ${token()}` } : {};
}
