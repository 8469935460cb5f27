import { createApi } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { refusalText } from '@foyer/contract/refusal-texts';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from 'vitest';
import { localizeRefusals, refusalSaid } from './localize-refusals.ts';
import { heardAs, learning } from '../i18n/texts.ts';

/** Asks in English; by the time of the answer the page may speak another language. */
function ask(code: number, message: string, by: Language, data?: unknown) {
  let language: Language = 'en-US';
  const answer = async () => {
    language = by;
    return { json: async () => ({ code, message, data }) };
  };
  const api = createApi({ base: '', language: () => language, send: answer });
  const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } } as const;
  const request = { principal: 'p', credentials: 'c', loginParams };
  return localizeRefusals(api, () => language)(commitPassword, request);
}

test('a refusal is told in the language that is spoken when it comes, with its figures [SH-08]', async () => {
  const data = { attemptsLeft: 3 };
  const told = (language: Language) => refusalText('wrongCredentials', language, data);
  const reply = await ask(resultCodes.wrongCredentials, told('en-US'), 'zh-CN', data);
  expect(reply).toEqual({ is: 'wrongCredentials', data, message: told('zh-CN') });
  expect(refusalSaid(told('zh-CN'))).toBe('wrongCredentials');
});

test('one that came in time follows a later change of language [SH-08]', async () => {
  const said = { 'en-US': refusalText('busy', 'en-US'), 'zh-CN': refusalText('busy', 'zh-CN') };
  expect(await ask(resultCodes.busy, said['en-US'], 'en-US')).toMatchObject({ message: said['en-US'] });
  await learning.last;
  expect(heardAs.get(said['en-US'])).toEqual(said);
  expect(heardAs.get(said['zh-CN'])).toEqual(said);
});

test('words that the page does not know are not shown in another language than its own [SH-08]', async () => {
  const code = resultCodes.busy;
  expect(await ask(code, 'Closed on Sundays', 'zh-CN')).toEqual({ is: 'refused', code });
  expect(heardAs.get('Closed on Sundays')).toEqual({ 'en-US': 'Closed on Sundays' });
  expect(await ask(1, 'Odd', 'zh-CN')).toEqual({ is: 'refused', code: 1 });
});
