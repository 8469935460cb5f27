import { resultNameOf } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import type { Language } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import { translation } from '../i18n/texts.ts';

/** Keeps with the text of a refusal what it is about, so that the page can show it in the language that it has then. */
export const keepRefusals =
  (api: Api, language: () => Language): Api =>
  async (call, request, options) => {
    const asked = language();
    const result = await api(call, request, options);
    if (!('message' in result) || typeof result.message !== 'string') return result;
    const name = 'code' in result ? resultNameOf(result.code) : result.is;
    const { data } = result as { data?: unknown };
    result.message = { text: result.message, language: asked, name: name as RefusalName, data };
    translation.loading ??= loadTranslation();
    // The language was changed during the call.
    if (language() !== asked) await translation.loading;
    return result;
  };

async function loadTranslation() {
  try {
    const { loadTranslateRefusal } = await import('../i18n/translate-refusal.ts');
    translation.of = await loadTranslateRefusal();
  } catch {
    // It is tried again with the next refusal.
    delete translation.loading;
  }
}
