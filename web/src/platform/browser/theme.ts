import { removeLocal, writeLocal } from '../storage/storage.ts';

/** The theme that the person has chosen; absent while the page follows the system. */
export const themeKey = 'foyer.theme';

/** Switches between light and dark. The theme of the system is not stored, so that the page follows it again. */
export function switchTheme() {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  if (next === system) {
    delete dataset['theme'];
    removeLocal(themeKey);
  } else {
    dataset['theme'] = next;
    writeLocal(themeKey, next);
  }
}
