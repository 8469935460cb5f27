import type { CallResponse } from '@foyer/contract/call';
import { startPasskeyFactor, verifyPasskeyFactor } from '@foyer/contract/flows/passkey';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { checkPasskeyUse } from '../../parts/passkey/passkey-check.ts';
import { requestOptions } from '../../parts/passkey/passkey-options.ts';
import { oneOf } from '../../parts/sign-in/counted-factors.ts';
import { completeSecondFactor, findPendingSecondFactor } from '../../parts/sign-in/complete-second-factor.ts';

type Response = CallResponse<typeof verifyPasskeyFactor>;

/** A passkey as second factor, after any first one. */
export function passkeyFactorRoutes(server: FastifyInstance, services: Services, { rpId }: { rpId: string }) {
  const { stores } = services;

  handleCall(server, services, startPasskeyFactor, async ({ preServiceId }, context) => {
    const found = await findPendingSecondFactor(services, preServiceId, context);
    if (!found?.factors.includes('passkey')) return { is: 'unknownServiceId' };
    const { ouid } = found.account;
    const [challenge, passkeys] = await Promise.all([
      stores.passkeyChallenges.create('secondFactor', context.ensureBrowserId(), ouid),
      stores.passkeys.listByAccount(ouid),
    ]);
    const allowed = passkeys.filter(({ id }) => found.each.includes(oneOf('passkey', id)));
    return { is: 'done', data: requestOptions(rpId, challenge, allowed) };
  });

  handleCall(server, services, verifyPasskeyFactor, async ({ credential, ...request }, context): Promise<Response> => {
    const used = await checkPasskeyUse(services, context, 'secondFactor', credential);
    if (used.is !== 'right') {
      const failed = { account: used.is === 'passkeyFailed' ? used.account : undefined, factor: 'passkey' };
      await stores.audit.record({ ...failed, type: 'secondFactorFailed' }, context);
      return { is: used.is };
    }
    const { passkey } = used;
    const proof = {
      ...request,
      factor: 'passkey' as const,
      proven: oneOf('passkey', passkey.id),
      // The challenge is used up already. The pending sign-in may be one of another account.
      use: async (_: Services, { ouid }: { ouid: string }) => ouid === passkey.account,
    };
    const result = await completeSecondFactor(services, proof, context);
    return result.is === 'notProven' ? { is: 'passkeyFailed' } : result;
  });
}
