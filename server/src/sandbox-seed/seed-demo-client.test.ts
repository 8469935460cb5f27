import { minutes } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { expect, test } from 'vitest';
import { codeHelpers, codeTestSettings } from '../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../test/support/test-app.ts';
import { navigator, redirectOf } from '../../test/support/flows/test-oidc.ts';
import { seedDemoClient } from './seed-demo-client.ts';

const services = await testAppForFile({ sandbox: true, env: { ...codeTestSettings, OIDC: 'on' } });
const bob = people.find(({ id }) => id === 'bob')!;
const lease = '/sandbox/contracts/lease';

/** Bob's browser, signed in at Signleaf with two factors. */
async function signedInAtDemoClient() {
  // The next code can be sent after a minute.
  services.moveClock(minutes(1));
  const browser = services.browser();
  const { open, send } = navigator(services, browser);
  const press = async (url: string) => {
    const answer = await send({ method: 'POST', url, payload: '' });
    return open(String(answer.headers['location']));
  };
  const redirectUrl = redirectOf(await press(`${lease}/sign-in`));
  const first = await browser.signIn(bob.mobile!, bob.password!, { redirectUrl });
  const { sendByHandle, lastMessageTo } = codeHelpers(services);
  const sent = await sendByHandle(browser, first.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const credentials = lastMessageTo(bob.mobile!)?.code;
  await browser.post('/sender/verifyLoginDoubleCheck', { serviceId: sent.data['serviceId'], credentials });
  const back = await open(redirectUrl);
  expect(back.response?.body).toContain('Bob Chen');
  return { browser, open, press, back };
}

test('Signleaf learns who signed in, signs after two factors and signs out of the service as well', async () => {
  const { browser, press, back } = await signedInAtDemoClient();
  expect(back.url.pathname).toBe(lease);

  const signed = await press(`${lease}/sign`);
  expect(signed.url.pathname).toBe(lease);
  expect(signed.response?.body).toContain('class="seal"');

  const left = await press('/sandbox/contracts/sign-out');
  expect(left.url.pathname).toBe('/sandbox/contracts');
  expect(left.response?.body).toContain('You’re signed out of this application');
  expect(await browser.get('/user/accounts/me')).not.toMatchObject({ code: 0 });
});

test('a sign-out of the service ends the session at Signleaf', async () => {
  const { browser, open } = await signedInAtDemoClient();
  const signOut = '/sandbox/contracts/sign-out';
  expect((await open(lease)).response?.body).toContain(signOut);
  await browser.post('/user/accounts/logout', { everywhere: false });
  await services.oidc?.sendLogouts();
  // The service may have begun to send by itself.
  await expect.poll(async () => (await open(lease)).response?.body).not.toContain(signOut);
});

test('without the sandbox there is no such application', async () => {
  const { oidcClients } = services.stores;
  const { demoClient } = services.sandbox;
  await oidcClients.remove(demoClient.id);
  await seedDemoClient({ ...services, config: { ...services.config, sandbox: false } }, services.sandbox);
  expect(await oidcClients.find(demoClient.id)).toBeUndefined();
  await seedDemoClient(services, services.sandbox);
  expect(await oidcClients.find(demoClient.id)).toMatchObject({ firstParty: true, requireSignedRequests: true });
});
