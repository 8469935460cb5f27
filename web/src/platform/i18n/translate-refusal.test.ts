import { createApi } from '@foyer/contract/api-client';
import type { Sentence } from '@foyer/contract/call';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { refusalText } from '@foyer/contract/texts/service-texts';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from 'vitest';
import { keepRefusals } from '../api/keep-refusals.ts';
import { loadTranslateRefusal } from './translate-refusal.ts';

const translate = await loadTranslateRefusal();

/** The sentence of a call that is made in English. */
async function sentenceOf(code: number, message: string, data?: unknown) {
  const api = createApi({
    base: '',
    language: () => 'en-US',
    send: async () => ({ json: async () => ({ code, message, data }) }),
  });
  const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } } as const;
  const request = { principal: 'p', credentials: 'c', loginParams };
  const result = await keepRefusals(api, () => 'en-US')(commitPassword, request);
  return (result as { message: Sentence }).message;
}

test('a refusal keeps its name and data, and is said with its numbers in another language [SH-08]', async () => {
  const data = { attemptsLeft: 3 };
  const text = refusalText('wrongCredentials', 'en-US', data);
  const sentence = await sentenceOf(resultCodes.wrongCredentials, text, data);
  expect(sentence).toEqual({ text, language: 'en-US', name: 'wrongCredentials', data });
  expect(translate(sentence, 'zh-CN')).toBe(refusalText('wrongCredentials', 'zh-CN', data));
});

test('a refusal that the call does not name is translated by its code [SH-08]', async () => {
  const sentence = await sentenceOf(resultCodes.busy, refusalText('busy', 'en-US'));
  expect(translate(sentence, 'zh-CN')).toBe(refusalText('busy', 'zh-CN'));
});

test.each([
  ['a text that the service has worded itself', resultCodes.busy],
  ['the text of an unknown code', 1],
])('%s has no translation [SH-08]', async (_case, code) => {
  expect(translate(await sentenceOf(code, 'Closed on Sundays'), 'zh-CN')).toBe('');
});
