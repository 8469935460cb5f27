import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samlCertificate } from '@foyer/sandbox/sso/saml-key';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { startFaultyOpenid } from '../../test/support/servers/faulty-openid.ts';
import { testDatabaseForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';

const provider = await startFaultyOpenid();
const { env, openDatabase } = await testDatabaseForFile();
const folder = temporaryFolder(afterAll);
afterAll(() => provider.close());

const settings = { SANDBOX: 'off', SSO: 'on', SSO_INSIDE_ORIGINS: provider.issuer };
const cli = testCli({ env: { ...env, ...settings }, openDatabase });
const sso = (...args: string[]) => cli('sso', ...args);
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const secret = file('secret', 'the client secret\n');
const oidc = (slug: string, issuer = provider.issuer, ...more: string[]) =>
  sso('add', slug, '--oidc', issuer, '--client-id', 'us', '--client-secret-file', secret, ...more);

const body = samlCertificate.replaceAll(/-----[^-]+-----|\s/g, '');
const metadata = (location = 'https://login.globex.example/sso', certificate = body) =>
  `<?xml version="1.0"?><!-- by hand --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.globex.example"><IDPSSODescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/></IDPSSODescriptor></EntityDescriptor>`;

describe('foyer sso', () => {
  test('adds, tests, lists and removes companies, and prints the URLs to enter at the provider', async () => {
    expect(await sso('list')).toEqual({ code: 0, stdout: 'No company has been added yet.', stderr: '' });
    const { stdout: added } = await oidc('acme', provider.issuer, '--email-only', '--mail-domain', 'acme.example');
    expect(added).toContain('Redirect URI         http://localhost:3000/api/sso/acme/callback');
    expect(added).not.toContain('the client secret');
    expect(added).not.toContain('SSO=on');
    expect(await sso('test', 'acme')).toEqual({
      code: 0,
      stdout: expect.stringContaining(`Sign-in URL    ${provider.issuer}/auth`),
      stderr: '',
    });
    expect((await sso('add', 'globex', '--saml', file('metadata.xml', metadata()))).stdout).toContain(
      'http://localhost:3000/api/sso/globex/acs',
    );
    expect((await sso('test', 'globex')).stdout).toContain('https://login.globex.example/sso');
    const { stdout: list } = await sso('list');
    expect(list).toMatch(/^acme\s+oidc {2}e-mail only {2}acme\.example\nglobex\s+saml$/);
    expect((await sso('remove', 'globex')).stdout).toContain('Removed globex');
    const missing = { code: 1, stdout: '', stderr: 'globex: there is no such company' };
    expect(await sso('remove', 'globex')).toEqual(missing);
    expect(await sso('test', 'globex')).toEqual(missing);
  });

  test('tries the client secret at the provider', async () => {
    await oidc('hooli');
    expect((await sso('test', 'hooli')).stdout).toContain('Client secret  accepted');
    provider.overrides.tokenError = { status: 400, body: { error: 'invalid_grant' } };
    expect((await sso('test', 'hooli')).stdout).toContain('Client secret  accepted');
    const { form } = provider.lastTokenRequest();
    expect(form.get('redirect_uri')).toBe('http://localhost:3000/api/sso/hooli/callback');
    provider.overrides.tokenError = { status: 500, body: {} };
    expect((await sso('test', 'hooli')).stdout).toContain('Client secret  not tested');
    provider.overrides.tokenError = { status: 401, body: { error: 'invalid_client' } };
    const { code, stderr } = await sso('test', 'hooli');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^hooli: its provider refuses the client id or secret/)]);
    expect((await oidc('hooli')).stderr).toMatch(/refuses the client id or secret/);
    provider.reset();
    await sso('remove', 'hooli');
  });

  test('prints JSON with --json, without the client secret', async () => {
    const { stdout, stderr } = await oidc('initech', provider.issuer, '--json');
    const company = { name: 'initech', kind: 'oidc', enabled: true, emailOnly: false, mailDomains: [] };
    const redirectUri = 'http://localhost:3000/api/sso/initech/callback';
    expect(JSON.parse(stdout)).toEqual({ ...company, created: true, redirectUri });
    expect(stderr).toBe('');
    expect(JSON.parse((await oidc('initech', provider.issuer, '--json')).stdout)).toMatchObject({ created: false });
    expect(JSON.parse((await sso('list', '--json')).stdout)).toContainEqual(company);
    const signInUrl = `${provider.issuer}/auth`;
    expect(JSON.parse((await sso('test', 'initech', '--json')).stdout)).toMatchObject({ name: 'initech', signInUrl });
    expect(JSON.parse((await sso('remove', 'initech', '--json')).stdout)).toEqual({ name: 'initech' });
    const { code, stderr: problem } = await sso('remove', 'initech', '--json');
    expect({ code, ...JSON.parse(problem) }).toEqual({ code: 1, error: 'initech: there is no such company' });
  });

  describe('rejects, and does not store,', () => {
    afterAll(async () => expect((await sso('list')).stdout).not.toContain('umbrella'));
    const saml = (source: string) => sso('add', 'umbrella', '--saml', source);

    test.each<[string, () => ReturnType<typeof sso>, RegExp]>([
      ['an issuer with a final slash', () => oidc('umbrella', `${provider.issuer}/`), /exactly this issuer/],
      ['a discovery URL', () => oidc('umbrella', `${provider.issuer}/.well-known/a`), /without \/\.well-known/],
      ['an issuer without https', () => oidc('umbrella', 'http://login.example.com'), /must be https/],
      ['a private issuer', () => oidc('umbrella', 'https://127.0.0.1:9'), /is the issuer right, and public/],
      ['a file without metadata', () => saml(file('bad.xml', 'hello')), /not plain XML/],
      ['a wrong metadata URL', () => saml(`${provider.issuer}/nowhere`), /answers with 404: give the URL of/],
      ['a missing file', () => saml('nowhere.xml'), /^nowhere\.xml cannot be read/],
    ])('%s', async (_, add, reason) => {
      const { code, stdout, stderr } = await add();
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(reason);
    });
  });
});
