import { endOtherSessions } from '@foyer/contract/flows/session';
import { type Wire, readJson } from '../../client.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createBrowser } from '../browser.ts';
import { done } from '../../client.ts';
import type { Scene } from '../people/people.ts';
import type { Race } from './race.ts';
import type { Browser } from '../browser.ts';

const redirectUri = 'https://app.foyer.test/callback';

/** An application of the operator that cannot keep a secret. */
const addApplication = ({ installation }: Pick<Scene, 'installation'>) =>
  installation.sql(
    'insert into oidc_clients (id, name, authentication, redirect_uris, post_logout_redirect_uris, first_party, ' +
      'require_pushed_requests, require_signed_requests, created_at) ' +
      `values ('attack', 'Attack', 'none', '{${redirectUri}}', '{}', true, false, false, now()) on conflict do nothing`,
  );

/** The code that the application gets for the person who is signed in. */
async function authorizationCode(browser: Browser, verifier: string, asked: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: 'attack',
    response_type: 'code',
    scope: 'openid profile',
    ...asked,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  let path = `/oidc/auth?${query}`;
  for (let redirects = 0; redirects < 10; redirects++) {
    const { location, status, text } = await browser.send('GET', path);
    if (!location) throw new Error(`The authorization was refused: ${status} ${text.slice(0, 300)}`);
    const url = new URL(location, 'http://localhost');
    if (url.href.startsWith(redirectUri)) return url.searchParams.get('code') ?? '';
    path = url.pathname + url.search;
  }
  throw new Error(`The authorization leads to ${path}`);
}

/** The form that gives the tokens of such a code. */
async function tokenForm(browser: Browser, asked?: Record<string, string>) {
  const verifier = randomBytes(32).toString('base64url');
  return new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'attack',
    code: await authorizationCode(browser, verifier, asked),
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

const tokenHeaders = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: new URL(redirectUri).origin,
};

/** Empty where the answer has none. */
function tokenIn({ text }: Wire, name: string): string {
  const body = readJson(text);
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, name) ?? '') : '';
}

/** Each thief has access that outlives the session, and the owner signs out other devices. How many refresh tokens still work. */
export async function tokensLeft(scene: Pick<Scene, 'installation'>, owner: Browser, thieves: Browser[]) {
  await addApplication(scene);
  const application = createBrowser(scene.installation);
  const send = async (form: URLSearchParams) =>
    tokenIn(await application.send('POST', '/oidc/token', form.toString(), tokenHeaders), 'refresh_token');
  const given: string[] = [];
  for (const thief of thieves)
    given.push(await send(await tokenForm(thief, { scope: 'openid offline_access', prompt: 'consent' })));
  if (given.some((token) => !token)) throw new Error('The application got no refresh token');
  done(await owner.call(endOtherSessions, {}), 'Signing out other devices');
  const refreshed: string[] = [];
  for (const token of given)
    refreshed.push(
      await send(new URLSearchParams({ grant_type: 'refresh_token', client_id: 'attack', refresh_token: token })),
    );
  return refreshed.filter(Boolean).length;
}

export const applicationRaces: Race[] = [
  {
    name: 'the code of an authorization',
    async prepare(scene) {
      await addApplication(scene);
      const { browser } = await scene.newPerson();
      const form = await tokenForm(browser);
      const application = createBrowser(scene.installation);
      return {
        request: application.onTheWire('POST', '/oidc/token', form.toString(), tokenHeaders),
        /** A code that is used again may be stolen, so that its tokens end: one that is alive counts as a second winner. */
        async winners(answers) {
          const tokens = answers.map((answer) => tokenIn(answer, 'access_token')).filter(Boolean);
          const alive: string[] = [];
          for (const token of tokens) {
            const { status } = await application.send('GET', '/oidc/userinfo', undefined, {
              authorization: `Bearer ${token}`,
            });
            if (status === 200) alive.push(token);
          }
          return tokens.length + alive.length;
        },
      };
    },
  },
];
