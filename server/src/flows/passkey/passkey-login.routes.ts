import type { CallResponse } from '@foyer/contract/call';
import { commitPasskey, startPasskeySignIn } from '@foyer/contract/flows/passkey';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { checkPasskeyUse } from '../../parts/passkey/passkey-check.ts';
import { requestOptions } from '../../parts/passkey/passkey-options.ts';
import { completeSignIn } from '../../parts/sign-in/complete-sign-in.ts';
import { isNew, oneOf } from '../../parts/sign-in/counted-factors.ts';
import { askedFactors } from '../../parts/sign-in/new-factors.ts';
import { recordSignIn } from '../../parts/sign-in/record-sign-in.ts';
import { resolveRedirect } from '../../parts/sign-in/resolve-redirect.ts';

type Response = CallResponse<typeof commitPasskey>;

export function passkeyLoginRoutes(server: FastifyInstance, services: Services, { rpId }: { rpId: string }) {
  const { config, stores } = services;

  handleCall(server, services, startPasskeySignIn, async (_, context) => {
    const challenge = await stores.passkeyChallenges.create('signIn', context.ensureBrowserId());
    return { is: 'done', data: requestOptions(rpId, challenge) };
  });

  handleCall(server, services, commitPasskey, async ({ credential, redirectUrl }, context) => {
    const record = (response: Response, account?: string) =>
      recordSignIn(services, context, response, { method: 'passkey', account });

    const used = await checkPasskeyUse(services, context, 'signIn', credential);
    if (used.is === 'unknownPasskey') return record({ is: used.is });
    if (used.is !== 'right') return record({ is: used.is }, used.account);
    const { id, account: ouid, credentialId } = used.passkey;
    const factors = [oneOf('passkey', id)];
    const redirect = resolveRedirect(config, context, redirectUrl);
    const result = await inTransaction<Response>(services, async (tx) => {
      const { accounts, passkeys } = tx.stores;
      await accounts.lockRow(ouid);
      // The owner may have removed it since it was checked.
      const passkey = await passkeys.findByCredential(credentialId);
      const account = await accounts.findByOuid(ouid);
      if (passkey?.account !== ouid || !account) return { is: 'unknownPasskey' };
      context.setLoggedAccount(ouid);
      // The authenticator is something the person has, and it has verified the person by what they know or are. A new one says
      // no more than what has added it.
      const isNewOne = isNew(account, factors[0]!, services.clock.now());
      const secondFactorProven = !isNewOne || !(await askedFactors(tx, account, factors)).isOwners;
      const proven = { account, method: 'passkey', factors, secondFactorProven, redirectUrl: redirect } as const;
      return completeSignIn(tx, proven, context);
    });
    return record(result, result.is === 'unknownPasskey' ? undefined : ouid);
  });
}
