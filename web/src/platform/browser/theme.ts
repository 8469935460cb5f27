import { removeLocal, writeLocal } from '../storage/storage.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The theme that the person has chosen; absent while the page follows the system. */
export const themeKey = 'foyer.theme';

/** Switches between light and dark. The theme of the system is not stored, so that the page follows it again. */
export function switchTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (document.documentElement.dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  chooseTheme(next === system ? 'system' : next);
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
  // All at once: a control that faded would flash between the colours of both themes.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}
