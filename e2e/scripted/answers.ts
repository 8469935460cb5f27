import type { Call, CallResponse } from '@foyer/contract/call';
import type { Language } from '@foyer/contract/language';
import { type RefusalName, httpStatusOf, resultCodes } from '@foyer/contract/result-codes';
import { refusalText } from '../../contract/test/all-texts.ts';

/** The request, as far as an answer depends on it. */
interface Asked {
  language: Language;
  /** The origin of the gallery, for pages in frames. */
  gallery: string;
  /** The parameters of the path. */
  params: Record<string, string>;
}

/** `held`: no answer comes. */
type Response<C extends Call> = CallResponse<C> | 'held';

export interface Answer {
  call: Call;
  respond(asked: Asked): { is: string; data?: unknown } | 'held';
}

/** The answer to a call. The compiler checks it by the contract. */
export const answer = <C extends Call>(call: C, response: Response<C> | ((asked: Asked) => Response<C>)): Answer => ({
  call,
  respond: (asked) => (typeof response === 'function' ? response(asked) : response),
});

/** The answer as it goes over the wire. */
export function envelopeOf({ is, data = null }: { is: string; data?: unknown }, language: Language) {
  if (is === 'done') return { status: 200, body: { code: resultCodes.done, message: '', data } };
  const name = is as RefusalName;
  return {
    status: httpStatusOf(name),
    body: { code: resultCodes[name], message: refusalText(name, language, data), data },
  };
}

/** The first of the answers to a request, with the parameters of its path. */
export function findAnswer<Found extends Pick<Answer, 'call'>>(
  answers: readonly Found[],
  method: string,
  path: string,
) {
  for (const found of answers) {
    const pattern = found.call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = found.call.method === method && new RegExp(`^${pattern}$`).exec(path);
    if (match) return { answer: found, params: { ...match.groups } };
  }
  return undefined;
}
