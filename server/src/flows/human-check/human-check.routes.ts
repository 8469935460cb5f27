import { createHash } from 'node:crypto';
import type { CallResponse } from '@foyer/contract/call';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { humanCheck as limits } from '@foyer/contract/limits';
import { hours } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { addressBudget, browserBudget, looksBudget } from '../../parts/one-time-code/code-budgets.ts';
import { handleCall } from '../../http/route.ts';
import { puzzle as puzzles } from '../../platform/service-limits.ts';
import { judge, makePuzzle } from '../../platform/proof-of-work.ts';
import { type Rule, budgetStore } from '../../store/budgets.ts';
import { humanCheckStore } from '../../store/human-checks.ts';

type Told = CallResponse<typeof applyHumanCheck>;

const scene = 'code';

export function humanCheckRoutes(
  app: FastifyInstance,
  { config, database, clock, random, secrets, log, metrics }: Services,
) {
  const budgets = budgetStore(database.sql, clock);
  const checks = humanCheckStore(database.sql, clock, random, limits.lifetime);
  const secret = secrets.humanCheck;

  /** The more codes a place has had lately, the more the next one costs it; the most that any of these says. */
  async function costFor(address: string, browser: string, looks: string): Promise<number> {
    const { codes } = config.limits;
    const seenAs = [
      { ...addressBudget(address, codes), weight: 1 },
      { ...browserBudget(browser, codes), weight: 1 },
      { ...looksBudget(looks, codes), weight: puzzles.fingerprintWeight },
    ];
    const spent = await budgets.spentOf(
      seenAs.map(({ key }) => key),
      hours(1),
    );
    const shareOf = (i: number, rule: Rule | undefined) => Math.min(1, (spent[i] ?? 0) / (rule?.most ?? 1));
    const shares = seenAs.map(({ rules: [rule], weight }, i) => shareOf(i, rule) * weight);
    return Math.round(config.humanCheck.cost * puzzles.maxFactor ** Math.max(...shares));
  }

  handleCall(app, config, getHumanCheck, async ({ fingerprint = '' }, context) => {
    const browser = context.ensureBrowserId();
    // Those who tell nothing look alike, so hiding gains nothing.
    const looks = createHash('sha256').update(fingerprint).digest('base64url');
    const maxnumber = await costFor(context.clientIp, browser, looks);
    const challenge = makePuzzle(
      { secret, scene, browser },
      {
        random: Buffer.from(random.token(12), 'base64url').toString('hex'),
        number: random.below(maxnumber + 1),
        maxnumber,
        expires: clock.now() + puzzles.lifetime,
        looks,
      },
    );
    return { is: 'done', data: { provider: 'proofOfWork' as const, challenge: { ...challenge } } };
  });

  handleCall(app, config, applyHumanCheck, async ({ value }, context) => {
    const tell = (told: Told): Told => {
      if (told.is !== 'done')
        log.info({ event: 'humanCheck', id: context.requestId, result: told.is, address: context.maskedIp });
      metrics.humanCheck(told.is);
      return told;
    };
    const { browserId } = context;
    if (!browserId) return tell({ is: 'humanCheckFailed' });
    const verdict = judge(value, { secret, scene, browser: browserId }, clock.now());
    if (verdict.is === 'expired') return tell({ is: 'humanCheckExpired' });
    const auth = verdict.is === 'solved' ? await checks.pass(verdict.challenge, browserId) : undefined;
    if (auth && verdict.is === 'solved') await budgets.spend([looksBudget(verdict.looks, config.limits.codes)]);
    return auth ? tell({ is: 'done', data: { auth } }) : tell({ is: 'humanCheckFailed' });
  });
}
