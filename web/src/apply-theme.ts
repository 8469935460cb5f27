import { themeKey } from './platform/browser/theme.ts';

/** Inlined into the document, so that the first paint has the chosen theme. */
function applyTheme(key: string) {
  try {
    const theme = localStorage.getItem(key);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  } catch {
    // Without storage the page follows the system.
  }
}

export const applyThemeScript = `(${String(applyTheme).replace(/\s+/g, ' ')})(${JSON.stringify(themeKey)})`;
