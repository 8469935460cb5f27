import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';

/**
 * Writes another build to a folder: the one of `dist`, with other names for all files of the page, as after a change that
 * reaches each of them. They are sent as they are: their compressed copies are left out.
 */
export function writeOtherBuild(folder: string) {
  mkdirSync(folder);
  for (const name of readdirSync(root)) if (name !== 'dist') symlinkSync(join(root, name), join(folder, name));
  const isCompressed = /\/assets\/.*\.(br|gz)$/;
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !isCompressed.test(path) });

  const assets = join(folder, 'dist/web/assets');
  const names = readdirSync(assets);
  const other = (name: string) => name.replace(/\.\w+$/, '-other$&');
  for (const name of names) renameSync(join(assets, name), join(assets, other(name)));
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of [
    join(folder, 'dist/web/.vite/manifest.json'),
    ...readdirSync(assets).map((name) => join(assets, name)),
  ])
    writeFileSync(file, readFileSync(file, 'utf8').replace(anyName, other));
}
