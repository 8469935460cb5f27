import type { Config } from './config/config.ts';
import type { IsCommonPassword } from './parts/common-passwords/common-passwords.ts';
import type { Content } from './parts/content/content.ts';
import type { HeldTargets } from './parts/one-time-code/code-recipients.ts';
import type { CompanyDoors } from './providers/sso/sso-connections.ts';
import type { Identity } from './providers/identity-verification.ts';
import type { Wecom } from './providers/wecom/wecom.ts';
import type { Messenger } from './providers/messaging/messenger.ts';
import type { ScanApps } from './providers/scan-apps.ts';
import type { Notices } from './parts/notices/notices.ts';
import type { Afterwards } from './platform/background-tasks.ts';
import type { Board } from './cache/poll-cache.ts';
import type { CallLimit } from './cache/rate-limit.ts';
import type { Chance } from './platform/random.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './database/database.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Redis } from './cache/redis.ts';

/** Everything the service stands on, opened once and handed to whoever needs it. */
export interface House {
  config: Config;
  database: Database;
  redis: Redis | undefined;
  board: Board;
  clock: Clock;
  chance: Chance;
  passwords: Passwords;
  isCommonPassword: IsCommonPassword;
  callLimit: CallLimit;
  reportLimit: CallLimit;
  qrLimit: CallLimit;
  eventLimit: CallLimit;
  hitLimit: CallLimit;
  log: Log;
  metrics: Metrics;
  /** Made at the first start and kept in the database. */
  secrets: { codes: string; humanCheck: string; scans: string };
  messenger: Messenger;
  scanApps: ScanApps;
  companyDoors: CompanyDoors;
  /** Undefined where they are not configured. */
  wecom: Wecom | undefined;
  identity: Identity | undefined;
  afterwards: Afterwards;
  heldTargets: HeldTargets;
  notices: Notices;
  content: Content;
}
