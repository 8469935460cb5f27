import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minutes } from '@foyer/contract/time';
import { expect, test as base } from '../../fixtures/test.ts';
import { newDatabase } from '../../support/servers/databases.ts';

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
  foyer: (args: string[], command?: string[]) => Promise<Result>;
}>({
  folder: async ({}, provide, { outputDir }) => {
    await mkdir(outputDir, { recursive: true });
    await provide(outputDir);
  },
  foyer: async ({ folder, service }, provide) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...(await newDatabase()), SANDBOX: 'off', SSO_INSIDE_ORIGINS: service.origin };
    await provide((args, [program, ...first] = script) => {
      return new Promise((resolve) => {
        execFile(program!, [...first, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
          resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() });
        });
      });
    });
  },
});
test.describe.configure({ timeout: minutes(10) });

test('adds companies by metadata file and URL while SSO is off, lists them, and exits with 1 without a file [D-13]', async ({
  folder,
  foyer,
  service,
}) => {
  const metadataUrl = `${service.origin}/sandbox/saml/globex/metadata`;
  await writeFile(join(folder, 'metadata.xml'), await (await fetch(metadataUrl)).text());
  expect(await foyer(['sso', 'add', 'hooli', '--saml', 'metadata.xml'])).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Added hooli\.\n[^]*\/api\/sso\/hooli\/acs\n[^]*\/metadata\n[^]*SSO=on/),
  });
  expect(await foyer(['sso', 'add', 'wonka', `--saml=${metadataUrl}`])).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await foyer(['sso', 'list', '--json'], npx);
  const kinds = JSON.parse(stdout).map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`);
  expect(kinds).toEqual(expect.arrayContaining(['hooli saml', 'wonka saml']));
  const stderr = expect.stringMatching(/^nowhere\.xml cannot be read/);
  expect(await foyer(['sso', 'add', 'x', '--saml', 'nowhere.xml'])).toEqual({ code: 1, stdout: '', stderr });
});
