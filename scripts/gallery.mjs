import { join } from 'node:path';
import { runnerImport } from 'vite';
import { buildIfStale } from './support/build-if-stale.mjs';
import { runOrExit } from './support/child-processes.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

process.chdir(root);
await installPackages();
await buildIfStale();

if (process.argv.includes('--update')) {
  // A picture shows a state on its usual device, which the short form opens.
  process.env.FOYER_TESTS = 'short';
  const playwright = join(root, 'node_modules/.bin/playwright');
  const command = [playwright, 'test', '--config=e2e/gallery', 'gallery.spec.ts', '--update-snapshots=changed'];
  await runOrExit(command, 'Not every picture was made');
} else await serve();

async function serve() {
  const port = Number(process.env.PORT || 3100);
  const { renderDocument } = await import(join(root, 'dist/web-ssr/render.mjs'));
  const { module } = await runnerImport(join(root, 'e2e/gallery/gallery-server.ts'), { configFile: false, root });
  try {
    const { url } = await module.startGallery(renderDocument, port);
    console.log(`Open ${url}`);
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${port} is in use: stop the process that listens there, or set another PORT`);
    process.exit(1);
  }
}
