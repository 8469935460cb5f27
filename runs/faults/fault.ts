import type { Row } from '../results.ts';
import type { Installation } from './installation.ts';

/** How much of each fault. */
export interface Amounts {
  nodeKills: number;
  databaseKills: number;
  restarts: number;
  upgrades: number;
  registrations: number;
  terminations: number;
  webhookKills: number;
  webhookChanges: number;
  expiredRows: number;
  /** How long PostgreSQL and Redis are down, and how long each of the other faults lasts. */
  downSeconds: number;
  seconds: number;
  people: number;
  /** The short form decides nothing by time. */
  isTimed: boolean;
}

export interface Result {
  raw: unknown;
  summary: string;
  rows: Row[];
}

export interface Fault {
  name: string;
  /** Part of the short form. */
  isShort?: boolean;
  run(installation: Installation, amounts: Amounts): Promise<Result>;
}
