import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { type BuildOptions, type Plugin, defineConfig } from 'vite';
import { inlineScript } from './inline-script.ts';
import { inlineTokens } from './inline-tokens.ts';
import { withoutUnusedReact } from './unused-react.ts';

/** The oldest browsers in which the page works, by their names in `@mdn/browser-compat-data`. */
const floor = Object.entries<string>(JSON.parse(readFileSync(join(import.meta.dirname, 'browser-floor.json'), 'utf8')));
const styleTarget = floor.map(([browser, version]) => `${browser.replace('safari_ios', 'ios')}${version}`);
/**
 * Chrome below 91 reads a spread in an optional call wrongly. Each `?.` would be written out for that, 0.4 kB of the first
 * load; `scripts/browser-floor.mjs` rejects such a call instead.
 */
const scriptTarget = styleTarget.map((browser) => browser.replace(/^(chrome|edge).*/, '$191'));

/**
 * Chunks of these modules and everything they import. Split by shared use instead, the first load is 4 kB larger, and a
 * phone on a slow network asks for some 25 small files after it.
 */
const groups = [
  // A module that several groups import belongs to the first of them.
  { name: 'first-load', test: modules('main.tsx', 'platform/machine/use-now.ts') },
  // It is asked for by the document itself, so it imports no other file.
  { name: 'qr-code', test: modules('flows/qr-login/draw-early-qr.ts') },
  // In the documents of those who see it, and in dialogs.
  { name: 'strip', test: modules('ui/page/request-strip.tsx') },
  {
    name: 'calls',
    // Loaded together when the page is idle, or when the first call is made.
    test: modules(
      'platform/api/page-api.ts',
      'platform/analytics/analytics.ts',
      'content/offline/prepare-for-offline.ts',
      'platform/navigation/navigate.ts',
      'flows/password-login/password-login.service.ts',
      'flows/code-login/code-login.service.ts',
      'flows/real-name/real-name.service.ts',
      'parts/send-code/deliver.ts',
      'journey/journey.ts',
      'journey/leave-page.ts',
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
    test: modules('layout/header.tsx', 'layout/hero.tsx', 'layout/footer.tsx', 'pages/login/login-methods.tsx'),
  },
  { name: 'aside', test: modules('pages/login/login-aside.tsx', 'flows/qr-login/qr-cover.tsx') },
  { name: 'content', test: modules('content/banner/banner.tsx', 'content/help-desk/help-desk.tsx') },
  // Every name of a file that the sign-in page may load is in its first load: what is used together shares one.
  { name: 'passkey', test: modules('flows/passkey/autofill.tsx', 'flows/passkey/passkey-login.service.ts') },
  {
    name: 'dialog',
    // Other pages use these too; the sign-in page loads them when it is idle.
    test: modules(
      'parts/shared-computer/shared-computer.tsx',
      'parts/dialog-form.tsx',
      'parts/new-password/new-password.tsx',
      'parts/prove-account/prove-account.tsx',
      'parts/stored-factor/stored-factor-field.tsx',
      'ui/dialogs/dialog.tsx',
      'ui/fields/checkbox.tsx',
      'ui/icons/pictures.tsx',
      'ui/page/back.tsx',
      'ui/page/page-head.tsx',
      'ui/page/steps.tsx',
      '../../contract/src/agreement-version.ts',
      '../../contract/src/rules/person-rules.ts',
      '../../contract/src/flows/authenticator.ts',
      '../../contract/src/flows/identity-check.ts',
      '../../contract/src/flows/oidc-provider.ts',
      '../../contract/src/flows/second-factor.ts',
      '../../contract/src/flows/sso-return.ts',
    ),
  },
  // Draws a QR code, which other dialogs must not wait for.
  { name: 'authenticator', test: modules('parts/stored-factor/authenticator-key.tsx') },
  {
    name: 'dialogs',
    test: modules('journey/dialogs.tsx', 'journey/persisted-step.ts', 'journey/start-step-up.ts'),
  },
  // For wrong passwords and codes, which need no company. The help follows a code.
  { name: 'human-check', test: modules('parts/human-check/human-check.ts', 'parts/send-code/late-code-help.tsx') },
  {
    name: 'sso',
    test: modules('flows/sso-domain/sso-form.tsx', 'flows/sso-domain/sso-dialog.tsx', 'pages/cookies/cookies-off.tsx'),
  },
];

/** The texts of a language have its tag in their file names. Every character of a hash is part of the first load. */
function chunkFileNames({ facadeModuleId }: { facadeModuleId: string | null }) {
  const tag = /\/texts\/([\w-]+)\//.exec(facadeModuleId ?? '')?.[1];
  return tag ? `assets/[name].${tag}-[hash:7].js` : 'assets/[name]-[hash:7].js';
}

/** Minifies the entry once more: it is nearly all of the first load, which becomes 0.7 kB smaller. */
const minifyEntry: Plugin = {
  name: 'minify-entry',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || file.name !== 'main') continue;
      const { code } = await minify(file.code, {
        module: true,
        ecma: 2020,
        compress: { inline: 1, reduce_funcs: false, hoist_vars: true, passes: 2 },
      });
      if (code) file.code = code;
    }
  },
};

/** `import()` of a path with a variable: only our own code fills it in, so no message says what would be wrong with it. */
const importHelper: Plugin = {
  name: 'import-helper',
  transform(_code, id) {
    return id.includes('dynamic_import_helper')
      ? { code: 'export default (files, path) => files[path]();', map: null }
      : null;
  },
};

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
        if (file.type === 'chunk' && file.name === 'main') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

const transform: NonNullable<BuildOptions['rolldownOptions']>['transform'] = {
  // Fields of a class are assigned: the function that defines them as the standard says is 0.1 kB.
  assumptions: { setPublicClassFields: true },
  // What React does for its developer tools is 0.25 kB of the first load.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  // `@noble/hashes` calls it as it loads.
  inject: { 'Object.hasOwn': [join(import.meta.dirname, 'src/platform/browser/has-own.ts'), 'hasOwn'] },
};

/** `vite build` makes what the browser loads, `vite build --ssr` the module that renders documents for the service. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    react(),
    inlineTokens(),
    inlineScript({ target: scriptTarget, transform }),
    ...(isSsrBuild ? [] : [withoutUnusedReact(), importHelper, minifyEntry, compileHint]),
  ],
  // File names are unique; a hash instead of them would not compress.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? '../dist/web-ssr' : '../dist/web',
    emptyOutDir: true,
    target: isSsrBuild ? 'es2022' : scriptTarget,
    cssTarget: styleTarget,
    // Also the module that renders documents: it writes some of its functions into them.
    minify: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    reportCompressedSize: false,
    rolldownOptions: {
      transform,
      // Minifying the entry again takes seconds, which is known.
      checks: { pluginTimings: false },
      input: isSsrBuild ? 'src/render.tsx' : ['src/main.tsx', 'src/flows/qr-login/draw-early-qr.ts'],
      output: isSsrBuild
        ? { entryFileNames: 'render.mjs' }
        : {
            codeSplitting: { groups },
            chunkFileNames,
            entryFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
    },
  },
  worker: { rolldownOptions: { transform } },
  ssr: { noExternal: [/^@foyer\//] },
}));

function modules(...paths: string[]) {
  const ids = paths.map((path) => join(import.meta.dirname, 'src', path));
  const missing = ids.filter((id) => !existsSync(id));
  if (missing.length) throw new Error(`There is no ${missing.join(', ')}`);
  return (id: string) => ids.includes(id);
}
