import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand, startServer } from '../../scripts/support/child-processes.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../../scripts/support/temporary-folder.mjs';

// Builds the image of deploy/Dockerfile and runs it, without Docker: buildah needs no daemon, and root alone.
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const [, nodeMajor = ''] = /^ARG BASE=node:(\d+)-/m.exec(dockerfile) ?? [];
const { buildah: program } = await findOrInstall(['buildah']);
if (!program) fail(adviceFor('buildah'));

await withTemporaryFolder(async (folder: string) => {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) => [program, ...store, ...args];
  const run = async (...command: string[]) => {
    // Without namespaces of its own, so that it also works inside of a container.
    const { code, output } = await runCommand(command, { env: { BUILDAH_ISOLATION: 'chroot' } });
    if (code !== 0) fail(`${command.map((part) => basename(part)).join(' ')}\n${output}`);
    return output.trim();
  };

  await step('base', async () => {
    if (values.base) return values.base;
    const { debootstrap } = await findOrInstall(['debootstrap']);
    if (!debootstrap) fail(adviceFor('debootstrap'));
    const base = join(folder, 'base');
    await run(debootstrap, '--variant=minbase', '--include=ca-certificates', 'bookworm', base);
    await addNode(base);
    const container = await run(...buildah('from', 'scratch'));
    await run(...buildah('copy', '-q', container, base, '/'));
    await run(...buildah('commit', '-q', container, 'localhost/base'));
    return `Debian bookworm with Node.js ${nodeMajor}`;
  });
  await step('build', async () => {
    const names = { BASE: values.base ?? 'localhost/base', FOYER_COMMIT: commit };
    const args = Object.entries(names).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    await run(...buildah('build', '--network', 'host', '-f', 'deploy/Dockerfile', ...args, '-t', 'foyer', '.'));
    const { OCIv1 } = JSON.parse(await run(...buildah('inspect', '--type', 'image', 'foyer')));
    const { User, Labels } = OCIv1.config;
    if (User !== '1000:1000' || Labels['org.opencontainers.image.revision'] !== commit)
      fail(`The image is of another user or commit: ${User}, ${JSON.stringify(Labels)}`);
    return `user ${User}, ${Object.keys(Labels).length} labels`;
  });
  await step('run', async () => {
    const container = await run(...buildah('from', 'foyer'));
    const [port, managementPort] = [await freePort(), await freePort()];
    const settings = {
      PUBLIC_URL: 'https://sign.example.com',
      SMS_GATEWAY: 'none',
      DRAIN_SECONDS: '0',
      PORT: port,
      MANAGEMENT_PORT: managementPort,
    };
    const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const inside = (...command: string[]) => buildah('run', ...variables, container, '--', ...command);
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile.split('\nFROM ').at(-1)!) ?? [];
    const stop = await startServer(inside(...JSON.parse(command)), {
      env: { BUILDAH_ISOLATION: 'chroot' },
      ready: /"event":"open"/,
    });
    const page = await (await fetch(`http://127.0.0.1:${port}/login/web`)).text();
    if (!page.includes('<form')) fail('The page has no form');
    await run(...inside('node', 'health-check.mjs'));
    const version = await run(...inside('node', '--version'));
    if (!version.startsWith(`v${nodeMajor}.`))
      fail(`The image has Node.js ${version}, and its base should have ${nodeMajor}`);
    const metrics = await (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
    if (!metrics.includes(`+${commit}"`)) fail('The version has no commit');
    await stop();
    while (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) await pause(100);
    return `Node.js ${version}, page, metrics and health check`;
  });

  /** The version that the Dockerfile names, from the npm registry, with the npm and the certificates of this machine. */
  async function addNode(base: string) {
    const packages = join(folder, 'node');
    mkdirSync(packages);
    writeFileSync(join(packages, 'package.json'), '{}');
    await run('npm', 'install', '--prefix', packages, `node-linux-${process.arch}@${nodeMajor}`);
    cpSync(join(packages, `node_modules/node-linux-${process.arch}/bin/node`), join(base, 'usr/bin/node'));
    const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
    cpSync(npm, join(base, 'usr/lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/bin/npm'));
    const certificates = process.env.NODE_EXTRA_CA_CERTS;
    if (certificates) appendFileSync(join(base, 'etc/ssl/certs/ca-certificates.crt'), readFileSync(certificates));
    mkdirSync(join(base, 'usr/etc'), { recursive: true });
    writeFileSync(join(base, 'usr/etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  }
});

/** Says what was done, and how long it took. */
async function step(name: string, work: () => Promise<string>) {
  const start = performance.now();
  const result = await work();
  console.log(`✓ ${name.padEnd(6)} ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${result}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
