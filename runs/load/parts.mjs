import { measureAccounts } from './accounts.mjs';
import { measureCodeLimit } from './code-limit.mjs';
import { measureMemory } from './memory.mjs';
import { measureMigrations } from './migrations.mjs';
import { measureCheapestCall, measurePages, measurePagesOnTwo } from './pages.mjs';
import { measureCodes, measurePasswords, measureTogether } from './sign-ins.mjs';

/** @import { Row } from '../results.ts' */
/** @import { Amounts } from './amounts.mjs' */
/** @typedef {{ rows: Row[], raw: Record<string, unknown> }} Result */

/**
 * `inShortForm`: says something also in small numbers and on a busy machine.
 * @type {{ name: string, inShortForm: boolean, measure: (amounts: Amounts) => Promise<Result> }[]}
 */
export const parts = [
  { name: 'pages', inShortForm: false, measure: measurePages },
  { name: 'two-processes', inShortForm: true, measure: measurePagesOnTwo },
  { name: 'calls', inShortForm: false, measure: measureCheapestCall },
  { name: 'passwords', inShortForm: false, measure: measurePasswords },
  { name: 'codes', inShortForm: true, measure: measureCodes },
  { name: 'code-limit', inShortForm: true, measure: measureCodeLimit },
  { name: 'together', inShortForm: false, measure: measureTogether },
  { name: 'accounts', inShortForm: true, measure: measureAccounts },
  { name: 'migrations', inShortForm: true, measure: measureMigrations },
  { name: 'memory', inShortForm: false, measure: measureMemory },
];
