import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build` makes what the browser loads, `vite build --ssr` what the service renders documents with. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
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
        ? { entryFileNames: 'render.mjs' }
        : // One file for all that the first load needs: split by shared use it weighs a kilobyte more.
          { codeSplitting: { groups: [{ name: 'first-load', test: /src\/main\.tsx$/ }] } },
    },
  },
  ssr: { noExternal: [/^@foyer\//] },
}));
