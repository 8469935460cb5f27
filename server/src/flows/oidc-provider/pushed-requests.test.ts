import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { addClient, errorOf, openidClient, requestFor } from '../../../test/support/flows/test-oidc.ts';

const services = await testAppForFile({ env: { OIDC: 'on', CALLS_PER_MINUTE: '20' } });
await addClient(services, { id: 'contracts' });
await addClient(services, { id: 'spa', authentication: 'none', secretHash: null });

async function pushed(id: string, authentication?: openid.ClientAuth) {
  const client = await openidClient(services, id, authentication);
  const results = new Set<string>();
  // More than twice the limit: a new minute may begin.
  for (let push = 0; push <= 40; push += 1) {
    const { searchParams } = (await requestFor(client)).url;
    results.add(await errorOf(openid.buildAuthorizationUrlWithPAR(client, searchParams)));
  }
  return [...results];
}

test('pushed requests are limited for a client that proves nothing, and not for one that does', async () => {
  expect(await pushed('contracts')).toEqual(['none']);
  // With Redis, the limit also counts requests of the other test files.
  expect(await pushed('spa', openid.None())).toContain('temporarily_unavailable');
});
