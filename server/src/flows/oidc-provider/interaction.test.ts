import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  interactionOf,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
} from '../../../test/support/flows/test-oidc.ts';

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');

describe('an interaction counts only in the browser that started it, so that no one receives the code of a stranger', () => {
  const begin = async () => {
    const { open } = navigator(services, services.browser());
    const redirectUrl = redirectOf(await open((await requestFor(client)).url));
    const uid = interactionOf(redirectUrl);
    const provider = await services.oidc!.provider();
    return { open, redirectUrl, uid, find: () => provider.Interaction.find(uid) };
  };

  test('a person who is signed in and opens it elsewhere does not end it', async () => {
    const { redirectUrl, find } = await begin();
    const victim = await signedIn(services, await newPerson(services));
    expect((await victim.open(redirectUrl)).url.pathname).toBe('/home');
    expect((await find())?.result).toBeUndefined();
    const cancelled = await victim.open(redirectUrl.replace('?', '/cancel?'));
    expect(cancelled.url.pathname).toBe('/home');
    expect((await find())?.result).toBeUndefined();
  });

  test('a result for another person leads back to the sign-in page', async () => {
    const { open, uid, find } = await begin();
    const interaction = (await find())!;
    interaction.result = { login: { accountId: (await newPerson(services)).ouid } };
    await interaction.persist();
    const { url } = await open(`/oidc/auth/${uid}`);
    expect(url.pathname).toBe('/login/web');
  });
});

describe('an interaction that has ended', () => {
  /** One that another tab of the same browser has ended. */
  async function end(id: string) {
    const person = await newPerson(services);
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const redirectUrl = redirectOf(await open((await requestFor(await openidClient(services, id))).url));
    await browser.signIn(person.mobile, person.password, { redirectUrl });
    const { url } = await open(redirectUrl);
    expect(url.searchParams.has('code')).toBe(true);
    return { browser, open, redirectUrl, resumeUrl: redirectUrl.replace('/interaction/', '/auth/') };
  }

  test('leads a person who is signed in to the workspace', async () => {
    const { open, redirectUrl, resumeUrl } = await end('contracts');
    for (const url of [redirectUrl, resumeUrl, redirectUrl.replace('client_id=contracts', 'client_id=unknown')])
      expect((await open(url)).url.pathname).toBe('/home');
  });

  test('leads to where the application starts a sign-in, if it has said so', async () => {
    const loginUri = 'https://app.example.com/login?from=foyer';
    await addClient(services, { id: 'starting', loginUri });
    const { open, redirectUrl, resumeUrl } = await end('starting');
    const expected = `${loginUri}&iss=${encodeURIComponent(services.config.publicUrl)}`;
    for (const url of [redirectUrl, resumeUrl]) expect((await open(url)).url.href).toBe(expected);
  });

  test('is explained to a person who is not signed in', async () => {
    const { browser, open, redirectUrl, resumeUrl } = await end('contracts');
    await browser.post('/user/accounts/logout');
    for (const url of [redirectUrl, resumeUrl]) expect((await open(url)).response?.statusCode).toBe(400);
  });
});

describe('a person who does not want to prove more', () => {
  test.each([
    ['a second factor', { acr_values: 'urn:foyer:two-factors' }],
    ['a new sign-in', { prompt: 'login' }],
  ])('goes back to the application, which learns that they cancelled: %s', async (_, params) => {
    const { browser, open, cookies } = await signedIn(services, await newPerson(services));
    const request = await requestFor(client, params);
    const page = await open(request.url);
    const cancelUrl = `/oidc/interaction/${interactionOf(redirectOf(page))}/cancel`;
    const { url } = await open(cancelUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'the person cancelled',
      state: request.checks.expectedState,
      iss: services.config.publicUrl,
    });
    expect(cookies).toEqual([]);
    // The session stays, and the request has ended.
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
    expect((await open(cancelUrl)).url.pathname).toBe('/home');
  });

  test('may do so without a session as well', async () => {
    const { open } = navigator(services, services.browser());
    const page = await open((await requestFor(client)).url);
    const { url } = await open(`/oidc/interaction/${interactionOf(redirectOf(page))}/cancel`);
    expect(url.searchParams.get('error')).toBe('access_denied');
  });
});

test('a person who signs in to another account, without a second factor, is sent back with an error', async () => {
  const email = 'other-without-mobile@example.com';
  await services.addAccount({ email, password: 'Foyer-2026' });
  const { browser, open } = await signedIn(services, await newPerson(services));
  const page = await open((await requestFor(client, { acr_values: 'urn:foyer:two-factors', prompt: 'login' })).url);
  services.moveClock(seconds(1));
  await browser.signIn(email, 'Foyer-2026', { redirectUrl: redirectOf(page) });
  const { url } = await open(redirectOf(page));
  expect(url.searchParams.get('error')).toBe('unmet_authentication_requirements');
});
