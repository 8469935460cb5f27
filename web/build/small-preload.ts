import type { Plugin } from 'vite';

/**
 * Loads what a later part of the page needs beside its script. Vite's own helper weighs two kilobytes
 * and fetches the styles again that the document already carries; those are named on its <style>.
 * A style sheet that does not come is as good as a script that does not: the next press asks for both.
 */
export function smallPreload(): Plugin {
  const id = '\0vite/preload-helper.js';
  return {
    name: 'small-preload',
    enforce: 'pre',
    load: { filter: { id: /preload-helper/ }, handler: (asked) => (asked === id ? helper : undefined) },
  };
}

const helper = `
let seen;
function bring(file) {
  seen ??= new Set(document.querySelector('style')?.dataset.of?.split(' '));
  if (seen.has(file)) return;
  seen.add(file);
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = '/' + file;
  document.head.append(link);
  if (!isStyle) return;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      seen.delete(file);
      link.remove();
      reject(new Error(file));
    };
  });
}
export const __vitePreload = (load, files) => Promise.all((files ?? []).map(bring)).then(load);
`;
