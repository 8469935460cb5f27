import { mask } from '@foyer/contract/rules/account-rules';
import { findAccounts, startPersonSearch } from '@foyer/contract/flows/find-account';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { codeStatus } from '../../parts/one-time-code/code-check.ts';
import { consumeHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { Account } from '../../store/accounts/accounts.ts';

export function findAccountRoutes(server: FastifyInstance, services: Services) {
  const { log, codeRecipients, stores } = services;
  const { accounts, realNames } = stores;

  // A known and an unknown person get the same response, so that it does not reveal who has an account.
  codeRecipients.FIND_ACCOUNT = async (preServiceId, { browserId }) => {
    const search = await realNames.findSearch(preServiceId, browserId);
    if (!search) return undefined;
    const { personHash: countedAs, ouid, mobile } = search;
    const recipient = { kind: 'mobile', value: mobile ?? countedAs } as const;
    return { account: mobile ? (ouid ?? undefined) : undefined, recipient, isRevealed: false, countedAs };
  };

  handleCall(server, services, startPersonSearch, async ({ name, idNumber, auth }, context) => {
    const refusal = await consumeHumanCheckToken(services, auth, context);
    if (refusal) return refusal;
    const preServiceId = await realNames.createSearch({ name, idNumber }, context.ensureBrowserId());
    log.info({ event: 'personSearch', id: context.requestId, address: context.maskedIp });
    return { is: 'done', data: { preServiceId } };
  });

  // The verified code is not used up: while it is valid, the call can be repeated if the response was lost.
  handleCall(server, services, findAccounts, async ({ serviceId }, context) => {
    const { browserId } = context;
    const status = await codeStatus(services, { serviceId, browserId, bizTypes: ['FIND_ACCOUNT'] });
    if (status.is === 'usedOrExpired') return { is: 'expiredCode' };
    if (status.is !== 'verified') return { is: 'unknownServiceId' };

    const { recipient, account: ouid } = status.details;
    const proven = ouid ? await accounts.findByOuid(ouid) : await accounts.find(recipient);
    log.info({ event: 'accountsFound', id: context.requestId, account: proven?.ouid });
    return { is: 'done', data: { accounts: proven ? (await accountsOfSamePerson(proven)).map(masked) : [] } };
  });

  /** Without real-name verification the name is only a claim, so no other account is shown. */
  async function accountsOfSamePerson(proven: Account): Promise<Account[]> {
    const { name, idNumber, realNameAt } = proven;
    return name && idNumber && realNameAt ? realNames.accountsOf({ name, idNumber }) : [proven];
  }
}

const masked = ({ mobile, email, lastSignInAt }: Account) => ({
  ...(mobile && { mobile: mask(mobile) }),
  ...(email && { email: mask(email) }),
  ...(lastSignInAt && { lastUsedAt: lastSignInAt.toISOString() }),
});
