import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotli } from './compress.mjs';
import { root } from './root.mjs';

const client = join(root, 'dist/web');

const config = {
  brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' },
  company: { 'zh-CN': '云章科技有限公司', 'en-US': 'Yunzhang Technology' },
  officialSite: 'https://www.example.com',
  filings: { icp: '京ICP备00000000号-1', psb: '京公网安备 00000000000000号' },
  support: 'support@example.com',
  productCode: 'yunzhang',
  environment: 'prod',
  origin: 'https://login.example.com',
  apiBase: '/api',
  home: '/home',
  homeOnPhones: '/',
  allowedRedirects: ['https://app.example.com', 'https://www.example.com'],
  methods: {
    code: true,
    register: true,
    retrieve: true,
    scan: ['wechat', 'dingtalk', 'alipay'],
    sso: true,
    wecom: true,
    passkey: true,
  },
  year: 2026,
};

/** The files a browser fetches before the sign-in page is complete, with their sizes, for the largest variant. */
export async function largestFirstLoad() {
  const { renderDocument } = await import(join(root, 'dist/web-ssr/render.mjs'));
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const sizes = {};
  const loads = await Promise.all(
    variants().map(async (variant) => {
      const html = await renderDocument(variant, config);
      const files = withImports(filesIn(html), manifest);
      const parts = [await measure('document with inline styles', Buffer.from(html))];
      for (const file of files) parts.push(await (sizes[file] ??= measureFile(file)));
      return { variant, parts, total: parts.reduce((sum, { brotli: bytes }) => sum + bytes, 0) };
    }),
  );
  return loads.reduce((largest, load) => (load.total > largest.total ? load : largest));
}

/** The size of a page that only hydrates one empty React element: the lower limit for any page built with React. */
export async function reactBaseline() {
  const code = await buildScript(`
    import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    hydrateRoot(document.body, createElement('p'));`);
  return measure('React alone', Buffer.from(code));
}

/**
 * Builds a script for the browser as the page is built.
 * @param {string} source
 * @returns {Promise<string>}
 */
export async function buildScript(source) {
  const { build } = await import('vite');
  const id = 'baseline';
  const built = await build({
    root: join(root, 'web'),
    configFile: false,
    envDir: false,
    mode: 'production',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: id,
        resolveId: (name) => (name === id ? join(root, 'web/baseline.js') : null),
        load: (file) => (file.endsWith('web/baseline.js') ? source : null),
      },
    ],
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false }, rolldownOptions: { input: id } },
  });
  return /** @type {import('vite').Rolldown.RolldownOutput} */ (built).output[0].code;
}

function variants() {
  const all = [];
  for (const language of ['zh-CN', 'en-US'])
    for (const device of ['pc', 'mobileWeb', 'h5', 'app'])
      for (const tab of ['user', 'authCode'])
        for (const locked of [false, true])
          all.push({ page: 'login', language, device, tab, locked, languageHidden: false });
  return all;
}

function filesIn(html) {
  // A disabled style sheet is not fetched.
  const tags =
    html.match(/<script\b[^>]*\bsrc="[^"]+"[^>]*>|<link\b[^>]*\brel="(modulepreload|stylesheet)"[^>]*>/g) ?? [];
  const fetched = tags.filter((tag) => !tag.includes(' disabled'));
  return fetched.map((tag) => /\b(?:src|href)="\/([^"]+)"/.exec(tag)[1]);
}

/** Adds the static imports of the scripts, which the document does not always name. */
function withImports(files, manifest) {
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const all = new Set();
  const add = (file) => {
    if (all.has(file)) return;
    all.add(file);
    for (const key of chunks.get(file)?.imports ?? []) add(manifest[key].file);
  };
  files.forEach(add);
  return all;
}

async function measureFile(file) {
  return measure(file, await readFile(join(client, file)));
}

async function measure(name, content) {
  return { name, raw: content.length, brotli: (await brotli(content)).length };
}
