import { readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResponse } from '@foyer/contract/call';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { type Services, inTransaction } from '../../services.ts';
import { refuseReservedContact } from '../../parts/contact-change/reserved-contact.ts';
import { codeStatus } from '../../parts/one-time-code/code-check.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import { hashing } from '../../platform/passwords.ts';
import type { CodeLookup } from '../../store/credentials/codes.ts';

type Response = CallResponse<typeof registerAccount>;

export function registerRoutes(server: FastifyInstance, services: Services) {
  const { clock, random, passwords, isCommonPassword, log, metrics, stores } = services;
  const { accounts, codes } = stores;

  handleCall(server, services, checkAccountTaken, async ({ principal: typed }, context) => {
    const principal = readAccount(typed);
    if (!principal) return { is: 'malformed' };
    // Both queries always run, so that the response time reveals nothing.
    const [hasVerifiedCode, exists] = await Promise.all([
      codes.hasVerified(principal, context.browserId),
      accounts.exists(principal),
    ]);
    return { is: 'done', data: { accountExist: hasVerifiedCode && exists } };
  });

  handleCall(server, services, registerAccount, async ({ serviceId, password }, context) => {
    const record = (response: Response): Response => {
      const account = response.is === 'done' ? response.data.ouid : undefined;
      const line = { result: response.is, address: context.maskedIp, account };
      log.info({ event: 'registration', id: context.requestId, ...line });
      metrics.registration(response.is);
      if (response.is === 'done') context.markRegistered();
      return response;
    };

    const lookup = { serviceId, browserId: context.browserId, bizTypes: ['REGISTER'] } as const;
    const status = await codeStatus(services, lookup);
    if (status.is !== 'verified' && status.is !== 'usedOrExpired') return record({ is: 'unknownServiceId' });
    const created = status.is === 'usedOrExpired' ? await codes.findCreatedAccount(lookup, password) : undefined;
    if (status.is === 'usedOrExpired' && !created) return record({ is: 'expiredCode' });
    if (created?.sameValue) return record({ is: 'done', data: { ouid: created.ouid } });
    if (isCommonPassword(password, [status.details.recipient.value])) return record({ is: 'commonPassword' });

    const slot = passwords.reserveSlot();
    if (!slot) return record({ is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } });
    try {
      const passwordHash = await slot.hash(password);
      return record(
        created
          ? await changePassword(created.ouid, lookup, password, passwordHash)
          : await createAccount(lookup, password, passwordHash, context),
      );
    } finally {
      slot.release();
    }
  });

  /** When the account exists already, the verified code stays unused, so that the person can sign in with it instead. */
  async function createAccount(
    lookup: CodeLookup,
    password: string,
    passwordHash: string,
    context: RequestContext,
  ): Promise<Response> {
    const ouid = random.token(16);
    const response = await inTransaction<Response>(services, async (tx, rollback) => {
      const verified = await tx.stores.codes.useVerified(lookup, password);
      if (!verified) return { is: 'expiredCode' };
      const { kind, value } = verified.recipient;
      const reserved = await refuseReservedContact(tx, verified.recipient);
      if (reserved) return rollback(reserved);
      const account = { ouid, [kind]: value, passwordHash, createdAt: new Date(clock.now()) };
      if (!(await tx.stores.accounts.add(account))) return rollback({ is: 'accountTaken' });
      await tx.stores.codes.setCreatedAccount(lookup.serviceId, ouid);
      await tx.stores.audit.record({ account: ouid, type: 'accountCreated', method: 'register' }, context);
      return { is: 'done', data: { ouid } };
    });
    if (response.is !== 'expiredCode') return response;
    // A concurrent request may have used the verified code.
    const created = await codes.findCreatedAccount(lookup, password);
    if (!created) return response;
    return created.sameValue ? { is: 'done', data: { ouid: created.ouid } } : { is: 'registeredBefore' };
  }

  /** The first response was lost and the person chose another password: allowed until the first sign-in. */
  async function changePassword(
    ouid: string,
    { serviceId }: CodeLookup,
    password: string,
    passwordHash: string,
  ): Promise<Response> {
    const isChanged = await inTransaction(services, async (tx, rollback) => {
      if (!(await tx.stores.codes.changeUsedWith(serviceId, password))) return false;
      return (await tx.stores.accounts.setPasswordBeforeFirstSignIn(ouid, passwordHash)) || rollback(false);
    });
    return isChanged ? { is: 'done', data: { ouid } } : { is: 'registeredBefore' };
  }
}
