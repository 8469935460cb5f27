import { removeLocal, writeLocal } from '../storage/storage.ts';
import { themeKey } from './theme.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme that the person has chosen in this browser. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    delete dataset['theme'];
    removeLocal(themeKey);
  } else {
    dataset['theme'] = theme;
    writeLocal(themeKey, theme);
  }
}
