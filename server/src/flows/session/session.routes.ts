import type { CallResponse } from '@foyer/contract/call';
import {
  endApplicationAccess,
  endOtherSessions,
  endSession,
  getCurrentAccount,
  logOut,
  undoUnlink,
  unlinkIdentity,
} from '@foyer/contract/flows/session';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { linkedFactor } from '../../parts/sign-in/counted-factors.ts';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { waysIn } from '../../parts/sign-in/ways-in.ts';
import { signOutEverywhere, signOutOthers } from '../../parts/sign-in/sign-out-everywhere.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { appOf } from '../../store/accounts/identities.ts';
import { describeAccount } from './describe-account.ts';

export function sessionRoutes(server: FastifyInstance, services: Services) {
  const { log, notices } = services;

  handleCall(server, services, getCurrentAccount, async (_, context, current) => ({
    is: 'done',
    data: await describeAccount(services, current, context.language),
  }));

  handleCall(server, services, endSession, async ({ id }, context, current) => {
    const { ouid } = current.account;
    const refused = await current.change(async (tx) => {
      const ended = await tx.stores.sessions.end(ouid, id);
      if (!ended) return { is: 'notFound' } as const;
      await tx.stores.oidcRecords.endOfSession(ouid, ended.sid);
      const details = { device: ended.device };
      await tx.stores.audit.record({ account: ouid, type: 'sessionEnded', details }, context);
      return undefined;
    });
    if (refused) return refused;
    if (id === current.session.id) context.clearSession();
    log.info({ event: 'sessionEnded', id: context.requestId, account: ouid });
    return { is: 'done', data: null };
  });

  handleCall(server, services, endOtherSessions, async (_, context, current) => {
    const { ouid } = current.account;
    const result = await current.change(async (tx, locked) => {
      const { audit, pendingSignIns } = tx.stores;
      await pendingSignIns.endAll(ouid);
      const { ended, renewed } = await signOutOthers(tx, locked.session, context);
      for (const { device } of ended)
        await audit.record({ account: ouid, type: 'sessionEnded', details: { device } }, renewed);
      return { is: 'ended', count: ended.length } as const;
    });
    if (result.is !== 'ended') return result;
    log.info({ event: 'otherSessionsEnded', id: context.requestId, account: ouid, count: result.count });
    return { is: 'done', data: null };
  });

  handleCall(server, services, unlinkIdentity, async ({ id }, context, proof) => {
    const { ouid } = proof.account;
    const refused = await proof.change<CallResponse<typeof unlinkIdentity> | null>(async (tx, current, rollback) => {
      const { audit, pendingSignIns } = tx.stores;
      const found = await tx.stores.identities.unlink(ouid, id);
      if (!found) return { is: 'notFound' };
      const { provider, unlinked } = found;
      if ((await waysIn(tx, ouid)).length === 0) return rollback({ is: 'lastWayIn' });
      // A sign-in that was started with it does not go on.
      await pendingSignIns.endAll(ouid);
      // A thief of one factor must not change the contacts then, now that the account can give no other proof.
      const factor = linkedFactor(provider);
      await tx.stores.identities.keepForUndo(current.session.id, unlinked, current.account.newFactors[factor]);
      await recordNewFactor(tx, ouid, factor, current.session.factors);
      await tx.stores.sessions.forgetOtherProofs(ouid, current.session.id);
      await audit.record({ account: ouid, type: 'identityUnlinked', details: { provider } }, context);
      return null;
    });
    if (refused) return refused;
    log.info({ event: 'identityUnlinked', id: context.requestId, account: ouid });
    notices.send(proof.account, 'identityUnlinked', context);
    return { is: 'done', data: null };
  });

  handleCall(server, services, undoUnlink, async (_, context, proof) => {
    const { ouid } = proof.account;
    const response = await proof.change<CallResponse<typeof undoUnlink>>(async (tx, { session, account }, rollback) => {
      const { accounts, audit } = tx.stores;
      const kept = await tx.stores.identities.findForUndo(session.id);
      const [first] = kept;
      if (!first) return { is: 'undoExpired' };
      const { provider, newFactor } = first;
      const linkedApp = appOf(provider);
      if (linkedApp && (await tx.stores.identities.hasOther(ouid, linkedApp, kept))) return { is: 'undoExpired' };
      if ((await tx.stores.identities.undoUnlink(ouid, session.id)) < kept.length)
        return rollback({ is: 'undoExpired' });
      const linked = linkedApp ?? provider;
      // It is as it was: nothing was added that a thief of this session had not had before.
      await accounts.setNewFactor(ouid, linkedFactor(linked), newFactor ?? undefined);
      await audit.record({ account: ouid, type: 'identityLinked', details: { provider: linked } }, context);
      tx.notices.send(account, linkedApp ? `${linkedApp}Linked` : 'companyLinked', context);
      return { is: 'done', data: null };
    });
    log.info({ event: 'unlinkUndone', id: context.requestId, account: ouid, result: response.is });
    return response;
  });

  handleCall(server, services, endApplicationAccess, async ({ id }, context, current) => {
    const { ouid } = current.account;
    const refused = await current.change(async (tx) => {
      // Whatever a grant allows ends with it: the application has to ask again.
      await tx.stores.oidcRecords.endForClient(ouid, id);
      if (!(await tx.stores.oidcPermissions.end(ouid, id))) return { is: 'notFound' } as const;
      const details = { client: id };
      await tx.stores.audit.record({ account: ouid, type: 'applicationEnded', details }, context);
      return undefined;
    });
    if (refused) return refused;
    log.info({ event: 'applicationAccessEnded', id: context.requestId, account: ouid, client: id });
    return { is: 'done', data: null };
  });

  handleCall(server, services, logOut, async ({ everywhere }, context, current) => {
    if (current) {
      const account = current.account.ouid;
      const ended =
        'change' in current &&
        (await current.change(async ({ stores: tx }) => {
          await tx.audit.record({ account, type: 'signedOutEverywhere' }, context);
          await signOutEverywhere(tx, account);
          return { is: 'everywhere' } as const;
        }));
      if (ended && ended.is === 'needsFreshProof') return ended;
      // Without a proof, as in a session of an account that is being closed, only this session ends.
      if (!ended || ended.is === 'notSignedIn')
        await inTransaction(services, async ({ stores: tx }) => {
          await tx.audit.record({ account, type: 'signedOut' }, context);
          await tx.sessions.endByToken(current.token);
        });
    }
    context.clearSession();
    context.clearCachedPages();
    context.markSignedOut();
    if (current) log.info({ event: 'signOut', id: context.requestId, everywhere, account: current.account.ouid });
    return { is: 'done', data: null };
  });
}
