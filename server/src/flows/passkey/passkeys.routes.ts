import { scanApps } from '@foyer/contract/apps/scan-apps';
import type { CallResponse } from '@foyer/contract/call';
import {
  type Passkey as ShownPasskey,
  addPasskey,
  answerPasskeyOffer,
  getPasskeyOffer,
  getPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@foyer/contract/flows/passkey';
import { passkey as limits } from '@foyer/contract/limits';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { missingProof } from '../../parts/fresh-proof/fresh-proof.ts';
import { authenticatorName } from '../../parts/passkey/authenticator-names.ts';
import { checkNewPasskey } from '../../parts/passkey/passkey-check.ts';
import { creationOptions, userEntity } from '../../parts/passkey/passkey-options.ts';
import { oneOf } from '../../parts/sign-in/counted-factors.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { hasSpareSecondFactor } from '../../parts/sign-in/second-factors.ts';
import { stopRecovery } from '../../parts/recovery/recovery.ts';
import { waysIn } from '../../parts/sign-in/ways-in.ts';
import type { Passkey } from '../../store/credentials/passkeys.ts';

/** Later than any sign-in: the person does not want to be asked again. */
const never = new Date(Date.UTC(9999, 0));

/** After these a passkey is offered. A company has its own rules, and a passkey needs no second one. */
const offeredAfter: readonly SignInMethod[] = ['password', 'code', ...scanApps];

export function passkeyRoutes(server: FastifyInstance, services: Services, { rpId }: { rpId: string }) {
  const { clock, log, notices, stores } = services;

  handleCall(server, services, getPasskeys, async (_, context, current) => {
    const passkeys = await stores.passkeys.listByAccount(current.account.ouid);
    return { is: 'done', data: { passkeys: passkeys.map(shown), rpId, user: userEntity(current.account, context) } };
  });

  handleCall(server, services, startPasskey, async ({ silent }, context, proof) => {
    const { account, session } = proof;
    if (silent && session.method !== 'password') return { is: 'malformed' };
    const [challenge, existing] = await Promise.all([
      stores.passkeyChallenges.create(silent ? 'addSilently' : 'add', context.ensureBrowserId(), account.ouid),
      stores.passkeys.listByAccount(account.ouid),
    ]);
    return { is: 'done', data: creationOptions(services, context, { rpId, challenge, account, existing }) };
  });

  handleCall(server, services, addPasskey, async ({ credential }, context, proof) => {
    const { account } = proof;
    const checked = await checkNewPasskey(services, context, account.ouid, credential);
    if (!checked) return { is: 'passkeyFailed' };
    const result = await proof.change(async (tx, current) => {
      const passkey = await tx.stores.passkeys.add(checked);
      if (!passkey) return { is: 'passkeyFailed' } as const;
      await recordNewFactor(tx, account.ouid, oneOf('passkey', passkey.id), current.session.factors);
      await stopRecovery(tx, account, context);
      // Who has a passkey needs no offer.
      await tx.stores.accounts.postponePasskeyOffer(account.ouid, never);
      const details = detailsOf(passkey);
      await tx.stores.audit.record({ account: account.ouid, type: 'passkeyAdded', details }, context);
      return { is: 'added', passkey } as const;
    });
    if (result.is !== 'added') return result;
    log.info({ event: 'passkeyAdded', id: context.requestId, account: account.ouid });
    notices.send(account, 'passkeyAdded', context);
    return { is: 'done', data: shown(result.passkey) };
  });

  handleCall(server, services, renamePasskey, async ({ id, name }, _context, proof) => {
    const { ouid } = proof.account;
    return proof.change(async ({ stores: tx }) =>
      (await tx.passkeys.rename(ouid, id, name)) ? { is: 'done', data: null } : { is: 'notFound' },
    );
  });

  handleCall(server, services, removePasskey, async ({ id }, context, proof) => {
    const { account } = proof;
    const { ouid } = account;
    const refused = await proof.change<CallResponse<typeof removePasskey> | null>(async (tx, current, rollback) => {
      if (current.account.secondFactor && !hasSpareSecondFactor(services, current.account))
        return { is: 'lastSecondFactor' };
      const removed = await tx.stores.passkeys.remove(ouid, id);
      if (!removed) return { is: 'notFound' };
      if ((await waysIn(tx, ouid)).length === 0) return rollback({ is: 'lastWayIn' });
      await stopRecovery(tx, account, context);
      await tx.stores.sessions.forgetOtherProofs(ouid, current.session.id);
      await tx.stores.audit.record({ account: ouid, type: 'passkeyRemoved', details: detailsOf(removed) }, context);
      return null;
    });
    if (refused) return refused;
    log.info({ event: 'passkeyRemoved', id: context.requestId, account: ouid });
    notices.send(account, 'passkeyRemoved', context);
    return { is: 'done', data: null };
  });

  handleCall(server, services, getPasskeyOffer, async (_, _context, current) => {
    const { account, session } = current;
    const isDue = !account.passkeyOfferFrom || account.passkeyOfferFrom.getTime() <= clock.now();
    const isOffered = isDue && !session.shared && offeredAfter.includes(session.method as SignInMethod);
    // Not where adding one needs another proof first: the person is on the way to what they came for.
    const due = isOffered && (await missingProof(services, current, 'factors')) === undefined;
    return { is: 'done', data: { due, silent: due && session.method === 'password' } };
  });

  handleCall(server, services, answerPasskeyOffer, async ({ answer }, _context, current) => {
    const from = answer === 'never' ? never : new Date(clock.now() + limits.offerAgainAfter);
    await stores.accounts.postponePasskeyOffer(current.account.ouid, from);
    return { is: 'done', data: null };
  });
}

/** For the audit trail: which authenticator, and never what the person has named it. */
const detailsOf = ({ aaguid }: Passkey) => {
  const authenticator = authenticatorName(aaguid);
  return authenticator ? { authenticator } : {};
};

const shown = ({ id, credentialId, name, aaguid, backedUp, createdAt, lastUsedAt }: Passkey): ShownPasskey => {
  const displayName = name ?? authenticatorName(aaguid);
  return {
    id,
    credentialId,
    ...(displayName && { name: displayName }),
    synced: backedUp,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
};
