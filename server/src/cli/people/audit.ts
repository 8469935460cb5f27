import { type AuditType, auditTypes } from '@foyer/contract/flows/account';
import { type Command, Option } from 'commander';
import { auditList as limits } from '../since.ts';
import type { AuditEvent } from '../../store/audit.ts';
import { type CommandContext, examples, withStores } from '../command.ts';
import { type Since, readSince, sinceTime } from '../since.ts';
import { findId, personHelp, wholeNumber } from './person.ts';

interface Options {
  since?: Since;
  type?: AuditType;
  limit: number;
}

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
        const from = since && sinceTime(since, clock);
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
