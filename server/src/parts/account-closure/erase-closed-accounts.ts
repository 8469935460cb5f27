import { minutes } from '@foyer/contract/time';
import { type Services, inTransaction } from '../../services.ts';
import { serviceContext } from '../../store/audit.ts';

/** Accounts that are erased in one transaction. */
export const erasure = { batch: 100, interval: minutes(5) } as const;

/** Erases the accounts whose time to change one’s mind is over, and tells each person for the last time. */
export async function eraseClosedAccounts(services: Services) {
  const { log, notices } = services;
  for (;;) {
    const erased = await inTransaction(services, async ({ stores: tx }) => {
      const accounts = await tx.accounts.eraseClosed(erasure.batch);
      for (const { ouid } of accounts) await tx.audit.record({ account: ouid, type: 'accountErased' }, serviceContext);
      return accounts;
    });
    for (const account of erased) {
      log.info({ event: 'accountErased', account: account.ouid });
      notices.send(account, 'accountErased', { ...serviceContext, language: account.language ?? 'zh-CN' });
    }
    if (erased.length < erasure.batch) return;
  }
}
