import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../scripts/support/free-port.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'foyer-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installed = join(folder, 'opt/foyer');
const inside = (path) => join(installed, path);
// An older package that was in use: the new one is written over it.
for (const path of ['data', 'dist/server', 'node_modules/older']) mkdirSync(inside(path), { recursive: true });
for (const path of ['.env', 'data/PG_VERSION', 'dist/server/main.mjs', 'node_modules/older/index.js'])
  writeFileSync(inside(path), '# older');
const { stdout } = await run(process.execPath, ['scripts/package.mjs', '--out', installed]);

test('is at most 120 MB, says so, and has no packages for development', () => {
  const megabytes = Number(/: ([\d.]+) MB/.exec(stdout)?.[1]);
  expect(megabytes).toBeGreaterThan(10);
  expect(megabytes).toBeLessThanOrEqual(120);
  const forbidden = ['typescript', 'vite', 'vitest', 'playwright', 'drizzle-kit', 'react', 'fast-check', '@types'];
  expect(forbidden.filter((name) => existsSync(join(installed, 'node_modules', name)))).toEqual([]);
});

test('contains no file, no person and no key of the sandbox [D-49]', () => {
  const paths = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(paths).toContain('dist/server/main.mjs');
  expect(paths.filter((path) => /sandbox/i.test(path))).toEqual([]);
  // The build names the module that each part of a file comes from, as it does in the repository.
  const ofSandbox = /^\/\/ (sandbox|server\/src\/sandbox-seed)\//m;
  expect(readFileSync('dist/server/sandbox.mjs', 'utf8')).toMatch(ofSandbox);
  const [, key] = /-----BEGIN PRIVATE KEY-----\n(.+)\n/.exec(readFileSync('sandbox/src/sso/saml-key.ts', 'utf8'));
  const [, password] = /const password = '(.+)'/.exec(readFileSync('sandbox/src/people.ts', 'utf8'));
  const isOfSandbox = (text) =>
    ofSandbox.test(text) || [key, password, 'sandbox-secret-of'].some((one) => text.includes(one));
  const built = paths.filter((path) => path.startsWith('dist/') && statSync(inside(path)).isFile());
  expect(built.filter((path) => isOfSandbox(readFileSync(inside(path), 'utf8')))).toEqual([]);
  expect(['smtp-server', 'lean-qr'].filter((name) => existsSync(inside(`node_modules/${name}`)))).toEqual([]);
});

test('is production unless SANDBOX says otherwise, and says that it has no sandbox [D-49]', async () => {
  const start = (env) =>
    run(process.execPath, ['dist/server/main.mjs'], { cwd: installed, env: { PATH: process.env.PATH, ...env } });
  for (const env of [{}, { NODE_ENV: 'development' }])
    await expect(start(env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^PUBLIC_URL is "http:\/\/localhost:3000": give an https origin in production\n/),
    });
  await expect(start({ SANDBOX: 'on' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^SANDBOX is "on": this package does not contain the sandbox; [^\n]+\n$/),
  });
});

test('is written over an older one, and leaves the data and the settings of the service alone', () => {
  for (const path of ['.env', 'data/PG_VERSION']) expect(readFileSync(inside(path), 'utf8')).toBe('# older');
  expect(existsSync(inside('node_modules/older'))).toBe(false);
  expect(readFileSync(inside('dist/server/main.mjs'), 'utf8')).not.toBe('# older');
});

test('contains every package that the build imports, at the start or later', () => {
  const require = createRequire(join(installed, 'dist/server/main.mjs'));
  const files = readdirSync(join(installed, 'dist/server')).filter((name) => name.endsWith('.mjs'));
  const imported = files.flatMap((name) => {
    const text = readFileSync(join(installed, 'dist/server', name), 'utf8');
    return [
      ...text.matchAll(/^import (?:[^'"\n]*? from )?["']([^"'./][^"']*)["']|\bimport\(["']([^"'./][^"']*)["']\)/gm),
    ];
  });
  const folderOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  const specifiers = imported.map(([, first, second]) => first ?? second).filter((name) => !isBuiltin(name));
  const names = new Set(specifiers.map(folderOf));
  expect([...names]).toEqual(expect.arrayContaining(['fastify', 'pg', 'redis', 'oidc-provider', 'drizzle-orm']));
  const paths = require.resolve.paths('x').filter((path) => path.startsWith(folder));
  expect([...names].filter((name) => !paths.some((path) => existsSync(join(path, name))))).toEqual([]);
});

test('runs in production by itself, writes only into its data folder, and ends on SIGTERM', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    PORT: `${port}`,
    MANAGEMENT_PORT: `${managementPort}`,
    PUBLIC_URL: 'https://sign.example.com',
    SMS_GATEWAY: 'none',
    DATA_DIR: data,
    DRAIN_SECONDS: '0',
  };
  const before = listFiles(installed);
  // The service and its commands find the installation from any folder.
  const service = spawn(process.execPath, [inside('dist/server/main.mjs')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void service.kill('SIGKILL'));
  let output = '';
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const management = `http://127.0.0.1:${managementPort}`;
  while (!(await fetch(`${management}/readyz`).catch(() => undefined))?.ok) {
    if (service.exitCode !== null) throw new Error(`The service ended:\n${output}`);
    await pause(100);
  }

  const page = await fetch(`http://127.0.0.1:${port}/login/web`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')]);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  expect(await (await fetch(`${management}/metrics`)).text()).toContain('foyer_build_info{');

  const healthCheck = () => run(process.execPath, ['health-check.mjs'], { cwd: installed, env });
  await healthCheck();
  service.kill('SIGTERM');
  expect(await once(service, 'close')).toEqual([0, null]);
  await expect(healthCheck()).rejects.toMatchObject({ code: 1 });

  const command = join(installed, 'dist/server/foyer.mjs');
  expect((await run(process.execPath, [command, 'migrate'], { cwd: folder, env })).stdout).toBe(
    `Nothing to migrate, embedded database in ${data}.\n`,
  );
  expect(listFiles(installed)).toEqual(before);
});

const listFiles = (path) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .map((name) => `${name} ${statSync(join(path, name)).mtimeMs}`)
    .sort();
