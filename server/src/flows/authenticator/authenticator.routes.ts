import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from '@foyer/contract/flows/authenticator';
import { mask } from '@foyer/contract/rules/account-rules';
import type { FastifyInstance } from 'fastify';
import { findPendingSecondFactor } from '../../parts/sign-in/complete-second-factor.ts';
import { hasSpareSecondFactor, maySetUpSecondFactor } from '../../parts/sign-in/second-factors.ts';
import { canStoreSecrets, makeAuthenticator, readTotp } from '../../parts/stored-factor/authenticator.ts';
import { addAuthenticator, recordFactorChange } from '../../parts/stored-factor/change-factor.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/accounts/accounts.ts';

export function authenticatorRoutes(server: FastifyInstance, services: Services) {
  const { config, stores, log } = services;

  handleCall(server, services, startAuthenticator, async ({ preServiceId }, context, proof) => {
    if (!canStoreSecrets(services)) return { is: 'notFound' };
    if (!proof) {
      const found = preServiceId && (await findPendingSecondFactor(services, preServiceId, context));
      // Only an account without any factor may add one before it is signed in.
      const mayStart = found && found.factors.length === 0 && maySetUpSecondFactor(found.account);
      // The person may have signed in with an app or a company, and has not seen the contacts.
      return mayStart ? start(found.account, context, mask) : { is: 'unknownServiceId' };
    }
    return config.secondFactor.policy === 'off' ? { is: 'notFound' } : start(proof.account, context);
  });

  async function start(account: Account, context: RequestContext, shownAs = (contact: string) => contact) {
    const { ouid, mobile, email } = account;
    const name = { issuer: config.page.brand[context.language], label: shownAs(mobile ?? email ?? ouid) };
    const { encryptedSecret, ...shown } = makeAuthenticator(services, ouid, name);
    const browserId = context.ensureBrowserId();
    const setupId = await stores.authenticators.startSetup({ account: ouid, browserId }, encryptedSecret);
    return { is: 'done', data: { setupId, ...shown } } as const;
  }

  handleCall(server, services, confirmAuthenticator, async ({ setupId, credentials }, context, proof) => {
    const { account } = proof;
    const { browserId = '' } = context;
    const stored = await stores.authenticators.findSetup(setupId, { account: account.ouid, browserId });
    if (stored === undefined) return { is: 'unknownServiceId' };
    // Attempts are not limited: the person who set it up has just seen the key.
    const right = readTotp(services, account.ouid, stored, credentials);
    if (!right) return { is: 'wrongCode' };
    const result = await proof.change(async (tx, current) => {
      const added = { setupId, browserId, right, proven: current.session.factors };
      return (await addAuthenticator(tx, current.account, added, context))
        ? undefined
        : ({ is: 'unknownServiceId' } as const);
    });
    if (result) return result;
    log.info({ event: 'authenticatorAdded', id: context.requestId, account: account.ouid });
    return { is: 'done', data: null };
  });

  handleCall(server, services, removeAuthenticator, async (_, context, proof) => {
    const { account } = proof;
    const result = await proof.change(async (tx, current) => {
      if (current.account.secondFactor && !hasSpareSecondFactor(services, current.account))
        return { is: 'lastSecondFactor' } as const;
      if (!(await tx.stores.authenticators.remove(account.ouid))) return { is: 'notFound' } as const;
      await recordFactorChange(tx, account, 'authenticatorRemoved', context);
      return undefined;
    });
    if (result) return result;
    log.info({ event: 'authenticatorRemoved', id: context.requestId, account: account.ouid });
    return { is: 'done', data: null };
  });
}
