import type { Config } from './config/config.ts';
import type { IsCommonPassword } from './parts/common-passwords/common-passwords.ts';
import type { Content } from './parts/content/content.ts';
import type { CodeRecipients } from './parts/one-time-code/code-recipients.ts';
import type { SsoConnections } from './providers/sso/sso-connections.ts';
import type { IdentityVerification } from './providers/identity-verification.ts';
import type { Wecom } from './providers/wecom/wecom.ts';
import type { Messenger } from './providers/messaging/messenger.ts';
import type { ScanProviders } from './providers/scan-settings.ts';
import type { Oidc } from './parts/oidc/oidc.ts';
import type { WebhookSender } from './parts/webhooks/webhook-sender.ts';
import type { Notices } from './parts/notices/notices.ts';
import type { BackgroundTasks } from './platform/background-tasks.ts';
import type { PollCache } from './cache/poll-cache.ts';
import type { RateLimit } from './cache/rate-limit.ts';
import type { Random } from './platform/random.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Tracer } from './platform/traces.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Redis } from './cache/redis.ts';
import { type Stores, createStores } from './store/stores.ts';

/** What every route receives, created once at the start. */
export interface Services {
  config: Config;
  database: Database;
  stores: Stores;
  redis: Redis | undefined;
  pollCache: PollCache;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  isCommonPassword: IsCommonPassword;
  callRateLimit: RateLimit;
  reportRateLimit: RateLimit;
  qrRateLimit: RateLimit;
  eventRateLimit: RateLimit;
  clickRateLimit: RateLimit;
  log: Log;
  metrics: Metrics;
  /** Undefined where traces are not configured. */
  tracer: Tracer | undefined;
  /** Generated at the first start and stored in the database. */
  secrets: { hashing: string; humanCheck: string; scans: string };
  /** For secrets that the database stores encrypted; the newest first. Empty: none are stored. */
  encryptionKeys: readonly Buffer[];
  messenger: Messenger;
  scanApps: ScanProviders;
  ssoConnections: SsoConnections;
  /** Undefined where it is not configured. */
  wecom: Wecom | undefined;
  identity: IdentityVerification | undefined;
  oidc: Oidc | undefined;
  webhooks: WebhookSender;
  backgroundTasks: BackgroundTasks;
  codeRecipients: CodeRecipients;
  notices: Notices;
  /** Runs `work` once the transaction of these services is committed, and at once outside of one. */
  afterCommit(work: () => void): void;
  content: Content;
}

/**
 * Runs `work` in one transaction, with services whose stores belong to it. Calling `rollback` undoes the transaction and
 * makes its argument the result. Notices are sent once the transaction is committed, so that none reports what was undone;
 * what else has to wait for it is given to `afterCommit`.
 */
export async function inTransaction<Result>(
  services: Services,
  work: (tx: Services, rollback: (result: Result) => never) => Promise<Result>,
): Promise<Result> {
  const { database } = services;
  const waiting: (() => void)[] = [];
  const afterCommit = (later: () => void) => void waiting.push(later);
  const notices: Notices = {
    ...services.notices,
    send: (...notice) => afterCommit(() => services.notices.send(...notice)),
  };
  const rolledBack: Result[] = [];
  const rollback = (result: Result): never => {
    rolledBack.push(result);
    throw new Error('The transaction was rolled back');
  };
  try {
    const result = await database.sql.transaction((sql) =>
      work(
        { ...services, afterCommit, notices, database: { ...database, sql }, stores: createStores(sql, services) },
        rollback,
      ),
    );
    for (const later of waiting) later();
    return result;
  } catch (error) {
    const [result] = rolledBack;
    if (result === undefined) throw error;
    return result;
  }
}
