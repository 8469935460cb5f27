import type { CallResponse } from '@foyer/contract/call';
import { commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { handleCall } from '../../http/route.ts';
import { checkPasskeyUse } from '../../parts/passkey/passkey-check.ts';
import { requestOptions } from '../../parts/passkey/passkey-options.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { oneOf } from '../../parts/sign-in/counted-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';

type Response = CallResponse<typeof commitPasskey>;

export function passkeyLoginRoutes(app: FastifyInstance, services: Services, { rpId }: { rpId: string }) {
  const { config, stores } = services;

  handleCall(app, config, startPasskeySignIn, async (_, context) => {
    const challenge = await stores.passkeyChallenges.create('signIn', context.ensureBrowserId());
    return { is: 'done', data: requestOptions(rpId, challenge) };
  });

  handleCall(app, config, commitPasskey, async ({ credential, redirectUrl }, context) => {
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { method: 'passkey', account });

    const used = await checkPasskeyUse(services, context, 'signIn', credential);
    if (used.is === 'unknownPasskey') return record({ is: used.is });
    if (used.is !== 'right') return record({ is: used.is }, used.account);
    const account = await stores.accounts.findByOuid(used.passkey.account);
    if (!account) return record({ is: 'unknownPasskey' });
    context.setLoggedAccount(account.ouid);
    const proven = {
      account,
      method: 'passkey',
      factors: [oneOf('passkey', used.passkey.id)],
      // The authenticator is something the person has, and it has verified the person by what they know or are.
      secondFactorProven: true,
      redirectUrl: resolveRedirect(config, context, redirectUrl),
    } as const;
    return record(await inTransaction(services, (tx) => completeSignIn(tx, proven, context)), account.ouid);
  });
}
