import { resultNameOf } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { type Language, languages } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import { pendingTranslation, serviceTexts } from '../i18n/texts.ts';

const refusals = new Map<string, RefusalName>();

/** The refusal that the service has worded as this text. */
export const refusalOf = (text: string) => refusals.get(text);

/** Returns refusals in the language that the page has when the response arrives, whatever it was when the call was made. */
export const localizeRefusals =
  (api: Api, language: () => Language): Api =>
  async (call, request, options) => {
    const requestLanguage = language();
    const result = await api(call, request, options);
    if (!('message' in result) || !result.message) return result;
    const { message } = result;
    const name = 'code' in result ? resultNameOf(result.code) : result.is;
    // This text is never shown.
    if (name === 'pending') return result;
    serviceTexts.set(message, { ...serviceTexts.get(message), [requestLanguage]: message });
    if (name && name !== 'done')
      pendingTranslation.last = translate(message, requestLanguage, name, 'data' in result && result.data);
    if (language() === requestLanguage) return result;
    await pendingTranslation.last;
    const text = serviceTexts.get(message)?.[language()];
    if (text) result.message = text;
    else delete result.message;
    return result;
  };

/** A text that equals the page's own text of the refusal is known in every language. */
async function translate(message: string, requestLanguage: Language, name: RefusalName, data: unknown) {
  refusals.set(message, name);
  const translations = await allTexts(name, data).catch(() => undefined);
  if (translations?.[requestLanguage] !== message) return;
  for (const text of Object.values(translations)) {
    serviceTexts.set(text, translations);
    refusals.set(text, name);
  }
}

async function allTexts(name: RefusalName, data: unknown): Promise<Partial<Record<Language, string>>> {
  const { loadRefusals, textOfRefusal } = await import('@foyer/contract/texts/refusal-texts');
  const texts = languages.map(async (one) => [one, textOfRefusal(await loadRefusals(one), name, data)]);
  return Object.fromEntries(await Promise.all(texts));
}
