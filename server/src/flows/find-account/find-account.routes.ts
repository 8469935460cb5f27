import { mask } from '@foyer/contract/rules/account-rules';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { findAccounts, namePerson } from '@foyer/contract/flows/find-account';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../services.ts';
import { createHumanPass } from '../../parts/one-time-code/human-check-token.ts';
import { createProofCheck } from '../../parts/one-time-code/proof-check.ts';
import { answer } from '../../http/route.ts';
import { type Account, accountStore } from '../../store/accounts.ts';
import { personStore } from '../../store/persons.ts';

export function findAccountRoutes(app: FastifyInstance, house: House) {
  const { config, database, clock, chance, log, secrets, heldTargets } = house;
  const accounts = accountStore(database.sql, agreementVersion);
  const persons = personStore(database.sql, clock, chance, secrets.codes);
  const { standingOf } = createProofCheck(house);
  const takePass = createHumanPass(house);

  // Somebody and nobody are sent a code alike, as far as the browser can tell.
  heldTargets.FIND_ACCOUNT = async (preServiceId, { browser }) => {
    const search = await persons.searchBehind(preServiceId, browser);
    if (!search) return undefined;
    const { person: countedAs, ouid, mobile } = search;
    const address = { kind: 'mobile', value: mobile ?? countedAs } as const;
    return { account: mobile ? (ouid ?? undefined) : undefined, address, told: false, countedAs };
  };

  answer(app, config, namePerson, async ({ name, idNumber, auth }, visitor) => {
    const refused = await takePass(auth, visitor);
    if (refused) return refused;
    const preServiceId = await persons.search({ name, idNumber }, visitor.nameBrowser());
    log.info({ event: 'personNamed', id: visitor.requestId, address: visitor.addressShown });
    return { is: 'done', data: { preServiceId } };
  });

  // Looked at and not used up: an answer that was lost on the way can be asked for again while the proof lives.
  answer(app, config, findAccounts, async ({ serviceId }, visitor) => {
    const { browser } = visitor;
    const standing = await standingOf({ serviceId, browser, bizTypes: ['FIND_ACCOUNT'] });
    if (standing.is === 'over') return { is: 'expiredCode' };
    if (standing.is !== 'verified') return { is: 'unknownService' };

    const { principal, account: ouid } = standing.proof;
    const proven = await accounts.find(ouid ? { kind: 'ouid', value: ouid } : principal);
    log.info({ event: 'accountsFound', id: visitor.requestId, ...(proven && { account: proven.ouid }) });
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
