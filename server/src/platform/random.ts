import { randomBytes, randomInt } from 'node:crypto';

/** The one source of everything nobody may guess. */
export interface Random {
  /** 256 bits unless fewer are asked for, as text that fits a cookie, a path and a header. */
  token(bytes?: number): string;
  digits(length: number): string;
  /** From 0 up to but without the limit. */
  below(limit: number): number;
}

export const random: Random = {
  token: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  below: (limit) => randomInt(limit),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
};
