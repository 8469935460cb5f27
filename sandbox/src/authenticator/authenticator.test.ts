import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { people } from '../people.ts';
import { openSandbox } from '../sandbox.fixture.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';

const user = { id: 'dXNlcg', name: '13800138000', displayName: 'Alice Lin' };
const rp = { id: 'localhost' };
const origin = 'http://localhost:3000';

test('a signature verifies with the public key that the passkey was created with', () => {
  const authenticator = createSoftwareAuthenticator();
  const created = authenticator.create({ challenge: 'Y2hhbGxlbmdl', rp, user }, origin)!;
  const attestation = Buffer.from(created.response.attestationObject, 'base64url');
  // The key ends the attestation: -2 and -3 are its coordinates, 32 bytes each.
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: attestation.subarray(-67, -35).toString('base64url'),
    y: attestation.subarray(-32).toString('base64url'),
  };
  const used = authenticator.get({ challenge: 'bmV4dA', rpId: 'localhost' }, origin)!;
  const [authenticatorData, clientData, signature] = [
    used.response.authenticatorData,
    used.response.clientDataJSON,
    used.response.signature,
  ].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer];
  const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
  expect(verify('sha256', signed, createPublicKey({ key: jwk, format: 'jwk' }), signature)).toBe(true);
  expect(JSON.parse(clientData.toString())).toEqual({
    type: 'webauthn.get',
    challenge: 'bmV4dA',
    origin,
    crossOrigin: false,
  });
});

test('it keeps one passkey for each account of a site, and has none for another site', () => {
  const authenticator = createSoftwareAuthenticator();
  authenticator.create({ challenge: 'YQ', rp, user }, origin);
  const second = authenticator.create({ challenge: 'YQ', rp, user }, origin)!;
  expect(authenticator.passkeys()).toEqual([{ id: second.id, rpId: 'localhost', user }]);
  expect(authenticator.get({ challenge: 'YQ', rpId: 'example.com' }, origin)).toBeUndefined();
  const excluded = { challenge: 'YQ', rp, user, excludeCredentials: [{ id: second.id }] };
  expect(authenticator.create(excluded, origin)).toBeUndefined();
});

test('the passkey of a person signs for their account, and one that was created later comes first', async () => {
  const { passkey, mobile } = people.find(({ id }) => id === 'mia')!;
  const accountState = async (principal: string) =>
    principal === mobile ? { userHandle: 'b2YgdGhlIHNlcnZpY2U' } : undefined;
  const { app } = await openSandbox({ accountState });
  const use = async () => {
    const payload = { options: { challenge: 'YQ', rpId: 'localhost' } };
    return (await app.inject({ method: 'POST', url: '/sandbox/authenticator/get', payload })).json().credential;
  };
  expect(await use()).toMatchObject({
    id: passkey!.credentialId,
    response: { userHandle: 'b2YgdGhlIHNlcnZpY2U' },
  });
  const payload = { options: { challenge: 'YQ', rp, user } };
  const created = await app.inject({ method: 'POST', url: '/sandbox/authenticator/create', payload });
  expect(await use()).toMatchObject({ id: created.json().credential.id, response: { userHandle: user.id } });
  await app.inject({ method: 'POST', url: '/sandbox/reset' });
  expect(await use()).toMatchObject({ id: passkey!.credentialId });
});

test('a person without an account has no passkey', async () => {
  const { app } = await openSandbox();
  const payload = { options: { challenge: 'YQ', rpId: 'localhost' } };
  const used = await app.inject({ method: 'POST', url: '/sandbox/authenticator/get', payload });
  expect(used.json()).toEqual({ credential: null });
});
