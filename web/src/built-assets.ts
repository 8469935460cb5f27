import { readFileSync } from 'node:fs';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { PageContext } from './platform/page-context.ts';
import { pageFile } from './routes.ts';

/** The tags that load a page's styles and scripts. */
export interface Assets {
  head: string;
  /** The script that draws what the document asks for by itself. */
  drawing?: string;
}

/** What a document shows beyond its variant, for one person. */
export type Personal = Pick<PageContext, 'view' | 'remembered' | 'notice' | 'account'>;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

const client = new URL('../web/', import.meta.url);
let manifest: Record<string, Chunk> | undefined;

/** The files of the client build that a variant starts with: styles inside the document, scripts fetched at once. */
export function builtAssets(variant: PageVariant, { view, remembered, notice }: Personal = {}): Assets {
  manifest ??= JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Record<string, Chunk>;
  const { page, device, locked } = variant;
  const chunks = withImports([
    'src/main.tsx',
    ...modulesOf(variant, remembered !== undefined),
    ...(view || notice ? ['strip'] : []),
  ]);
  const hasAside = page === 'login' && device === 'pc' && !locked;
  // Rendered with the document and hydrated when idle: only its styles are needed at once.
  const renderedOnly = withImports([...(page === 'login' ? ['frame'] : []), ...(hasAside ? ['aside'] : [])]);
  const styles = [...new Set([...chunks, ...renderedOnly].flatMap(({ css = [] }) => css))];
  const rules = styles.map((file) => readFileSync(new URL(file, client), 'utf8')).join('');
  const style = `<style>${rules.trim()}</style>`;
  if (page === 'offline') return { head: style };
  const [entry, ...others] = chunks;
  return {
    drawing: `/${manifest['src/flows/qr-login/draw-early-qr.ts']!.file}`,
    head: [
      // Before the styles, so that the scripts are requested while the rest of the document arrives.
      `<script type="module" src="/${entry!.file}"></script>`,
      ...others.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
      style,
      // Vite loads a style sheet with the script that needs it, unless the document has a link to it. A disabled link is
      // not fetched.
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    ].join('\n'),
  };
}

/** The modules that the entry loads first, as it would import them itself. */
function modulesOf({ page, language, tab, sso }: PageVariant, choosesAccount: boolean): string[] {
  const texts = ['first', 'later'].map((tier) => `../contract/src/texts/${language}/${tier}.ts`);
  if (page !== 'login') return ['src/routes.ts', ...texts, pageFile(page)];
  if (sso) return [...texts, 'sso'];
  if (choosesAccount) return ['chooser'];
  // Groups of web/vite.config.ts. The password form is part of the entry.
  return tab === 'authCode' ? ['code'] : [];
}

function withImports(keys: readonly string[], seen = new Set<Chunk>()): Chunk[] {
  for (const key of keys) {
    const chunk = manifest![key] ?? Object.values(manifest!).find(({ name }) => name === key);
    if (!chunk) throw new Error(`${key} is not in the client build`);
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    withImports(chunk.imports ?? [], seen);
  }
  return [...seen];
}
