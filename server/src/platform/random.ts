import { randomBytes, randomInt } from 'node:crypto';

/** The source of all unpredictable values. */
export interface Random {
  /** 256 bits by default, as text that is safe in cookies, paths and headers. */
  token(bytes?: number): string;
  digits(length: number): string;
  /** From 0 to below the limit. */
  below(limit: number): number;
}

export const random: Random = {
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  below: (limit) => randomInt(limit),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
};
