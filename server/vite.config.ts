import { defineConfig } from 'vite';

/** The service as plain JavaScript: our own rooms go in, everything from npm stays outside. */
export default defineConfig({
  envDir: false,
  publicDir: false,
  build: {
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: ['src/main.ts', 'src/prepare-database.ts', 'src/cli/cli.ts'],
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});
