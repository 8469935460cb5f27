import { createApi } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { refusalText } from '@foyer/contract/texts/service-texts';
import { resultCodes } from '@foyer/contract/result-codes';
import { expect, test } from 'vitest';
import { localizeRefusals, refusalOf } from './localize-refusals.ts';
import { pendingTranslation, serviceTexts } from '../i18n/texts.ts';

/** Makes a call in English; the page may have another language when the response arrives. */
function call(code: number, message: string, languageAtResponse: Language, data?: unknown) {
  let language: Language = 'en-US';
  const send = async () => {
    language = languageAtResponse;
    return { json: async () => ({ code, message, data }) };
  };
  const api = createApi({ base: '', language: () => language, send });
  const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } } as const;
  const request = { principal: 'p', credentials: 'c', loginParams };
  return localizeRefusals(api, () => language)(commitPassword, request);
}

test('translates a refusal, with its numbers, when the language changed during the call [SH-08]', async () => {
  const data = { attemptsLeft: 3 };
  const textIn = (language: Language) => refusalText('wrongCredentials', language, data);
  const result = await call(resultCodes.wrongCredentials, textIn('en-US'), 'zh-CN', data);
  expect(result).toEqual({ is: 'wrongCredentials', data, message: textIn('zh-CN') });
  expect(refusalOf(textIn('zh-CN'))).toBe('wrongCredentials');
});

test('knows a refusal in every language for a later change of language [SH-08]', async () => {
  const texts = { 'en-US': refusalText('busy', 'en-US'), 'zh-CN': refusalText('busy', 'zh-CN') };
  expect(await call(resultCodes.busy, texts['en-US'], 'en-US')).toMatchObject({ message: texts['en-US'] });
  await pendingTranslation.last;
  expect(serviceTexts.get(texts['en-US'])).toEqual(texts);
  expect(serviceTexts.get(texts['zh-CN'])).toEqual(texts);
});

test('drops a text it cannot translate when the language changed during the call [SH-08]', async () => {
  const code = resultCodes.busy;
  expect(await call(code, 'Closed on Sundays', 'zh-CN')).toEqual({ is: 'refused', code });
  expect(serviceTexts.get('Closed on Sundays')).toEqual({ 'en-US': 'Closed on Sundays' });
  expect(await call(1, 'Odd', 'zh-CN')).toEqual({ is: 'refused', code: 1 });
});
