import type { CallResponse } from '@foyer/contract/call';
import { proveByPasskey, startPasskeyProof } from '@foyer/contract/flows/passkey';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { recordFreshProof } from '../../parts/fresh-proof/fresh-proof.ts';
import { checkPasskeyUse } from '../../parts/passkey/passkey-check.ts';
import { oneOf } from '../../parts/sign-in/counted-factors.ts';
import { requestOptions } from '../../parts/passkey/passkey-options.ts';

type Response = CallResponse<typeof proveByPasskey>;

/** A person who is signed in proves again who they are, with a passkey. */
export function passkeyProofRoutes(server: FastifyInstance, services: Services, { rpId }: { rpId: string }) {
  const { log, stores } = services;

  handleCall(server, services, startPasskeyProof, async (_, context, current) => {
    const { ouid } = current.account;
    const [challenge, allowed] = await Promise.all([
      stores.passkeyChallenges.create('freshProof', context.ensureBrowserId(), ouid),
      stores.passkeys.listByAccount(ouid),
    ]);
    return { is: 'done', data: requestOptions(rpId, challenge, allowed) };
  });

  handleCall(server, services, proveByPasskey, async ({ credential }, context, current): Promise<Response> => {
    const { ouid } = current.account;
    const record = (response: Response): Response => {
      log.info({ event: 'provenAgain', id: context.requestId, factor: 'passkey', result: response.is, account: ouid });
      return response;
    };

    const used = await checkPasskeyUse(services, context, 'freshProof', credential);
    // Another person may have signed in with this browser since the challenge was made.
    const isRight = used.is === 'right' && used.passkey.account === ouid;
    if (!isRight) {
      await stores.audit.record({ account: ouid, type: 'proofFailed', factor: 'passkey' }, context);
      return record({ is: used.is === 'right' ? 'passkeyFailed' : used.is });
    }
    const { id, credentialId } = used.passkey;
    const isProven = await recordFreshProof(services, context, {
      current,
      factor: oneOf('passkey', id),
      // The owner may have removed it since it was checked.
      use: async (tx) => (await tx.stores.passkeys.findByCredential(credentialId))?.account === ouid,
    });
    return record(isProven ? { is: 'done', data: null } : { is: 'notSignedIn' });
  });
}
