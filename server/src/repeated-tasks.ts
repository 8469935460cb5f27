import type { Services } from './services.ts';
import { makeDueContactChanges } from './parts/contact-change/make-due-contact-changes.ts';
import { makeDueRecoveries, remindOfRecoveries } from './parts/recovery/make-due-recoveries.ts';
import { eraseClosedAccounts } from './parts/account-closure/erase-closed-accounts.ts';
import { reportExpiringCertificates } from './parts/webhooks/expiring-certificates.ts';
import { errorFields } from './platform/log.ts';
import type { TaskResult } from './platform/metrics.ts';
import { backchannelLogout } from './store/oidc/oidc-logouts.ts';
import { certificateWarnings } from './parts/webhooks/expiring-certificates.ts';
import { clockSync } from './platform/clock.ts';
import { contactChangeTask } from './parts/contact-change/make-due-contact-changes.ts';
import { content as contentLimits } from './parts/content/content-shape.ts';
import { erasure } from './parts/account-closure/erase-closed-accounts.ts';
import { oidcKeyRotation } from './parts/oidc/signing-keys.ts';
import { sweeping } from './store/sweep.ts';
import { webhooks } from './store/webhooks/limits.ts';
import { sweep } from './store/sweep.ts';

/**
 * Starts what the service repeats by itself. `runDue` does at once what may have become due while no node ran: each start begins
 * the intervals again. `runRecoveries` does a part of it. `stop` starts nothing any more, and lets a sweep end after its batch.
 */
export function startRepeatedTasks(services: Services) {
  const { backgroundTasks, clock, config, content, database, metrics, oidc } = services;
  const end = new AbortController();
  const timers: NodeJS.Timeout[] = [];

  const repeat = (every: number, task: string, failure: string, work: () => Promise<TaskResult | void>) => {
    async function measured() {
      let result: TaskResult = 'failed';
      try {
        result = (await work()) ?? 'ok';
      } finally {
        metrics.taskRun(task, result);
      }
    }
    const run = () => backgroundTasks.run(failure, measured);
    timers.push(setInterval(run, every).unref());
    return run;
  };
  // They have a connection of their own, and a longer time limit than requests.
  const taskServices: Services = { ...services, database: { ...database, sql: database.tasks } };
  repeat(clockSync.interval, 'clock', 'clockNotCompared', clock.synchronize);
  repeat(contentLimits.refreshInterval, 'content', 'contentNotRead', content.refresh);
  repeat(sweeping.interval, 'sweep', 'sweepFailed', () => runSweep(services, end.signal));
  const runRecoveries = repeat(contactChangeTask.interval, 'recoveries', 'recoveriesFailed', async () => {
    await remindOfRecoveries(taskServices);
    await makeDueRecoveries(taskServices);
  });
  const due = [
    runRecoveries,
    repeat(erasure.interval, 'erasure', 'erasureFailed', () => eraseClosedAccounts(taskServices)),
    repeat(contactChangeTask.interval, 'contactChanges', 'contactChangesFailed', () =>
      makeDueContactChanges(taskServices),
    ),
  ];
  if (oidc) {
    repeat(oidcKeyRotation.refreshInterval, 'signingKeys', 'signingKeysNotRead', oidc.refresh);
    repeat(backchannelLogout.interval, 'logouts', 'logoutsNotSent', oidc.sendLogouts);
  }
  if (config.webhooks.enabled)
    repeat(webhooks.interval, 'webhooks', 'webhooksNotSent', () => services.webhooks.sendDue(end.signal));
  if (config.sso.enabled)
    due.push(
      repeat(certificateWarnings.interval, 'certificates', 'certificatesNotRead', () =>
        reportExpiringCertificates(services),
      ),
    );
  return {
    runRecoveries,
    runDue() {
      for (const run of due) run();
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      end.abort();
    },
  };
}

/** The sweep of a node: what it has deleted and what has failed is in the log. */
export async function runSweep(
  { clock, config, database, log }: Pick<Services, 'clock' | 'config' | 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<TaskResult> {
  const options = { auditRetention: config.auditRetention, ...(signal && { signal }) };
  const { deleted, failed, isLeft } = await sweep(database.tasks, clock.now(), options);
  log.info({ event: 'swept', deleted, ...(isLeft && { left: true }) });
  for (const { table, error } of failed) log.error({ event: 'sweepFailed', table, ...errorFields(error) });
  if (failed.length > 0) return 'failed';
  return isLeft ? 'skipped' : 'ok';
}
