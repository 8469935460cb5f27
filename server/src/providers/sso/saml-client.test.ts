import { companies } from '@foyer/sandbox/sso/companies';
import { samlCertificate } from '@foyer/sandbox/sso/saml-key';
import { signSamlResponse, unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { SAML } from '@node-saml/node-saml';
import { afterEach, expect, test, vi } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { createSamlClient } from './saml-client.ts';

const clock = testClock();
const saml = createSamlClient(clock);
const settings = {
  entityId: 'https://login.globex.example',
  ssoUrl: 'https://x.test/',
  certificates: [samlCertificate],
};
const request = { acs: 'https://sign.example.com/acs', entityId: 'us', relayState: 'r', requestId: '_request' };
const [bob] = companies.find(({ slug }) => slug === 'globex')!.people;
const signed = async () =>
  signSamlResponse(
    unsignedSamlResponse({
      issuer: settings.entityId,
      acs: request.acs,
      audience: request.entityId,
      inResponseTo: request.requestId,
      now: clock.now(),
      person: bob!,
    }),
  );
const finish = (xml: string) => saml.finish(settings, request, Buffer.from(xml).toString('base64'));
afterEach(() => vi.restoreAllMocks());

test('accepts a response that the provider has signed', async () => {
  expect(await finish(await signed())).toMatchObject({ is: 'ok', person: { mobile: '13800138001' } });
});

test.each([
  ['changed after it was signed', (xml: string) => xml.replace('>globex-bob<', '>globex-dan<')],
  ['without a signature value', (xml: string) => xml.replace(/<SignatureValue>[^<]+/, '<SignatureValue>')],
  ['without a digest value', (xml: string) => xml.replace(/<DigestValue>.*<\/DigestValue>/, '')],
])('refuses a response %s for its signature', async (_, change) => {
  expect(await finish(change(await signed()))).toEqual({ is: 'refused', why: 'signature' });
});

test('refuses a signed response for another audience for its audience', async () => {
  const other = { ...request, entityId: 'them' };
  const response = Buffer.from(await signed()).toString('base64');
  expect(await saml.finish(settings, other, response)).toEqual({ is: 'refused', why: 'audience' });
});

test('throws a bug instead of reporting an invalid signature', async () => {
  vi.spyOn(SAML.prototype, 'validatePostResponseAsync').mockRejectedValue(new TypeError('bug'));
  await expect(finish(await signed())).rejects.toThrow('bug');
});
