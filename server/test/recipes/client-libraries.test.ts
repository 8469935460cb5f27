import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import { type NavigateParams, UserManager } from 'oidc-client-ts';
import { expect, onTestFinished, test } from 'vitest';
import { filesOf, listeningAppForFile } from '../support/flows/test-applications.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { addClient, navigator, newPerson, redirectOf, secretOf } from '../support/flows/test-oidc.ts';

/* Libraries that applications use, besides openid-client, which all other tests use. */

const services = await listeningAppForFile();
const { publicUrl: issuer } = services.config;
const application = 'https://app.example.com';

/** The person signs in for a request of an application; returns where the browser is sent then. */
async function signInFor(authorizationUrl: string) {
  const { mobile, password, ouid } = await newPerson(services, {
    name: '林爱丽',
    email: `${Math.random()}@example.com`,
  });
  const browser = services.browser();
  const { open } = navigator(services, browser);
  const page = await open(authorizationUrl);
  await browser.signIn(mobile, password, { redirectUrl: redirectOf(page) });
  const { url } = await open(redirectOf(page));
  return { url, ouid, mobile, browser, open };
}

test('Auth.js signs a person in with the provider of the recipe, and asks for two factors', async () => {
  await addClient(services, {
    id: 'auth-js',
    claimsInIdToken: true,
    redirectUris: [`${application}/auth/callback/foyer`],
  });
  const file = join(temporaryFolder(onTestFinished), 'foyer.mjs');
  const settings = { ISSUER: issuer, CLIENT_ID: 'auth-js', CLIENT_SECRET: secretOf('auth-js') };
  const [, code = ''] = filesOf('next').find(([name]) => name === 'foyer.mjs') ?? [];
  writeFileSync(file, code.replace('process.env', JSON.stringify(settings)));
  const { foyer, callbacks } = (await import(pathToFileURL(file).href)) as {
    foyer: AuthConfig['providers'][number];
    callbacks: NonNullable<AuthConfig['callbacks']>;
  };
  const config: AuthConfig = {
    basePath: '/auth',
    secret: 'a secret of the application',
    trustHost: true,
    // A test has no form that the token would protect.
    skipCSRFCheck,
    providers: [foyer],
    callbacks,
  };
  const jar = new Map<string, string>();
  async function visit(path: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(new URL(path, application), { ...init, headers: { cookie } });
    const response = await Auth(request, config);
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    return response;
  }

  const start = await visit('/auth/signin/foyer', { method: 'POST', body: new URLSearchParams() });
  const { url, ouid } = await signInFor(String(start.headers.get('location')));
  const end = await visit(url.href);
  expect(end.headers.get('location')).toBe(application);
  const session: unknown = await (await visit('/auth/session')).json();
  expect(session).toMatchObject({ user: { id: ouid, name: '林爱丽' }, acr: 'urn:foyer:one-factor' });

  const twoFactors = '/auth/signin/foyer?acr_values=urn:foyer:two-factors';
  const again = await visit(twoFactors, { method: 'POST', body: new URLSearchParams() });
  expect(again.headers.get('location')).toContain('acr_values=urn%3Afoyer%3Atwo-factors');
});

test('oidc-client-ts, which revokes its tokens first, signs a person in and out', async () => {
  const [callback, signedOut] = [`${application}/`, `${application}/signed-out`];
  const client = { id: 'spa', authentication: 'none', secretHash: null } as const;
  await addClient(services, { ...client, redirectUris: [callback], postLogoutRedirectUris: [signedOut] });
  /** Where the library would send the browser. */
  let sentTo = '';
  const browser = {
    prepare: async () => ({
      navigate: async ({ url }: NavigateParams) => ({ url: (sentTo = url) }),
      close() {},
    }),
    callback: async () => {},
  };
  const settings = {
    authority: issuer,
    client_id: 'spa',
    redirect_uri: callback,
    post_logout_redirect_uri: signedOut,
    scope: 'openid profile phone',
    loadUserInfo: true,
    revokeTokensOnSignout: true,
  };
  const manager = new UserManager(settings, browser, browser, browser);
  await manager.signinRedirect();
  const { url, ouid, mobile, open } = await signInFor(sentTo);
  const user = await manager.signinRedirectCallback(url.href);
  expect(user.profile).toMatchObject({ sub: ouid, name: '林爱丽', phone_number: `+86${mobile}` });

  await manager.signoutRedirect();
  expect((await open(sentTo)).url.href).toContain(signedOut);
  expect((await fetch(`${issuer}/oidc/userinfo`, { headers: bearer(user.access_token) })).status).toBe(401);
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface PassportRequest {
  query: Record<string, string>;
  session: Record<string, unknown>;
}
interface Profile {
  id: string;
  displayName: string;
}
/** A strategy of Passport, which makes a copy of it for each request and adds what follows from it. */
declare class PassportStrategy {
  constructor(
    options: object,
    verify: (issuer: string, profile: Profile, done: (e: null, user: Profile) => void) => void,
  );
  authenticate(request: PassportRequest): void;
  redirect?(url: string): void;
  success?(user: Profile): void;
  fail?(reason: unknown): void;
  error?(error: Error): void;
}
const require = createRequire(import.meta.url);
const { Strategy } = require('passport-openidconnect') as { Strategy: typeof PassportStrategy };

test('passport-openidconnect, which has no PKCE, signs a person in', async () => {
  await addClient(services, { id: 'passport', pkceOptional: true });
  const strategy = new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/oidc/auth`,
      tokenURL: `${issuer}/oidc/token`,
      userInfoURL: `${issuer}/oidc/userinfo`,
      clientID: 'passport',
      clientSecret: secretOf('passport'),
      callbackURL: `${application}/callback`,
      scope: 'profile',
      skipUserProfile: false,
      nonce: true,
    },
    (_, profile, done) => done(null, profile),
  );
  /** What Passport does with a strategy. */
  const authenticate = (request: PassportRequest) =>
    new Promise<{ location: string } | { user: Profile }>((resolve, reject) => {
      const copy = Object.assign(Object.create(strategy) as PassportStrategy, {
        redirect: (location: string) => resolve({ location }),
        success: (user: Profile) => resolve({ user }),
        fail: (reason: unknown) => reject(new Error(JSON.stringify(reason))),
        error: reject,
      });
      copy.authenticate(request);
    });

  const session = {};
  const start = await authenticate({ query: {}, session });
  if (!('location' in start)) throw new Error('The strategy did not redirect');
  const { url, ouid } = await signInFor(start.location);
  const end = await authenticate({ query: Object.fromEntries(url.searchParams), session });
  expect(end).toMatchObject({ user: { id: ouid, displayName: '林爱丽' } });
});
