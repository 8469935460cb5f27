import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { compressAssets } from './support/compress.mjs';
import { digestFile, digestOfInputs } from './support/build-if-stale.mjs';
import { runCommand } from './support/child-processes.mjs';
import { root } from './support/root.mjs';

process.chdir(root);
// The build is always a production build, whatever NODE_ENV says.
process.env.NODE_ENV = 'production';

const dist = join(root, 'dist');
const staging = join(root, '.cache', `build-${process.pid}`);
const inputs = digestOfInputs();

try {
  await rm(staging, { recursive: true, force: true });
  await buildClient();
  await buildRender();
  await buildServer();
  await compressAssets(join(staging, 'web'));
  await writeFile(join(staging, digestFile), inputs);
  await replaceDist();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(staging, { recursive: true, force: true });
}

async function buildClient() {
  await buildWorkspace('web', { build: { outDir: join(staging, 'web') } });
}

/** Bundles React, so that pages are rendered with its production build whatever NODE_ENV the service runs with. */
async function buildRender() {
  await buildWorkspace('web', {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: true, outDir: join(staging, 'web-ssr') },
  });
}

async function buildServer() {
  const define = { BUILD_COMMIT: JSON.stringify(await commit()) };
  await buildWorkspace('server', { define, build: { ssr: true, outDir: join(staging, 'server') } });
}

/** `FOYER_COMMIT`, for a build without the repository, or the commit of the repository, marked if files have changed. */
async function commit() {
  const given = process.env.FOYER_COMMIT;
  if (given) return given;
  const { code, output } = await runCommand(['git', 'describe', '--always', '--abbrev=12', '--exclude=*', '--dirty']);
  return code === 0 ? output.trim() : '';
}

function buildWorkspace(workspace, options) {
  const config = { root: join(root, workspace), configFile: join(root, workspace, 'vite.config.ts'), logLevel: 'warn' };
  return build({ ...config, ...options, build: { ...options.build, emptyOutDir: true } });
}

/** Replaces `dist` only when the new build is complete. */
async function replaceDist() {
  const old = `${staging}-old`;
  await mkdir(dist, { recursive: true });
  await rename(dist, old);
  await rename(staging, dist);
  await rm(old, { recursive: true, force: true });
}
