import { existsSync } from 'node:fs';
import { exitOnSignals } from './child-processes.mjs';
import { buildIfStale } from './build-if-stale.mjs';
import { installPackages } from './npm-packages.mjs';
import { root } from './root.mjs';

/** Prepares this process to run the code in `dist`: working directory, npm packages, a build, `.env`. */
export async function bootstrap(build = buildIfStale) {
  process.chdir(root);
  const ignoreSignals = exitOnSignals();
  await installPackages();
  await build();
  ignoreSignals();
  // Variables that are already set take precedence over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
}
