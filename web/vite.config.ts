import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { inlineTokens } from './inline-tokens.ts';

/**
 * Chunks of these modules and everything they import. Split by shared use instead, the first load is 4 kB larger, and a
 * phone on a slow network asks for some 25 small files after it.
 */
const groups = [
  // A module that several groups import belongs to the first of them.
  { name: 'first-load', test: modules('main.tsx', 'platform/machine/use-now.ts') },
  // In the documents of those who see it, and in dialogs.
  { name: 'strip', test: modules('ui/page/request-strip.tsx') },
  {
    name: 'calls',
    // Loaded together when the page is idle, or when the first call is made.
    test: modules(
      'platform/api/page-api.ts',
      'platform/analytics/analytics.ts',
      'platform/browser/offline.ts',
      'platform/navigation/navigate.ts',
      'flows/password-login/password-login.service.ts',
      'flows/code-login/code-login.service.ts',
      'flows/qr-login/qr-login.service.ts',
      'parts/send-code/deliver.ts',
      'journey/journey.ts',
      'journey/follow-other-tabs.ts',
      'journey/offer-passkey.ts',
      'content/articles/load-articles.ts',
      'ui/icons/later-icons.ts',
    ),
  },
  {
    name: 'code',
    test: modules(
      'flows/code-login/code-login.screen.tsx',
      'parts/send-code/code-part.tsx',
      'parts/send-code/code-problem.ts',
    ),
  },
  // In the documents of browsers that remember accounts.
  { name: 'chooser', test: modules('flows/account-chooser/account-chooser.screen.tsx') },
  // What the document shows around the form.
  {
    name: 'frame',
    test: modules('layout/header.tsx', 'layout/hero.tsx', 'layout/footer.tsx', 'pages/login-methods.tsx'),
  },
  { name: 'aside', test: modules('pages/login-aside.tsx', 'flows/qr-login/qr-cover.tsx') },
  { name: 'content', test: modules('content/banner/banner.tsx', 'content/help-desk/help-desk.tsx') },
];

/** The texts of a language have its tag in their file names. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId: string | null }) {
  const tag = /\/texts\/([\w-]+)\//.exec(facadeModuleId ?? '')?.[1];
  return tag ? `assets/[name].${tag}-[hash].js` : 'assets/[name]-[hash].js';
}

/**
 * Marks the entry with a hint: Chromium then compiles all of it while it loads, on another thread, instead of function by
 * function as it runs. The hint has to be the first line, so it is added after every other plugin.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** `vite build` makes what the browser loads, `vite build --ssr` the module that renders documents for the service. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), inlineTokens(), !isSsrBuild && compileHint],
  // File names are unique; a hash instead of them would not compress.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? '../dist/web-ssr' : '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'src/render.tsx' : 'src/main.tsx',
      output: isSsrBuild ? { entryFileNames: 'render.mjs' } : { codeSplitting: { groups }, chunkFileNames },
    },
  },
  ssr: { noExternal: [/^@foyer\//] },
}));

function modules(...paths: string[]) {
  const ids = paths.map((path) => join(import.meta.dirname, 'src', path));
  const missing = ids.filter((id) => !existsSync(id));
  if (missing.length) throw new Error(`There is no ${missing.join(', ')}`);
  return (id: string) => ids.includes(id);
}
