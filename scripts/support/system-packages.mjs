import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { runCommand } from './child-processes.mjs';
import { findChromium, findProgram, headlessShell } from './chromium.mjs';
import { root } from './root.mjs';

/**
 * What tests need besides npm packages: how each is found, and the Debian packages that provide it, alternatives in
 * order of preference.
 * @type {Record<string, { find: () => unknown, alternatives: string[][], advice: string }>}
 */
const requirements = {
  chromium: {
    find: findBrowser,
    alternatives: [[headlessShell], ['chromium']],
    advice: 'install Chromium or Chrome, or set CHROMIUM_PATH',
  },
  firefox: {
    find: () => process.env.FIREFOX_PATH || findProgram('firefox-esr', 'firefox'),
    alternatives: [['firefox-esr'], ['firefox']],
    advice: 'install Firefox, or set FIREFOX_PATH',
  },
  webkit: {
    find: () => findProgram('WebKitWebDriver'),
    alternatives: [['webkit2gtk-driver']],
    advice: 'install WebKitWebDriver of WebKitGTK (Debian: webkit2gtk-driver)',
  },
  xvfb: { find: () => findProgram('Xvfb'), alternatives: [['xvfb']], advice: 'install Xvfb' },
  font: {
    find: findChineseFont,
    alternatives: [['fontconfig', 'fonts-noto-cjk']],
    advice: 'install a Chinese font (Noto CJK)',
  },
  postgres: { find: findPostgres, alternatives: [['postgresql']], advice: 'install PostgreSQL 15 or later' },
  redis: {
    find: () => findProgram('redis-server', 'valkey-server'),
    alternatives: [['redis-server']],
    advice: 'install Redis',
  },
  webp: {
    find: () => findProgram('img2webp') && findProgram('cwebp'),
    alternatives: [['webp']],
    advice: 'install the programs of WebP (cwebp, img2webp)',
  },
  promtool: {
    find: () => findProgram('promtool'),
    alternatives: [['prometheus']],
    advice: 'install promtool (Prometheus)',
  },
  pgbouncer: {
    find: () => findProgram('pgbouncer'),
    alternatives: [['pgbouncer']],
    advice: 'install PgBouncer',
  },
  apache: {
    find: () => existsSync('/usr/lib/apache2/modules/mod_auth_openidc.so') && findProgram('apache2'),
    alternatives: [['apache2', 'libapache2-mod-auth-openidc']],
    advice: 'install Apache with mod_auth_openidc',
  },
  django: {
    find: findDjango,
    alternatives: [['python3-django', 'python3-social-django', 'python3-jose']],
    advice: "install Debian's python3-social-django and python3-jose",
  },
  systemd: {
    find: () => findProgram('systemd-analyze'),
    alternatives: [['systemd']],
    advice: 'install systemd-analyze (systemd)',
  },
  buildah: { find: () => findProgram('buildah'), alternatives: [['buildah', 'crun']], advice: 'install buildah' },
  debootstrap: {
    find: () => findProgram('debootstrap'),
    alternatives: [['debootstrap']],
    advice: 'install debootstrap, or name a base by --base',
  },
  nginx: { find: () => findProgram('nginx'), alternatives: [['nginx-light'], ['nginx']], advice: 'install nginx' },
};

/**
 * Finds the paths of what is named, after installing with apt-get what is missing. Where this process may not do that, it says
 * why.
 * @template {string} Name
 * @param {Name[]} names
 */
export async function findOrInstall(names) {
  const found = await findAll(names);
  const missing = names.filter((name) => !found[name]);
  const installShell = /** @type {string[]} */ (names).includes('chromium') && found['chromium'] && isSlowChromium();
  if (!missing.length && !installShell) return found;
  const obstacle = obstacleToInstalling();
  if (obstacle) {
    if (missing.length) console.log(`Not installed, because ${obstacle}: ${missing.join(', ')}`);
    return found;
  }

  const update = await aptGet('update');
  for (const name of missing) await installAny(requirements[name].alternatives, update.output);
  if (installShell && !(await aptInstall([headlessShell])).installed)
    console.log(`${headlessShell} cannot be installed. The browser tests use ${found['chromium']}, which is slower.`);
  return findAll(names);
}

/**
 * @template {string} Name
 * @param {Name[]} names
 * @returns {Promise<Record<Name, string | undefined>>}
 */
export async function findAll(names) {
  const found = await Promise.all(names.map(async (name) => [name, await requirements[name].find()]));
  return Object.fromEntries(found);
}

/** @param {string} name */
export const adviceFor = (name) => `${name} is missing: ${requirements[name].advice}.`;

/** What a step does without what it wants. */
export const skippedWithout = (wants, found) =>
  wants.filter((name) => !found[name]).map((name) => `Tests are skipped. ${adviceFor(name)}`);

/** Why this process cannot install packages. */
export function obstacleToInstalling(uid = process.getuid?.(), installer = findProgram('apt-get')) {
  if (!installer) return 'there is no apt-get';
  return uid === 0 ? undefined : 'only root may do that';
}

/** Whether the browser tests would run in a full Chromium that was not chosen by CHROMIUM_PATH. */
function isSlowChromium() {
  const chromium = findChromium();
  return !process.env.CHROMIUM_PATH && chromium && basename(chromium) !== headlessShell;
}

/** Tries the alternatives one after the other: older releases of Debian do not have every package. */
async function installAny(alternatives, updateOutput) {
  const outputs = [updateOutput];
  for (const packages of alternatives) {
    const { installed, output } = await aptInstall(packages);
    if (installed) return;
    outputs.push(output);
  }
  console.log(outputs.join('\n'));
}

async function aptInstall(packages) {
  console.log(`Installing ${packages.join(', ')} with apt-get…`);
  const { code, output } = await aptGet('install', '-y', '--no-install-recommends', ...packages);
  return { installed: code === 0, output };
}

function aptGet(...args) {
  const waitForLock = ['-o', 'DPkg::Lock::Timeout=120'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return runCommand(['apt-get', ...waitForLock, ...args], { env, stallLimit: 5 * 60_000 });
}

async function findBrowser() {
  const chromium = findChromium();
  if (chromium) return existsSync(chromium) ? chromium : undefined;
  // While the npm packages are being installed Playwright cannot be imported, and Node would cache the failure.
  if (!existsSync(join(root, 'node_modules/@playwright/test'))) return undefined;
  const playwright = await import('@playwright/test');
  const bundled = playwright.chromium.executablePath();
  return existsSync(bundled) ? bundled : undefined;
}

async function findChineseFont() {
  if (process.platform === 'darwin') return 'built in';
  const { code, output } = await runCommand(['fc-list', ':lang=zh', 'file']);
  return code === 0 && output.trim() ? output.split(':')[0] : undefined;
}

/** The Python of Debian, if it has Django and what signs people in there. */
async function findDjango() {
  const python = '/usr/bin/python3';
  if (!existsSync(python)) return undefined;
  const { code } = await runCommand([
    python,
    '-c',
    'import django, social_django, social_core.backends.open_id_connect',
  ]);
  return code === 0 ? python : undefined;
}

/** The folder of PostgreSQL's programs. Debian does not put them on the PATH. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...process.env.PATH.split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
