import { existsSync } from 'node:fs';
import { stopOnSignals } from './command.mjs';
import { buildIfStale } from './freshness.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

/** Makes `dist` fit to be run in this process: in the project's folder, with packages, a fresh build and `.env`. */
export async function ready() {
  process.chdir(root);
  const letGo = stopOnSignals();
  await installPackages();
  await buildIfStale();
  letGo();
  // What the environment already says wins over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
}
