import { defineConfig } from 'vite';

/** The service as plain JavaScript: our own modules are bundled, npm packages are not. */
export default defineConfig({
  envDir: false,
  publicDir: false,
  build: {
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: ['src/main.ts', 'src/prepare-database.ts', 'src/cli/foyer.ts'],
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});
