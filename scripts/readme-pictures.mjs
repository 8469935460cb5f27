import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfStale } from './support/build-if-stale.mjs';
import { runOrExit } from './support/child-processes.mjs';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';
import { adviceFor, findOrInstall } from './support/system-packages.mjs';

process.chdir(root);
await installPackages();
await buildIfStale();

const needed = ['chromium', 'font', 'webp'];
const found = await findOrInstall(needed);
for (const name of needed) {
  if (found[name]) continue;
  console.error(adviceFor(name));
  process.exit(1);
}

const command = ['test', '--config=e2e/readme-pictures', ...process.argv.slice(2)];
const env = { ...process.env, FONTCONFIG_FILE: await pinFonts(dirname(found.font)) };
const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), command, { stdio: 'inherit', env });
process.exit(status ?? 1);

/**
 * Writes a font configuration with two families only, so that the pictures are the same on every machine: Roboto for
 * English and Noto for Chinese. Roboto is unpacked and not installed: another font would change the pictures of tests.
 */
async function pinFonts(chineseFonts) {
  const folder = join(root, 'node_modules/.cache/readme-pictures');
  const roboto = join(folder, 'usr/share/fonts/truetype/roboto');
  if (!existsSync(roboto)) {
    mkdirSync(folder, { recursive: true });
    const download = 'apt-get download fonts-roboto-unhinted && dpkg-deb -x fonts-roboto-unhinted_*.deb .';
    await runOrExit(['sh', '-c', `cd '${folder}' && ${download}`], 'The font Roboto could not be downloaded');
  }
  const file = join(folder, 'fonts.conf');
  const folders = [roboto, chineseFonts].map((path) => `<dir>${path}</dir>`).join('');
  const cache = `<cachedir>${join(folder, 'cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>\n`);
  return file;
}
