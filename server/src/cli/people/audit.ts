import { type AuditType, auditTypes } from '@foyer/contract/flows/account';
import { days, hours, minutes } from '@foyer/contract/time';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { auditList as limits } from '../../platform/service-limits.ts';
import type { AuditEvent } from '../../store/audit.ts';
import { type CommandContext, examples, withStores } from '../command.ts';
import { findId, personHelp, wholeNumber } from './person.ts';

interface Options {
  since?: Since;
  type?: AuditType;
  limit: number;
}

/** A time, or how long ago, in milliseconds. */
type Since = { at: Date } | { ago: number };

/** `foyer people audit`: what happened to accounts, and who did it. */
export function addAudit(people: Command, context: CommandContext) {
  people
    .command('audit [person]')
    .description('list the audit trail of a person or of everyone, the newest first; with --json as JSON lines')
    .option(
      '--since <time>',
      'from a date or time on (2026-01-31, 2026-01-31T08:00:00Z), or 30m, 24h, 7d ago',
      readSince,
    )
    .addOption(new Option('--type <type>', 'what happened').choices(auditTypes))
    .option('--limit <number>', 'how many are shown at most', wholeNumber(limits.maxShown), limits.shown)
    .addHelpText(
      'after',
      personHelp +
        examples('people audit 13800138000', 'people audit --since 24h --type accountDisabled', 'people audit --json'),
    )
    .action(async (typed: string | undefined, { since, type, limit }: Options) => {
      const events = await withStores(context, async (stores, { clock }) => {
        const account = typed === undefined ? undefined : await findId(stores, typed);
        const from = since && ('at' in since ? since.at : new Date(clock.now() - since.ago));
        return stores.audit.list({ account, since: from, type, limit });
      });
      for (const event of events) context.print(lineOf(event), rowOf(event));
    });
}

/** The stable shape of a row in JSON. */
const rowOf = ({ id, at, account, type, actor, method, factor, details, device, maskedIp, requestId }: AuditEvent) => ({
  id,
  at,
  account,
  type,
  actor,
  method,
  factor,
  details,
  device,
  address: maskedIp,
  requestId,
});

function lineOf({ at, account, type, actor, method, factor, details, device, maskedIp }: AuditEvent): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
  return [at.toISOString(), account ?? '-', type, actor, method, factor, device, maskedIp, ...more]
    .filter(Boolean)
    .join('  ');
}

const units: Record<string, (count: number) => number> = { m: minutes, h: hours, d: days };

function readSince(typed: string): Since {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(typed) ?? [];
  if (count) return { ago: units[unit]?.(Number(count)) ?? 0 };
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(typed);
  const at = new Date(typed);
  if (!isTime || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('give a date or time such as 2026-01-31 or 2026-01-31T08:00:00Z, or 30m, 24h, 7d');
  return { at };
}
