import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium, findProgram } from './chromium.mjs';
import { runCommand } from './child-processes.mjs';
import { root } from './root.mjs';

/** What tests need besides packages: where it is found, and what Debian calls it. */
const needs = {
  chromium: {
    find: findBrowser,
    debian: ['chromium-headless-shell'],
    olderDebian: ['chromium'],
    advice: 'install Chromium or Chrome, or name one in CHROMIUM_PATH',
  },
  font: {
    find: findChineseFont,
    debian: ['fontconfig', 'fonts-noto-cjk'],
    advice: 'install a Chinese font (Noto CJK)',
  },
  postgres: { find: findPostgres, debian: ['postgresql'], advice: 'install PostgreSQL 15 or later' },
  redis: {
    find: () => findProgram('redis-server', 'valkey-server'),
    debian: ['redis-server'],
    advice: 'install Redis',
  },
};

/** Where each thing is, after installing from Debian what is missing and may be installed. */
export async function findOrInstall(names) {
  const found = await findAll(names);
  const missing = names.filter((name) => !found[name]);
  if (missing.length === 0) return found;
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return found;
  await installFromDebian(missing.flatMap((name) => needs[name].debian));
  const after = await findAll(names);
  const older = missing.filter((name) => !after[name]).flatMap((name) => needs[name].olderDebian ?? []);
  if (older.length === 0) return after;
  await installFromDebian(older);
  return findAll(names);
}

export const adviceFor = (name) => `${name} is missing: ${needs[name].advice}.`;

export async function findAll(names) {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await needs[name].find()])));
}

async function installFromDebian(packages) {
  console.log(`Installing ${packages.join(', ')} with apt-get…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await runCommand(['apt-get', 'update'], { env });
  const installed = await runCommand(['apt-get', 'install', '-y', '--no-install-recommends', ...packages], { env });
  if (installed.code !== 0) console.log(updated.output + installed.output);
}

async function findBrowser() {
  const own = findChromium();
  if (own) return existsSync(own) ? own : undefined;
  // The packages may be on their way still, and Node does not look twice.
  if (!existsSync(join(root, 'node_modules/@playwright/test'))) return undefined;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function findChineseFont() {
  if (process.platform === 'darwin') return 'built in';
  const { code, output } = await runCommand(['fc-list', ':lang=zh', 'file']);
  return code === 0 && output.trim() ? output.split(':')[0] : undefined;
}

/** The folder of PostgreSQL's programs: Debian keeps them off the PATH. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...process.env.PATH.split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
