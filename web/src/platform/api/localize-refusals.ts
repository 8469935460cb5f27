import { resultNameOf } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { type Language, languages } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import { heardAs, learning } from '../i18n/texts.ts';

const heard = new Map<string, RefusalName>();

/** Which refusal the service has put into these words. */
export const refusalSaid = (words: string) => heard.get(words);

/** What is refused is told in the language that the page speaks by then, whatever it spoke when it asked. */
export const localizeRefusals =
  (api: Api, language: () => Language): Api =>
  async (call, ask, options) => {
    const askedIn = language();
    const reply = await api(call, ask, options);
    if (!('message' in reply) || !reply.message) return reply;
    const { message } = reply;
    const name = 'code' in reply ? resultNameOf(reply.code) : reply.is;
    // Nobody reads that there is nothing yet.
    if (name === 'pending') return reply;
    heardAs.set(message, { ...heardAs.get(message), [askedIn]: message });
    if (name && name !== 'done') learning.last = learn(message, askedIn, name, 'data' in reply && reply.data);
    if (language() === askedIn) return reply;
    await learning.last;
    const words = heardAs.get(message)?.[language()];
    if (words) reply.message = words;
    else delete reply.message;
    return reply;
  };

/** Where the page would have said the same, it can say it in the other language too. */
async function learn(message: string, askedIn: Language, name: RefusalName, data: unknown) {
  heard.set(message, name);
  const texts = await import('@foyer/contract/refusal-texts').catch(() => undefined);
  if (texts?.refusalText(name, askedIn, data) !== message) return;
  const known = Object.fromEntries(languages.map((one) => [one, texts.refusalText(name, one, data)]));
  for (const words of Object.values(known)) {
    heardAs.set(words, known);
    heard.set(words, name);
  }
}
