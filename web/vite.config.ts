import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineTokens } from './inline-tokens.ts';

/** Chunks of these modules and everything they import: split by shared use instead, the first load is 4 kB larger. */
const groups = [
  {
    name: 'first-load',
    test: modules(
      'main.tsx',
      // Shared by the two sign-in forms, of which the first load has one.
      'parts/form.tsx',
      'parts/account-field.tsx',
      'platform/forms/form-machine.ts',
      'platform/forms/use-form.ts',
      'ui/notice.tsx',
    ),
  },
  { name: 'code', test: modules('parts/send-code/code-part.tsx', 'parts/send-code/code-problem.ts') },
  {
    name: 'calls',
    // Loaded together when the first call is made: one request instead of a dozen.
    test: modules(
      'platform/api/page-api.ts',
      'platform/analytics/analytics.ts',
      'flows/password-login/password-login.service.ts',
      'flows/code-login/code-login.service.ts',
      'parts/send-code/deliver.ts',
      'journey/journey.ts',
    ),
  },
];

/** The texts of a language have its tag in their file names. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId: string | null }) {
  const tag = /\/texts\/([\w-]+)\//.exec(facadeModuleId ?? '')?.[1];
  return tag ? `assets/[name].${tag}-[hash].js` : 'assets/[name]-[hash].js';
}

/** `vite build` makes what the browser loads, `vite build --ssr` the module that renders documents for the service. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), inlineTokens()],
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
