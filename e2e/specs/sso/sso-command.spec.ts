import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minutes } from '@foyer/contract/time';
import { expect, test as base } from '../../fixtures/test.ts';
import { newDatabase } from '../../support/databases.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What `npx foyer` runs; npm itself takes as long as the command. */
const script = [process.execPath, join(root, 'scripts/foyer.mjs')];
const npx = ['npm', '--prefix', root, '--silent', 'exec', '--', 'foyer'];

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** No browser: runs `npx foyer` as an administrator does, in another folder, with the provider of the sandbox. */
const test = base.extend<{
  folder: string;
  foyer: (args: string[], settings?: Record<string, string>, command?: string[]) => Promise<Result>;
}>({
  folder: async ({}, provide, { outputDir }) => {
    await mkdir(outputDir, { recursive: true });
    await provide(outputDir);
  },
  foyer: async ({ folder, service }, provide) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...(await newDatabase()), SANDBOX: 'off', SSO_INSIDE_ORIGINS: service.origin };
    await provide((args, settings, [program, ...first] = script) => {
      return new Promise((resolve) => {
        const options = { cwd: folder, env: { ...env, ...settings } };
        execFile(program!, [...first, ...args], options, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
          resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() });
        });
      });
    });
  },
});
test.describe.configure({ timeout: minutes(10) });

test('adds companies by issuer, metadata file and metadata URL, and lists them [D-13]', async ({
  folder,
  foyer,
  service,
}) => {
  await writeFile(join(folder, 'secret'), 'sandbox-secret-of-acme\n');
  await writeFile(join(folder, 'wrong-secret'), 'sandbox-secret-of-globex\n');
  const metadataUrl = `${service.origin}/sandbox/saml/globex/metadata`;
  await writeFile(join(folder, 'metadata.xml'), await (await fetch(metadataUrl)).text());

  await test.step('OpenID Connect by issuer, while SSO is off', async () => {
    const issuer = `${service.origin}/sandbox/openid`;
    const add = (file: string) =>
      foyer(['sso', 'add', 'umbrella', '--oidc', issuer, '--client-id', 'foyer-at-acme', '--client-secret-file', file]);
    const refused = await add('wrong-secret');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('refuses the client id or secret') });
    const { code, stdout, stderr } = await add('secret');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('/api/sso/umbrella/callback');
    expect(stdout).toContain('SSO=on');
    expect((await foyer(['sso', 'test', 'umbrella'])).stdout).toContain('Client secret  accepted');
  });
  await test.step('SAML by metadata file', async () => {
    expect(await foyer(['sso', 'add', 'hooli', '--saml', 'metadata.xml'], { SSO: 'on' })).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Added hooli\.\n[^]*\/api\/sso\/hooli\/acs\n[^]*\/metadata$/),
    });
  });
  await test.step('SAML by metadata URL', async () => {
    expect(await foyer(['sso', 'add', 'wonka', `--saml=${metadataUrl}`])).toMatchObject({ code: 0 });
    const { code, stdout } = await foyer(['sso', 'test', 'wonka']);
    expect(code).toBe(0);
    expect(stdout).toContain('/saml/globex/sso');
  });
  await test.step('list', async () => {
    const { stdout } = await foyer(['sso', 'list', '--json'], {}, npx);
    const kinds = JSON.parse(stdout).map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`);
    expect(kinds).toEqual(expect.arrayContaining(['hooli saml', 'umbrella oidc', 'wonka saml']));
  });
});

test('prints the reason and exits with 1 when the metadata file is missing [D-13]', async ({ foyer }) => {
  const stderr = expect.stringMatching(/^nowhere\.xml cannot be read/);
  expect(await foyer(['sso', 'add', 'x', '--saml', 'nowhere.xml'])).toEqual({ code: 1, stdout: '', stderr });
});
