import { readFileSync } from 'node:fs';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import type { PageName } from '@foyer/contract/pages/page-routes';

/** What a document's head loads. */
export interface Assets {
  head: string;
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const client = new URL('../web/', import.meta.url);
let manifest: Record<string, Chunk> | undefined;

const pageFiles: Record<Exclude<PageName, 'login'>, string> = {
  home: 'home',
  register: 'register',
  registered: 'registered',
  retrieve: 'retrieve',
  findAccount: 'find-account',
  scanConfirm: 'scan-confirm',
  notFound: 'not-found',
  cookieHint: 'cookie-hint',
  ssoMiddle: 'sso-middle',
  serviceAgreement: 'agreement',
  privacyPolicy: 'agreement',
  help: 'help',
  offline: 'offline',
};

const tabFiles = { user: 'password-login/password-login', authCode: 'code-login/code-login' };

/** The files of the client build that this variant starts with: styles inside the document, scripts fetched at once. */
export function builtAssets({ page, language, tab, device, locked, sso }: PageVariant): Assets {
  manifest ??= JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Record<string, Chunk>;
  const roots = [firstLoad(manifest)];
  const texts = ['first', 'later'].map((tier) => `../contract/src/texts/${language}/${tier}.ts`);
  if (page !== 'login') roots.push('src/routes.tsx', ...texts, `src/pages/${pageFiles[page]}.page.tsx`);
  else if (sso) roots.push(...texts, 'src/flows/sso-domain/sso-form.tsx');
  else roots.push(`src/flows/${tabFiles[tab]}.screen.tsx`);
  const chunks = withImports(roots);
  const hasAside = page === 'login' && device === 'pc' && !locked;
  // Painted at once, alive later: its styles come with the document, its script when the page is quiet.
  const painted = hasAside ? withImports(['src/pages/login-aside.tsx']) : [];
  const styles = [...new Set([...chunks, ...painted].flatMap(({ css = [] }) => css))];
  const rules = styles.map((file) => readFileSync(new URL(file, client), 'utf8')).join('');
  const [entry, ...others] = chunks;
  const style = `<style data-of="${styles.join(' ')}">${rules.trim()}</style>`;
  if (page === 'offline') return { head: style };
  return {
    head: [
      style,
      `<script type="module" src="/${entry!.file}"></script>`,
      ...others.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    ].join('\n'),
  };
}

/** The entry is one line that loads this chunk; the document names the chunk itself and saves the detour. */
const firstLoad = (chunks: Record<string, Chunk>) =>
  Object.keys(chunks).find((key) => /^_first-load.*\.js$/.test(key)) ?? 'src/main.tsx';

function withImports(keys: readonly string[], seen = new Set<Chunk>()): Chunk[] {
  for (const key of keys) {
    const chunk = manifest![key];
    if (!chunk) throw new Error(`${key} is not in the client build`);
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    withImports(chunk.imports ?? [], seen);
  }
  return [...seen];
}
