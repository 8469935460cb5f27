import { seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  addClient,
  errorOf,
  newPerson,
  openidClient,
  readingTogether,
  signedIn,
  tokensFor,
} from '../../../test/support/flows/test-oidc.ts';

/* A refresh token that is used again: at once by two tabs, after a lost answer, or by a thief. */

const services = await testAppForFile({ env: { OIDC: 'on' } });
await addClient(services, { id: 'usual' });
await addClient(services, { id: 'strict', refreshGrace: 0 });
const usual = await openidClient(services, 'usual');
const strict = await openidClient(services, 'strict');

const firstToken = async (client: openid.Configuration) => {
  const { refresh_token: token } = await tokensFor(client, await signedIn(services, await newPerson(services)));
  return token!;
};
const refresh = async (client: openid.Configuration, token: string) => {
  const { refresh_token: next, access_token: access } = await openid.refreshTokenGrant(client, token);
  return { next: next!, access };
};

test('simultaneous refreshes all get the same next refresh token, and access tokens that are valid', async () => {
  const person = await newPerson(services);
  const { refresh_token: token } = await tokensFor(usual, await signedIn(services, person));
  const answers = await readingTogether(services, 'RefreshToken', () => refresh(usual, token!));
  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  const checks = answers.map(({ access }) => errorOf(openid.fetchUserInfo(usual, access, person.ouid)));
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['none']));
});

test('a refresh whose answer was lost is repeated within ten seconds, also when the next token was used meanwhile', async () => {
  const token = await firstToken(usual);
  const { next } = await refresh(usual, token);
  await refresh(usual, next);
  services.moveClock(seconds(10) - 1);
  expect((await refresh(usual, token)).next).toBe(next);
});

test('after ten seconds a second use ends every token of the sign-in', async () => {
  const token = await firstToken(usual);
  const { next } = await refresh(usual, token);
  services.moveClock(seconds(10));
  expect(await errorOf(refresh(usual, token))).toBe('invalid_grant');
  expect(await errorOf(refresh(usual, next))).toBe('invalid_grant');
});

test('repeating a refresh does not make its ten seconds longer', async () => {
  const token = await firstToken(usual);
  await refresh(usual, token);
  services.moveClock(seconds(9));
  await refresh(usual, token);
  services.moveClock(seconds(1));
  expect(await errorOf(refresh(usual, token))).toBe('invalid_grant');
});

test('a client without grace has its tokens ended by the second of two simultaneous refreshes', async () => {
  const token = await firstToken(strict);
  const answers = await readingTogether(services, 'RefreshToken', () => errorOf(refresh(strict, token)));
  expect(answers.filter((error) => error === 'none')).toHaveLength(1);
  expect(await errorOf(refresh(strict, token))).toBe('invalid_grant');
});

test('another client gets nothing for a token within its grace', async () => {
  const token = await firstToken(usual);
  await refresh(usual, token);
  expect(await errorOf(refresh(strict, token))).toBe('invalid_grant');
});
