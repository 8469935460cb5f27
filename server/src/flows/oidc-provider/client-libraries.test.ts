import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Auth, type AuthConfig, customFetch, skipCSRFCheck } from '@auth/core';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { addClient, navigator, newPerson, redirectOf, secretOf } from '../../../test/support/test-oidc.ts';

/* Libraries that applications use, besides openid-client, which all other tests use. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await services.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = services.app.server.address() as AddressInfo;
const issuer = services.config.publicUrl;
const application = 'https://app.example.com';

/** `fetch` that reaches the service, which does not listen at its public URL. */
const fetchService: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return fetch(url.replace(issuer, `http://127.0.0.1:${port}`), init);
};

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
  return { url, ouid, mobile };
}

interface Claims {
  sub: string;
  name: string;
  phone_number: string;
}

test('Auth.js signs a person in', async () => {
  await addClient(services, {
    id: 'auth-js',
    claimsInIdToken: true,
    redirectUris: [`${application}/auth/callback/foyer`],
  });
  const config: AuthConfig = {
    basePath: '/auth',
    secret: 'a secret of the application',
    trustHost: true,
    // A test has no form that the token would protect.
    skipCSRFCheck,
    providers: [
      {
        id: 'foyer',
        name: 'Foyer',
        type: 'oidc',
        issuer,
        clientId: 'auth-js',
        clientSecret: secretOf('auth-js'),
        checks: ['pkce', 'state', 'nonce'],
        authorization: { params: { scope: 'openid profile phone' } },
        profile: ({ sub, name, phone_number: phone }: Claims) => ({ id: sub, name, email: phone }),
        [customFetch]: fetchService,
      },
    ],
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
  const { url, mobile } = await signInFor(String(start.headers.get('location')));
  const end = await visit(url.href);
  expect(end.headers.get('location')).toBe(application);
  const session: unknown = await (await visit('/auth/session')).json();
  expect(session).toMatchObject({ user: { name: '林爱丽', email: `+86${mobile}` } });
});

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
  const at = (path: string) => `http://127.0.0.1:${port}/oidc/${path}`;
  const strategy = new Strategy(
    {
      issuer,
      authorizationURL: at('auth'),
      tokenURL: at('token'),
      userInfoURL: at('userinfo'),
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
  const { search } = new URL(start.location);
  const { url, ouid } = await signInFor(`/oidc/auth${search}`);
  const end = await authenticate({ query: Object.fromEntries(url.searchParams), session });
  expect(end).toMatchObject({ user: { id: ouid, displayName: '林爱丽' } });
});
