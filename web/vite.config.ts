import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { answersOnly } from './build/drop-request-schemas.ts';
import { classNameOf } from './build/class-names.ts';
import { smallPreload } from './build/small-preload.ts';

/** One file for what every form of the first load needs: split by shared use it weighs kilobytes more. */
const groups = [
  {
    name: 'first-load',
    test: /src\/(main|parts\/(form|account-field)|ui\/(button|notice))\.tsx$|src\/platform\/(analytics\/track|forms\/(form-machine|use-form)|i18n\/failure|machine\/use-machine|lazy\/when-idle)\.ts$|account-rules\.ts$/,
  },
  { name: 'code', test: /src\/parts\/send-code\/(code-part\.tsx|code-problem\.ts)$/ },
  // What every press needs, in one answer instead of a dozen.
  {
    name: 'press',
    test: /valibot|contract\/src\/(call|api-client|flows\/(sign-in|send-code|human-check|code-login|password-login|session|identity-check|bind-mobile|one-click-login|qr-login|event-values)|rules\/(device|redirect)-rules)\.ts$|src\/platform\/(api\/(page-api|localize-refusals|login-params)|analytics\/(track-calls|analytics|web-vitals)|navigation\/navigate|browser\/sha256)\.ts$|send-code\/deliver\.ts$|src\/journey\/journey\.ts$/,
  },
];

/** The first load names many files: seven characters tell versions apart as well as eight, and six are too few for as many files. Documents name pictures, so both builds agree. */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** `vite build` makes what the browser loads, `vite build --ssr` what the service renders documents with. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), !isSsrBuild && [answersOnly(), smallPreload()]],
  css: { modules: { generateScopedName: classNameOf } },
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
      output: isSsrBuild
        ? { entryFileNames: 'render.mjs', assetFileNames: names.assetFileNames }
        : { ...names, codeSplitting: { groups } },
    },
  },
  ssr: { noExternal: [/^@foyer\//] },
}));
