import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './command.mjs';
import { root } from './root.mjs';

/** Makes node_modules what package-lock.json says, and does nothing when it already is. */
export async function installPackages() {
  if (packagesAreInPlace()) return;
  console.log('Installing packages, which takes a minute the first time…');
  // The npm that started us, if one did: the one on the PATH may belong to another Node.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  await runQuietly([...npm, 'ci', '--include=dev', ...quiet], 'The packages could not be installed');
}

function packagesAreInPlace() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  if (Object.values(present).some((entry) => !isForThisMachine(entry))) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    // What is optional is often meant for other machines; npm decides about it.
    if (!present[path]) return optional === true;
    return present[path].version === version && existsSync(join(root, path));
  });
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** A folder carried over from another system holds the wrong native parts. */
function isForThisMachine({ os, cpu }) {
  const allows = (list, own) =>
    !list || list.includes(own) || list.every((name) => name[0] === '!' && name !== `!${own}`);
  return allows(os, process.platform) && allows(cpu, process.arch);
}
