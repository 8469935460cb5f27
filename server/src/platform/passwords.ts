import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Random } from './random.ts';
import { hashing } from './service-limits.ts';

const parameters = { memoryCost: hashing.memoryKiB, timeCost: hashing.passes, parallelism: hashing.lanes };

/**
 * Hashing is made to be slow, so it stands in a line: as many at once as there are cores, a bounded number waiting, and
 * whoever comes after is told so before anything was counted against them.
 */
export interface Passwords {
  takeTurn(): Turn | undefined;
  inLine(): number;
}

export interface Turn {
  /** Takes as long without a stored hash as with one, and is then always false. */
  matches(stored: string | null | undefined, secret: string): Promise<boolean>;
  hash(secret: string): Promise<string>;
  leave(): void;
}

export async function createPasswords(
  chance: Random,
  atOnce = availableParallelism(),
  waiting: number = hashing.waiting,
): Promise<Passwords> {
  const decoy = await hash(chance.token(), parameters);
  if (!decoy.startsWith('$argon2id$') || isOutdated(decoy))
    throw new Error('argon2id was not made with our parameters');
  const line = createLine(atOnce);
  let admitted = 0;

  return {
    takeTurn() {
      if (admitted >= atOnce + waiting) return undefined;
      admitted += 1;
      let left = false;
      return {
        async matches(stored, secret) {
          const right = await line(() => verify(stored ?? decoy, secret));
          return right && stored != null;
        },
        hash: (secret) => line(() => hash(secret, parameters)),
        leave() {
          if (!left) admitted -= 1;
          left = true;
        },
      };
    },
    inLine: () => admitted,
  };
}

/** Made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== hashing.memoryKiB || timeCost !== hashing.passes || parallelism !== hashing.lanes;
}

function createLine(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
