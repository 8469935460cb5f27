import { describe, expect, test } from 'vitest';
import * as openid from 'openid-client';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  callback,
  exchange,
  navigator,
  openidClient,
  redirectOf,
  requestFor,
} from '../../../test/support/test-oidc.ts';

const services = await testAppForFile();
const password = 'Foyer-2026';
await addClient(services, { id: 'contracts' });
const client = await openidClient(services, 'contracts');

let numbers = 13710000000;
async function newPerson(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password, ...more }) };
}

describe('an application', () => {
  test('learns who signed in on the sign-in page', async () => {
    const { mobile, ouid } = await newPerson({ name: '林爱丽', email: 'lin@example.com' });
    const browser = services.browser();
    const { open } = navigator(services, browser);
    const request = await requestFor(client);
    const page = await open(request.url);
    expect(page.url.pathname).toBe('/login/web');
    const answer = await browser.signIn(mobile, password, { redirectUrl: redirectOf(page) });
    expect(answer).toMatchObject({ code: 0, data: { url: redirectOf(page) } });
    const { url } = await open(redirectOf(page));
    expect(url.href).toMatch(`${callback}?code=`);
    const tokens = await exchange(client, url.href, request);
    expect(tokens.claims()).toMatchObject({ sub: ouid, aud: 'contracts', iss: services.config.publicUrl, amr: ['pwd'] });
    expect(await openid.fetchUserInfo(client, tokens.access_token, ouid)).toEqual({
      sub: ouid,
      name: '林爱丽',
      locale: 'en-US',
      email: 'lin@example.com',
      email_verified: true,
      phone_number: `+86${mobile}`,
      phone_number_verified: true,
    });
  });
});
