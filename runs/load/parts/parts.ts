import { measureAccounts } from './accounts.ts';
import { measureCodeLimit } from './code-limit.ts';
import { measureMemory } from './memory.ts';
import { measureMigrations } from './migrations.ts';
import { measureCheapestCall, measurePages, measurePagesOnTwo } from './pages.ts';
import { measureCodes, measurePasswords, measureTogether } from './sign-ins.ts';
import type { Result } from '../../results.ts';
import type { Amounts } from '../amounts.ts';

/** `inShortForm`: says something also in small numbers and on a busy machine. */
export const parts: { name: string; inShortForm: boolean; measure: (amounts: Amounts) => Promise<Result> }[] = [
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
