import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samlCertificate } from '@foyer/sandbox/sso/saml-key';
import { afterAll, describe, expect, test } from 'vitest';
import { startFaultyOpenid } from '../../test/support/faulty-openid.ts';
import { newClientIp } from '../../test/support/test-app.ts';
import { runSso } from './sso.ts';

const provider = await startFaultyOpenid();
const place = await newClientIp();
const folder = mkdtempSync(join(tmpdir(), 'foyer-sso-'));
afterAll(async () => {
  await provider.close();
  await place.clear();
  rmSync(folder, { recursive: true });
});

const env = { ...place.env, SANDBOX: 'off', SSO: 'on', SSO_INSIDE_ORIGINS: provider.issuer };
const sso = (...args: string[]) => runSso(args, env);
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const secret = file('secret', 'what only we know\n');
const oidc = (slug: string, issuer = provider.issuer, ...more: string[]) =>
  sso('add', slug, '--oidc', issuer, '--client-id', 'us', '--client-secret-file', secret, ...more);

const body = samlCertificate.replaceAll(/-----[^-]+-----|\s/g, '');
const metadata = (location = 'https://login.globex.example/sso', certificate = body) =>
  `<?xml version="1.0"?><!-- by hand --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.globex.example"><IDPSSODescriptor><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/></IDPSSODescriptor></EntityDescriptor>`;

describe('an administrator', () => {
  test('adds, tests, lists and removes companies, and is told what to enter where', async () => {
    expect(await sso('list')).toBe('There is no company yet.');
    const added = await oidc('acme', provider.issuer, '--email-only', '--mail-domain', 'acme.example');
    expect(added).toContain('Redirect URI         http://localhost:3000/api/sso/acme/callback');
    expect(added).not.toContain('what only we know');
    expect(await sso('test', 'acme')).toContain(`People go to  ${provider.issuer}/auth`);
    expect(await sso('add', 'globex', '--saml', file('metadata.xml', metadata()))).toContain(
      'http://localhost:3000/api/sso/globex/acs',
    );
    expect(await sso('test', 'globex')).toContain('https://login.globex.example/sso');
    expect(await sso('list')).toMatch(/^acme\s+oidc {2}e-mail only {2}acme\.example\nglobex\s+saml$/);
    expect(await sso('remove', 'globex')).toContain('Removed globex');
    await expect(sso('remove', 'globex')).rejects.toThrow('there is no such company');
  });

  test('is told why a connection cannot work, and nothing is kept of it', async () => {
    await expect(oidc('umbrella', `${provider.issuer}/`)).rejects.toThrow(/exactly this name/);
    await expect(oidc('umbrella', `${provider.issuer}/.well-known/openid-configuration`)).rejects.toThrow(
      /without \/\.well-known/,
    );
    await expect(oidc('umbrella', 'http://login.example.com')).rejects.toThrow(/must be https/);
    await expect(oidc('umbrella', 'https://127.0.0.1:9')).rejects.toThrow(/is the issuer right, and public/);
    await expect(sso('add', 'umbrella', '--saml', file('bad.xml', 'hello'))).rejects.toThrow(/no plain XML/);
    await expect(sso('add', 'umbrella', '--saml', `${provider.issuer}/nowhere`)).rejects.toThrow(
      /answers with 404: give the metadata's own address/,
    );
    await expect(sso('list', '--email-only')).rejects.toThrow(/^--email-only is for add/);
    await expect(sso('add', 'x', '--what')).rejects.toThrow(/^Unknown option '--what'/);
    expect(await sso('list')).not.toContain('umbrella');
  });

  test.each([[[]], [['add']], [['list', 'acme']], [['remove']], [['add', 'x', '--what']]])(
    'is told how to ask when they asked %j',
    async (args) => {
      await expect(sso(...args)).rejects.toThrow('npm run sso -- add NAME');
    },
  );
});
