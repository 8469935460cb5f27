import type { Theme } from './theme.ts';

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[];

/** The theme that the person has chosen in this browser. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
