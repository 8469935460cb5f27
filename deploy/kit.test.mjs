import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../scripts/support/chromium.mjs';
import { freePort } from '../scripts/support/free-port.mjs';
import { makeCertificate, startNginx, writeNginxConf } from '../scripts/support/nginx.mjs';

const run = promisify(execFile);
const read = (path) => readFileSync(path, 'utf8');
const settings = [...read('.env.example').matchAll(/^#([A-Z][A-Z_0-9]*)=/gm)].map(([, name]) => name);

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-kit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the image', () => {
  const text = read('deploy/Dockerfile').replace(/\\\n/g, ' ');
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));

  test('copies only what exists, and the manifest of each workspace before it installs packages', () => {
    const sources = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths]) => paths.split(' '));
    expect(sources.filter((path) => !existsSync(path))).toEqual([]);
    const { workspaces, scripts } = JSON.parse(read('package.json'));
    expect(sources).toEqual(expect.arrayContaining(workspaces.map((workspace) => `${workspace}/package.json`)));
    expect(text).toContain('RUN npm run --silent package -- --out /foyer');
    expect(scripts).toHaveProperty('package');
  });

  test('ends with a stage that has the package alone, runs as another user than root and checks its health', () => {
    expect(lastStage).toMatch(/^COPY --from=build --chown=root:root \/foyer \.\/$/m);
    expect(lastStage.match(/^COPY/gm)).toHaveLength(1);
    expect(lastStage).toMatch(/^USER (?!0|root)\d+:\d+$/m);
    expect(lastStage).toMatch(/^HEALTHCHECK .*CMD \["node", "health-check\.mjs"\]$/m);
    expect(lastStage).toMatch(/^CMD \["node", "--max-semi-space-size=64", "dist\/server\/main\.mjs"\]$/m);
    const variables = [...lastStage.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
    expect(variables.filter((name) => !settings.includes(name))).toEqual([]);
  });

  test('is built from another base and another npm registry where those are not reached, and asks for no syntax', () => {
    expect(text).not.toMatch(/^# syntax/m);
    expect(text.match(/^FROM .*$/gm)).toEqual(['FROM ${BASE} AS build', 'FROM ${BASE}']);
    expect(text).toMatch(/^ARG BASE=node:\d+-\S+$/m);
    expect(text).toContain('RUN npm ci --include=dev ${REGISTRY:+--registry=$REGISTRY}');
  });

  test('is labelled with its name, licence and commit', () => {
    const { license } = JSON.parse(read('package.json'));
    const labels = Object.fromEntries(
      [...lastStage.matchAll(/org\.opencontainers\.image\.(\w+)="(.*?)"/g)].map(([, name, value]) => [name, value]),
    );
    expect(labels).toMatchObject({ title: 'Foyer', licenses: license, revision: '${FOYER_COMMIT}' });
    expect(lastStage).toMatch(/^ARG FOYER_COMMIT$/m);
  });

  test('gets neither secrets nor what was built on this machine', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'dist', '**/node_modules', 'deploy/secrets']));
  });
});

describe('compose.yaml', () => {
  const text = read('deploy/compose.yaml');

  test('runs two nodes on a read-only file system, after the migrations, with PostgreSQL, Redis, nginx and mail', () => {
    const services = [
      ...text
        .slice(text.indexOf('\nservices:'))
        .split('\nnetworks:')[0]
        .matchAll(/^ {2}([\w-]+):/gm),
    ];
    expect(services.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['migrate', 'foyer-1', 'foyer-2', 'nginx', 'postgres', 'redis', 'mail']),
    );
    expect(text).toContain('read_only: true');
    expect(text).toContain("MIGRATE_AT_START: 'off'");
    expect(text).toContain('migrate: { condition: service_completed_successfully }');
  });

  test('names only settings that exist, and no secret in clear text', () => {
    const [, environment] = /environment: &environment\n([^]*?)\n {2}\w/.exec(text);
    const named = [...environment.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !settings.includes(name))).toEqual([]);
    expect(text).not.toMatch(/(PASSWORD|SECRETS?|TOKEN): \S|:\/\/[^\s/]+:[^\s/]+@/);
  });

  test('is reached at the port of PUBLIC_URL alone, and makes no browser remember https for localhost', () => {
    const [, port] = /PUBLIC_URL: https:\/\/localhost:(\d+)$/m.exec(text);
    expect(serviceOf('nginx')).toContain(`ports: ['${port}:443']`);
    expect(text).toContain("HSTS_DAYS: '0'");
    expect(text).not.toContain('HSTS_SUBDOMAINS');
  });

  test('gives each node an address that stays, which nginx knows while the node is down', () => {
    const nodes = [...read('deploy/nginx/foyer.conf').matchAll(/^ {4}server (\S+):3000 /gm)].map(([, name]) => name);
    const known = nodes.map((name) => `${name}:${/ipv4_address: (\S+) /.exec(serviceOf(name))[1]}`);
    expect(serviceOf('nginx')).toContain(`extra_hosts: [${known.map((one) => `'${one}'`).join(', ')}]`);
    expect(new Set(known.map((one) => one.split(':')[1])).size).toBe(nodes.length);
  });

  test('writes the log of nginx where its image has standard output', () => {
    expect(read('deploy/nginx/foyer.conf')).toMatch(/^ {4}access_log \/var\/log\/nginx\/access\.log foyer;$/m);
  });

  const serviceOf = (name) => new RegExp(`^ {2}${name}:.*\\n(?: {4}.*\\n|\\n)*`, 'm').exec(text)[0];

  test('mounts the secrets that the script makes, and files that exist', async () => {
    const folder = temporaryFolder();
    cpSync('deploy/secrets.sh', join(folder, 'secrets.sh'));
    await run('sh', [join(folder, 'secrets.sh')]);
    const sources = [...text.matchAll(/\{ file: (\S+) \}|- (\.\/\S+?):/g)].map(([, secret, mount]) => secret ?? mount);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((path) => !existsSync(join(folder, path)) && !existsSync(join('deploy', path)))).toEqual([]);
    const first = read(join(folder, 'secrets/database_url'));
    await run('sh', [join(folder, 'secrets.sh')]);
    expect(read(join(folder, 'secrets/database_url'))).toBe(first);
  });
});

