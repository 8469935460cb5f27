import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import {
  addClient,
  exchange,
  navigator,
  newPerson,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, OIDC: 'on' } });
await addClient(services, { id: 'contracts', name: 'Contracts' });
const client = await openidClient(services, 'contracts');
const { addAuthenticator, addBackupCodes, submitFactor } = factorHelpers(services);
const { storePasskey, submitPasskeyAsFactor, signInWithPasskey } = passkeyHelpers(services);
const twoFactors = { acr_values: 'urn:foyer:two-factors' };

describe('a person who is signed in with a password where an application asks for two factors', () => {
  test.each(['totp', 'backupCode'] as const)('adds %s to the session, and the ID token says so', async (factor) => {
    const person = await newPerson(services);
    const codeOf = await addAuthenticator(person.ouid);
    await addBackupCodes(person.ouid, ['abcde12345']);
    const { browser, open } = await signedIn(services, person);
    const request = await requestFor(client, twoFactors);
    const redirectUrl = redirectOf(await open(request.url));
    const { data } = await browser.post('/sender/startLoginDoubleCheck', { redirectUrl });
    expect(data).toMatchObject({ secondFactors: ['totp', 'sms', 'backupCode'] });
    const code = factor === 'totp' ? codeOf() : 'abcde-12345';
    expect(await submitFactor(browser, factor, data['preServiceId'], code, { redirectUrl })).toMatchObject({
      code: 0,
      data: { url: redirectUrl },
    });
    const { url } = await open(redirectUrl);
    const tokens = await exchange(client, url.href, request);
    expect(tokens.claims()).toMatchObject({ acr: 'urn:foyer:two-factors', amr: ['pwd', 'otp', 'mfa'] });
    const [session] = await services.stores.sessions.listByAccount(person.ouid);
    expect(session!.factors).toEqual(['password', factor]);
  });

  test('adds a passkey to the session, and the ID token says so', async () => {
    const person = await newPerson(services);
    const authenticator = await storePasskey(person.ouid);
    const { browser, open } = await signedIn(services, person);
    const request = await requestFor(client, twoFactors);
    const redirectUrl = redirectOf(await open(request.url));
    const { data } = await browser.post('/sender/startLoginDoubleCheck', { redirectUrl });
    expect(await submitPasskeyAsFactor(browser, authenticator, data['preServiceId'])).toMatchObject({ code: 0 });
    const { url } = await open(redirectUrl);
    const claims = (await exchange(client, url.href, request)).claims();
    expect(claims).toMatchObject({ acr: 'urn:foyer:two-factors', amr: ['pwd', 'pop', 'user', 'mfa'] });
  });
});

test('a person who is signed in with a passkey has proven two factors: an application that asks for them asks nothing', async () => {
  const { ouid } = await newPerson(services);
  const browser = services.browser();
  expect(await signInWithPasskey(browser, await storePasskey(ouid))).toMatchObject({ code: 0 });
  const tokens = await tokensFor(client, navigator(services, browser), { ...twoFactors, prompt: 'none' });
  expect(tokens.claims()).toMatchObject({ acr: 'urn:foyer:two-factors', amr: ['pop', 'user', 'mfa'] });
});
