import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const file = new URL('src/ui/tokens.css', import.meta.url);
/** A declaration that is the same in both themes; lists of fonts depend on the language. */
const declaration = /^ *(--[\w-]+): ((?:(?!light-dark\()[^;'])+);\n/gm;

/**
 * Writes the tokens that no theme and no brand changes into the rules and pictures that use them: a size is smaller than
 * a custom property with its uses.
 */
export function inlineTokens(): Plugin {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of readFileSync(file, 'utf8').matchAll(declaration))
    if (name !== '--font') values.set(name, value);
  const inline = (code: string) => code.replace(/var\((--[\w-]+)\)/g, (use, name: string) => values.get(name) ?? use);
  const withoutInlined = (code: string) =>
    code.replace(declaration, (line, name: string) => (values.has(name) ? '' : line));
  return {
    name: 'inline-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (id === file.pathname) return inline(withoutInlined(code));
      return /\/src\/.*\.(css|tsx)$/.test(id) ? { code: inline(code), map: null } : undefined;
    },
  };
}
