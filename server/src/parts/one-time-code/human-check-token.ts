import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';

type Refusal = { is: 'needsHumanCheck' | 'humanCheckFailed' | 'humanCheckExpired' };

/** Uses a human-check token, which works once. Returns a refusal unless the token was valid. */
export async function consumeHumanCheckToken(
  { stores }: Services,
  token: string | undefined,
  { browserId }: RequestContext,
): Promise<Refusal | undefined> {
  if (token === undefined) return { is: 'needsHumanCheck' };
  switch (await stores.humanChecks.useToken(token, browserId)) {
    case 'used':
      return undefined;
    case 'expired':
      return { is: 'humanCheckExpired' };
    case 'unknown':
      return { is: 'humanCheckFailed' };
  }
}