describe('nginx', () => {
  test('accepts the sample, ends TLS, passes on the address of the client alone, and hides metrics and health', async () => {
    const folder = temporaryFolder();
    const { requests, port: backend } = await startBackend();
    const port = await freePort();
    await makeCertificate(folder);
    const sample = read('deploy/nginx/foyer.conf')
      .replaceAll('/etc/nginx/tls', folder)
      .replaceAll('/var/log/nginx/access.log', join(folder, 'foyer.log'))
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      // The first node does not answer, so that the second one is asked.
      .replace('server foyer-1:3000', `server 127.0.0.1:${await freePort()}`)
      .replace('server foyer-2:3000', `server 127.0.0.1:${backend}`);
    const nginx = findProgram('nginx');
    const checked = await run(nginx, ['-t', '-p', folder, '-c', writeNginxConf(folder, sample)]);
    expect(checked.stderr).toContain('test is successful');
    expect(checked.stderr).not.toContain('[warn]');

    const stop = await startNginx(nginx, folder, sample);
    onTestFinished(async () => void (await stop()));
    const forged = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1', traceparent: '00-a-b-01' };
    expect(await statusOf(port, '/login/web?a=1', forged)).toBe(200);
    expect(requests.at(-1)).toMatchObject({
      url: '/login/web?a=1',
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', host: `localhost:${port}` },
    });
    expect(Object.keys(requests.at(-1).headers)).not.toEqual(expect.arrayContaining(['forwarded']));
    expect(requests.at(-1).headers.traceparent).toBeUndefined();
    for (const path of ['/metrics', '/healthz', '/readyz']) expect(await statusOf(port, path)).toBe(404);
    expect(read(join(folder, 'foyer.log'))).toMatch(/ GET \/login\/web 200 /);

    // An answer of a node has the ID of the node, one of nginx its own, once each; the log has both.
    const ofNode = await answerOf(port, '/login/web');
    expect(ofNode.headers['x-request-id']).toBe('of-the-node');
    const own = await answerOf(port, '/metrics');
    expect(own.headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
    expect(read(join(folder, 'foyer.log'))).toMatch(/ GET \/login\/web 200 .* of-the-node\n/);
    expect(read(join(folder, 'foyer.log'))).toContain(` - ${own.headers['x-request-id']}\n`);
  });

  test('asks each node for a script, because nodes of two versions have different ones', async () => {
    const folder = temporaryFolder();
    const nodes = await Promise.all(['/assets/main-old.js', '/assets/main-new.js'].map((file) => startBackend([file])));
    const port = await freePort();
    await makeCertificate(folder);
    const sample = read('deploy/nginx/foyer.conf')
      .replaceAll('/etc/nginx/tls', folder)
      .replaceAll('/var/log/nginx/access.log', join(folder, 'foyer.log'))
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/server foyer-(\d):3000/g, (_, number) => `server 127.0.0.1:${nodes[number - 1].port}`);
    const stop = await startNginx(findProgram('nginx'), folder, sample);
    onTestFinished(async () => void (await stop()));
    // Twice each: nginx takes the nodes in turn.
    for (const file of ['old', 'old', 'new', 'new'])
      expect(await statusOf(port, `/assets/main-${file}.js`), file).toBe(200);
    expect(await statusOf(port, '/assets/main-none.js')).toBe(404);
    const asked = nodes.flatMap(({ requests }) => requests).length;
    // A page that does not exist is no reason to ask another node.
    expect(await statusOf(port, '/nothing')).toBe(404);
    expect(nodes.flatMap(({ requests }) => requests)).toHaveLength(asked + 1);
  });

  /** Answers these paths, or all. */
  async function startBackend(paths) {
    const requests = [];
    const server = createServer((request, response) => {
      requests.push({ url: request.url, headers: request.headers });
      response.setHeader('X-Request-Id', 'of-the-node');
      if (paths && !paths.includes(request.url)) response.statusCode = 404;
      response.end('ok');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { requests, port: /** @type {import('node:net').AddressInfo} */ (server.address()).port };
  }

  const statusOf = async (port, path, headers) => (await answerOf(port, path, headers)).statusCode;
  const answerOf = (port, path, headers = {}) =>
    new Promise((resolve, reject) => {
      // The certificate was made for this test.
      const options = { host: '127.0.0.1', servername: 'localhost', port, path, rejectUnauthorized: false };
      const request = httpsRequest({ ...options, headers: { host: `localhost:${port}`, ...headers } }, (response) => {
        response.resume().on('end', () => resolve(response));
      });
      request.on('error', reject).end();
    });
});

test.runIf(findProgram('systemd-analyze'))('systemd accepts the unit and finds it well protected', async () => {
  const folder = temporaryFolder();
  const unit = join(folder, 'foyer@3001.service');
  mkdirSync(join(folder, 'opt'));
  writeFileSync(unit, read('deploy/systemd/foyer@.service').replace('/usr/bin/node', process.execPath));
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  expect(stderr.split('\n').filter((line) => line.includes('foyer'))).toEqual([]);
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout);
  expect(Number(exposure)).toBeLessThan(3);
});

test('the unit starts again until the database is there', () => {
  const unit = read('deploy/systemd/foyer@.service');
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
});

test('the command for an installation with systemd uses the secrets of the unit', async () => {
  const [unit, command] = [read('deploy/systemd/foyer@.service'), read('deploy/systemd/foyer')];
  await run('sh', ['-n', 'deploy/systemd/foyer']);
  const inUnit = [...unit.matchAll(/(\w+_FILE)=%d\/(\w+)/g)].map(
    ([, name, file]) => `${name}=/etc/foyer/secrets/${file}`,
  );
  expect(inUnit.length).toBeGreaterThan(0);
  expect(command.split('\n').filter((line) => /^\w+_FILE=/.test(line))).toEqual(inUnit);
});

describe('alerts', () => {
  const rules = read('deploy/prometheus/foyer-rules.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

  test('are each explained in the manual, with what to do', () => {
    expect(alerts.length).toBeGreaterThan(10);
    const manual = read('docs/operate.md');
    expect(alerts.filter((name) => !manual.includes(`\n| \`${name}\` |`))).toEqual([]);
  });

  test('each have a test in which they are raised, and which starts without their series, as a new node does', () => {
    const tests = read('deploy/prometheus/foyer-rules.test.yml')
      .split(/^ {2}- name: /m)
      .slice(1);
    const raised = tests
      .filter((text) => [...text.matchAll(/^ {8}values: '(.+)'$/gm)].every(([, values]) => values.startsWith('_')))
      .flatMap((text) => [...text.matchAll(/alertname: (\w+)\n {8}exp_alerts:\n/g)].map(([, name]) => name));
    expect(alerts.filter((name) => !raised.includes(name))).toEqual([]);
  });

  test.runIf(findProgram('promtool'))('are accepted by promtool, and are raised when they should be', async () => {
    await run('promtool', ['check', 'rules', 'deploy/prometheus/foyer-rules.yml']);
    await run('promtool', ['test', 'rules', 'deploy/prometheus/foyer-rules.test.yml']);
  });

  test('have an expression with balanced brackets and quotes, a severity and a summary each', () => {
    const blocks = rules.split('- alert: ').slice(1);
    for (const block of blocks) {
      const expression = /expr: ?(?:>-)?([^]*?)\n {8}(?:for|labels):/.exec(block)?.[1] ?? '';
      const without = expression.replace(/"[^"]*"/g, '');
      for (const [open, close] of ['()', '{}', '[]'])
        expect(without.split(open).length, block).toBe(without.split(close).length);
      expect(without).not.toContain('"');
      expect(block).toMatch(/severity: (critical|warning)/);
      expect(block).toMatch(/summary: '.+'/);
    }
  });
});
