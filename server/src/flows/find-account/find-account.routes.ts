import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { findAccounts, startPersonSearch } from '@foyer/contract/flows/find-account';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { createHumanCheckToken } from '../../parts/one-time-code/human-check-token.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { handleCall } from '../../http/route.ts';
import { type Account, accountStore } from '../../store/accounts.ts';
import { personStore } from '../../store/persons.ts';

export function findAccountRoutes(app: FastifyInstance, services: Services) {
  const { config, database, clock, random, log, secrets, codeRecipients } = services;
  const accounts = accountStore(database.sql, agreementVersion);
  const persons = personStore(database.sql, clock, random, secrets.codes);
  const { standingOf } = createProofCheck(services);
  const takePass = createHumanCheckToken(services);

  // Somebody and nobody are sent a code alike, as far as the browser can tell.
  codeRecipients.FIND_ACCOUNT = async (preServiceId, { browserId }) => {
    const search = await persons.searchBehind(preServiceId, browserId);
    if (!search) return undefined;
    const { person: countedAs, ouid, mobile } = search;
    const address = { kind: 'mobile', value: mobile ?? countedAs } as const;
    return { account: mobile ? (ouid ?? undefined) : undefined, address, told: false, countedAs };
  };

  handleCall(app, config, startPersonSearch, async ({ name, idNumber, auth }, context) => {
    const refused = await takePass(auth, context);
    if (refused) return refused;
    const preServiceId = await persons.search({ name, idNumber }, context.ensureBrowserId());
    log.info({ event: 'personNamed', id: context.requestId, address: context.maskedIp });
    return { is: 'done', data: { preServiceId } };
  });

  // Looked at and not used up: an answer that was lost on the way can be asked for again while the proof lives.
  handleCall(app, config, findAccounts, async ({ serviceId }, context) => {
    const { browserId } = context;
    const standing = await standingOf({ serviceId, browser: browserId, bizTypes: ['FIND_ACCOUNT'] });
    if (standing.is === 'over') return { is: 'expiredCode' };
    if (standing.is !== 'verified') return { is: 'unknownService' };

    const { principal, account: ouid } = standing.proof;
    const proven = await accounts.find(ouid ? { kind: 'ouid', value: ouid } : principal);
    log.info({ event: 'accountsFound', id: context.requestId, ...(proven && { account: proven.ouid }) });
    return { is: 'done', data: { accounts: proven ? (await ofSamePerson(proven)).map(shown) : [] } };
  });

  /** A name that nobody has verified is a claim: it shows the account that was proven and no other. */
  async function ofSamePerson(proven: Account): Promise<Account[]> {
    const { name, idNumber, realNameAt } = proven;
    return name && idNumber && realNameAt ? persons.accountsOf({ name, idNumber }) : [proven];
  }
}

const shown = ({ mobile, email, lastSignInAt }: Account) => ({
  ...(mobile && { mobile: mask(mobile) }),
  ...(email && { email: mask(email) }),
  ...(lastSignInAt && { lastUsedAt: lastSignInAt.toISOString() }),
});
