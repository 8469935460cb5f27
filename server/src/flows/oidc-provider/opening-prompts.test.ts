import { seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  exchange,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
} from '../../../test/support/flows/test-oidc.ts';

/* Prompts that say which page a request opens. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');
const hint = { login_hint: '13800138000' };

describe.each([
  ['create', '/regist', hint.login_hint],
  ['select_account', '/login/web', null],
])('prompt=%s', (prompt, page, account) => {
  test(`opens ${page}, with ${account ? 'the account of the hint' : 'no account filled in'}`, async () => {
    const { open } = navigator(services, services.browser());
    const { url } = await open((await requestFor(client, { prompt, ...hint })).url);
    expect([url.pathname, url.searchParams.get('localAccount')]).toEqual([page, account]);
  });

  test('opens it for a person who is signed in, and ends with whoever signs in there', async () => {
    const [person, other] = [await newPerson(services), await newPerson(services)];
    const { browser, open } = await signedIn(services, person);
    const request = await requestFor(client, { prompt });
    const opened = await open(request.url);
    expect(opened.url.pathname).toBe(page);
    expect((await open(redirectOf(opened))).url.pathname).toBe(page);
    services.moveClock(seconds(1));
    await browser.signIn(other.mobile, other.password, { redirectUrl: redirectOf(opened) });
    const { url } = await open(redirectOf(opened));
    expect((await exchange(client, url.href, request)).claims()).toMatchObject({ sub: other.ouid });
  });

  test('leads to the sign-in page once only a second factor is missing', async () => {
    const person = await newPerson(services);
    const { browser, open } = await signedIn(services, person);
    const request = await requestFor(client, { prompt, acr_values: 'urn:foyer:two-factors' });
    const redirectUrl = redirectOf(await open(request.url));
    services.moveClock(seconds(1));
    await browser.signIn(person.mobile, person.password, { redirectUrl });
    expect((await open(redirectUrl)).url.pathname).toBe('/login/web');
  });
});

test('discovery names the prompts', async () => {
  const answer = await services.app.inject('/.well-known/openid-configuration');
  expect(answer.json()).toMatchObject({
    prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
  });
});

test('an unknown prompt is refused', async () => {
  const { open } = navigator(services, services.browser());
  const { url } = await open((await requestFor(client, { prompt: 'register' })).url);
  expect(url.searchParams.get('error')).toBe('invalid_request');
});
