import type { CallResponse } from '@foyer/contract/call';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { hours } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { extraCodeToken } from '../../parts/one-time-code/extra-code.ts';
import { browserQuota, fingerprintQuota, ipQuota } from '../../parts/one-time-code/code-quotas.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { puzzle as puzzles } from '../../config/settings.ts';
import { verifySolution, makePuzzle } from '../../platform/proof-of-work.ts';
import { sha256 } from '../../platform/sha256.ts';

type Response = CallResponse<typeof applyHumanCheck>;

const purposes = ['code', 'extraCode'] as const;

export function humanCheckRoutes(server: FastifyInstance, services: Services) {
  const { config, stores, clock, random, secrets, log, metrics } = services;
  const secret = secrets.humanCheck;
  const codeLimits = config.limits.codes;
  const hardest = config.humanCheck.cost * puzzles.maxFactor;

  /** The more codes a client has requested recently, the harder its puzzle; the strictest quota decides. */
  async function difficultyFor(clientIp: string, browserId: string, fingerprintHash: string): Promise<number> {
    const quotas = [
      { ...ipQuota(clientIp, codeLimits), weight: 1 },
      { ...browserQuota(browserId, codeLimits), weight: 1 },
      { ...fingerprintQuota(fingerprintHash, codeLimits), weight: puzzles.fingerprintWeight },
    ];
    const keys = quotas.map(({ key }) => key);
    const used = await stores.quotas.used(keys, hours(1));
    const shares = quotas.map(
      ({ limits: [limit], weight }, i) => Math.min(1, (used[i] ?? 0) / (limit?.max ?? 1)) * weight,
    );
    return Math.round(config.humanCheck.cost * puzzles.maxFactor ** Math.max(...shares));
  }

  handleCall(server, services, getHumanCheck, async ({ fingerprint = '', purpose = 'code' }, context) => {
    const browser = context.ensureBrowserId();
    // All clients without a fingerprint share one quota, so hiding it gains nothing.
    const fingerprintHash = sha256(fingerprint);
    const maxnumber =
      purpose === 'extraCode' ? hardest : await difficultyFor(context.clientIp, browser, fingerprintHash);
    const challenge = makePuzzle(
      { secret, purpose, browser },
      {
        random: Buffer.from(random.token(12), 'base64url').toString('hex'),
        number: random.below(maxnumber + 1),
        maxnumber,
        expires: clock.now() + puzzles.lifetime,
        fingerprint: fingerprintHash,
      },
    );
    return { is: 'done', data: { provider: 'proofOfWork' as const, challenge: { ...challenge } } };
  });

  handleCall(server, services, applyHumanCheck, async ({ value }, context) => {
    const record = (response: Response): Response => {
      if (response.is !== 'done')
        log.info({ event: 'humanCheck', id: context.requestId, result: response.is, address: context.maskedIp });
      metrics.humanCheck(response.is);
      return response;
    };
    const { browserId } = context;
    if (!browserId) return record({ is: 'humanCheckFailed' });
    const solutions = purposes.map((purpose) =>
      verifySolution(value, { secret, purpose, browser: browserId }, clock.now()),
    );
    if (solutions.some(({ is }) => is === 'expired')) return record({ is: 'humanCheckExpired' });
    const solution = solutions.find((one) => one.is === 'solved');
    const form = solution === solutions[1] ? extraCodeToken : undefined;
    const auth = solution && (await stores.humanChecks.issueToken(solution.challenge, browserId, form));
    if (!auth) return record({ is: 'humanCheckFailed' });
    await stores.quotas.consume([fingerprintQuota(solution.fingerprint, codeLimits)]);
    return record({ is: 'done', data: { auth } });
  });
}
