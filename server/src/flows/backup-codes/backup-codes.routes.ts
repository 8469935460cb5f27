import { confirmBackupCodes, createBackupCodes } from '@foyer/contract/flows/backup-codes';
import { formatBackupCode } from '@foyer/contract/rules/backup-code-rules';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import { recordNewFactor } from '../../parts/sign-in/new-factors.ts';
import { makeBackupCodes } from '../../parts/stored-factor/backup-codes.ts';
import { recordFactorChange } from '../../parts/stored-factor/change-factor.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { hashing } from '../../platform/passwords.ts';
import type { Services } from '../../services.ts';

export function backupCodeRoutes(server: FastifyInstance, services: Services) {
  const { config, log, passwords, random } = services;

  handleCall(server, services, createBackupCodes, async (_, __, proof) => {
    const { account } = proof;
    if (config.secondFactor.policy === 'off') return { is: 'notFound' };
    const slot = passwords.reserveSlot();
    if (!slot) return { is: 'busy', data: { retryAfter: hashing.retryAfter / seconds(1) } };
    const setupId = random.token();
    const made = await makeBackupCodes(random, slot).finally(slot.release);
    const refused = await proof.change(async (tx) => {
      await tx.stores.backupCodes.prepare(account.ouid, made.salt, made.codeHashes, setupId);
      return undefined;
    });
    return refused ?? { is: 'done', data: { codes: made.codes.map(formatBackupCode), setupId } };
  });

  handleCall(server, services, confirmBackupCodes, async ({ setupId }, context, proof) => {
    const { account } = proof;
    const refused = await proof.change(async (tx, current) => {
      const result = await tx.stores.backupCodes.confirm(account.ouid, setupId);
      if (result === 'unknown') return { is: 'notFound' } as const;
      if (result === 'repeated') return undefined;
      await recordNewFactor(tx, account.ouid, 'backupCode', current.session.factors);
      await recordFactorChange(tx, account, 'backupCodesCreated', context);
      tx.afterCommit(() => log.info({ event: 'backupCodesCreated', id: context.requestId, account: account.ouid }));
      return undefined;
    });
    return refused ?? { is: 'done', data: null };
  });
}
