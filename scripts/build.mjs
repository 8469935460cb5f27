import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { compressAssets } from './compress.mjs';
import { digestOfInputs, stamp } from './freshness.mjs';
import { root } from './root.mjs';

process.chdir(root);
// One build serves every environment, whatever the one it is made in.
process.env.NODE_ENV = 'production';

const dist = join(root, 'dist');
const staging = join(root, '.cache', `build-${process.pid}`);
const madeOf = digestOfInputs();

try {
  await rm(staging, { recursive: true, force: true });
  await buildClient();
  await buildRender();
  await buildServer();
  await compressAssets(join(staging, 'web'));
  await writeFile(join(staging, stamp), madeOf);
  await replaceDist();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(staging, { recursive: true, force: true });
}

async function buildClient() {
  await buildRoom('web', { build: { outDir: join(staging, 'web') } });
}

/** React goes into the bundle, so that it is the production one however the service is started. */
async function buildRender() {
  await buildRoom('web', {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: true, outDir: join(staging, 'web-ssr') },
  });
}

async function buildServer() {
  await buildRoom('server', { build: { ssr: true, outDir: join(staging, 'server') } });
}

function buildRoom(room, options) {
  const config = { root: join(root, room), configFile: join(root, room, 'vite.config.ts'), logLevel: 'warn' };
  return build({ ...config, ...options, build: { ...options.build, emptyOutDir: true } });
}

/** The old dist serves until the new one is whole. */
async function replaceDist() {
  const old = `${staging}-old`;
  await mkdir(dist, { recursive: true });
  await rename(dist, old);
  await rename(staging, dist);
  await rm(old, { recursive: true, force: true });
}
