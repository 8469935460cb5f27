import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const file = new URL('src/ui/tokens.css', import.meta.url);
/** A declaration that is the same in both themes; lists of fonts depend on the language. */
const declaration = /^ *(--[\w-]+): ((?:(?!light-dark\()[^;'])+);\n/gm;

/** A declaration that differs between the themes. */
const themed = /^ *--[\w-]+: [^;]*light-dark\([^;]*;\n/gm;

/**
 * Writes the tokens that no theme and no brand changes into the rules and pictures that use them: a size is smaller than
 * a custom property with its uses. Writes the others once per theme, for browsers that do not know `light-dark()`.
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
      if (id === file.pathname) return withThemes(inline(withoutInlined(code)));
      return /\/src\/.*\.(css|tsx)$/.test(id) ? { code: inline(code), map: null } : undefined;
    },
  };
}

function withThemes(code: string) {
  const lines = code.match(themed)?.join('') ?? '';
  const [light, dark] = [pick(lines, 1), pick(lines, 2)];
  return `${code.replace(themed, '')}
:root { ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
:root[data-theme='light'] { ${light} }
:root[data-theme='dark'] { ${dark} }`;
}

/** The first or the second argument of each `light-dark()`. */
const pick = (code: string, argument: 1 | 2) =>
  code.replace(/light-dark\(((?:[^(),]|\([^)]*\))*), ((?:[^(),]|\([^)]*\))*)\)/g, `$${argument}`);
