import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minutes } from '@foyer/contract/time';
import { expect, test as visit } from '../../fixtures/test.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Ended {
  code: number;
  said: string;
  complained: string;
}

/** No browser: the command as an administrator gives it, in a folder of theirs, beside a provider that is really there. */
const test = visit.extend<{ here: string; sso: (args: string[], settings?: Record<string, string>) => Promise<Ended> }>(
  {
    here: async ({}, lend) => {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
      await cp(process.env.DATA_TEMPLATE!, join(folder, 'data'), { recursive: true });
      await lend(folder);
      await rm(folder, { recursive: true, force: true });
    },
    sso: ({ here, service }, lend) =>
      lend((args, settings) => {
        const { PATH = '', HOME = '' } = process.env;
        const given = { DATA_DIR: join(here, 'data'), SANDBOX: 'off', SSO_INSIDE_ORIGINS: service.origin, ...settings };
        const command = ['--prefix', root, '--silent', 'run', 'sso', '--', ...args];
        return new Promise((resolve) => {
          execFile('npm', command, { cwd: here, env: { PATH, HOME, ...given } }, (error, said, complained) => {
            const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
            resolve({ code, said: said.trim(), complained: complained.trim() });
          });
        });
      }),
  },
);
test.describe.configure({ timeout: minutes(3) });

test('an administrator adds companies by issuer, file and address, and looks at them [D-13]', async ({
  here,
  sso,
  service,
}) => {
  await writeFile(join(here, 'secret'), 'what only we know\n');
  const address = `${service.origin}/sandbox/saml/globex/metadata`;
  await writeFile(join(here, 'metadata.xml'), await (await fetch(address)).text());

  const issuer = `${service.origin}/sandbox/openid`;
  const oidc = ['--oidc', issuer, '--client-id', 'us', '--client-secret-file', 'secret'];
  const added = await sso(['add', 'umbrella', ...oidc]);
  expect(added).toMatchObject({ code: 0, complained: '', said: expect.stringContaining('/api/sso/umbrella/callback') });
  expect(added.said).toContain('SSO=on');
  expect(await sso(['add', 'hooli', '--saml', 'metadata.xml'], { SSO: 'on' })).toEqual({
    code: 0,
    complained: '',
    said: expect.stringMatching(/^Added hooli\.\n[^]*\/api\/sso\/hooli\/acs\n[^]*\/metadata$/),
  });
  expect(await sso(['add', 'wonka', `--saml=${address}`])).toMatchObject({ code: 0 });
  expect(await sso(['test', 'wonka'])).toMatchObject({ code: 0, said: expect.stringContaining('/saml/globex/sso') });
  const { said } = await sso(['list']);
  expect(said).toMatch(/^hooli +saml$/m);
  expect(said).toMatch(/^umbrella +oidc$/m);
  expect(said).toMatch(/^wonka +saml$/m);
});

test('whoever asks for what cannot be is told why, and the shell hears of it [D-13]', async ({ sso }) => {
  const complained = expect.stringMatching(/^nowhere\.xml cannot be read/);
  expect(await sso(['add', 'x', '--saml', 'nowhere.xml'])).toEqual({ code: 1, said: '', complained });
});

test('while the service has the embedded database, the command says what to do [D-13]', async ({ sso, service }) => {
  const { code, complained } = await sso(['list'], { DATA_DIR: service.dataFolder });
  expect(code).toBe(1);
  expect(complained).toMatch(/is in use by process \d+/);
  expect(complained).toMatch(/stop it, give this command again, and start it\s+again/);
});
