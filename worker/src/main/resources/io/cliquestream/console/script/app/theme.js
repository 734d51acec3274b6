// Light, dark, or as the system has it.

const KEY = 'cliquestream.theme';
export const THEMES = { system: 'System', light: 'Light', dark: 'Dark' };

/** The reader's choice. */
export function theme() {
  const stored = localStorage.getItem(KEY);
  return stored in THEMES ? stored : 'system';
}

/** Chooses, from now on and for the next visit. */
export function chooseTheme(choice) {
  localStorage.setItem(KEY, choice);
  applyTheme();
}

/** Puts the choice on the page; the style sheet does the rest. */
export function applyTheme() {
  const choice = theme();
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = choice;
  }
}
