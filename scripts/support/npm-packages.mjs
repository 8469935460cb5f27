import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrExit } from './child-processes.mjs';
import { root } from './root.mjs';

/** Runs `npm ci` if node_modules does not match package-lock.json. */
export async function installPackages() {
  if (isUpToDate()) return;
  console.error('Installing packages. The first time takes a minute…');
  // Prefer the npm that started this process: the one on the PATH may belong to another version of Node.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  await runOrExit([...npm, 'ci', '--include=dev', ...quiet], 'The packages could not be installed');
}

function isUpToDate() {
  const locked = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  if (Object.values(installed).some((entry) => !isForThisPlatform(entry))) return false;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    // Most optional packages are for other platforms, and npm decides which to install.
    if (!installed[path]) return optional === true;
    return installed[path].version === version && existsSync(join(root, path));
  });
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** node_modules copied from another platform contains the wrong native binaries. */
function isForThisPlatform({ os, cpu }) {
  const allows = (list, current) =>
    !list || list.includes(current) || list.every((name) => name[0] === '!' && name !== `!${current}`);
  return allows(os, process.platform) && allows(cpu, process.arch);
}
