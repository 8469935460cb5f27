import type { Config } from './config/config.ts';
import type { IsCommonPassword } from './parts/common-passwords/common-passwords.ts';
import type { Content } from './parts/content/content.ts';
import type { CodeRecipients } from './parts/one-time-code/code-recipients.ts';
import type { SsoConnections } from './providers/sso/sso-connections.ts';
import type { Identity } from './providers/identity-verification.ts';
import type { Wecom } from './providers/wecom/wecom.ts';
import type { Messenger } from './providers/messaging/messenger.ts';
import type { ScanApps } from './providers/scan-apps.ts';
import type { Notices } from './parts/notices/notices.ts';
import type { BackgroundTasks } from './platform/background-tasks.ts';
import type { PollCache } from './cache/poll-cache.ts';
import type { RateLimit } from './cache/rate-limit.ts';
import type { Random } from './platform/random.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Redis } from './cache/redis.ts';

/** Everything the service stands on, opened once and handed to whoever needs it. */
export interface Services {
  config: Config;
  database: Database;
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
  /** Made at the first start and kept in the database. */
  secrets: { codes: string; humanCheck: string; scans: string };
  messenger: Messenger;
  scanApps: ScanApps;
  ssoConnections: SsoConnections;
  /** Undefined where they are not configured. */
  wecom: Wecom | undefined;
  identity: Identity | undefined;
  backgroundTasks: BackgroundTasks;
  codeRecipients: CodeRecipients;
  notices: Notices;
  content: Content;
}
