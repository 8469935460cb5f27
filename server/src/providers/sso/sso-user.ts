import { readEmail, readMobile } from '@foyer/contract/rules/account-rules';

/** Someone as their company knows them. */
export interface SsoUser {
  /** Unique and lasting within the company: who says it, and whom they mean. */
  subject: string;
  /** Only as the company vouches for it; a hint and never a proof. */
  email?: string;
  mobile?: string;
}

/** Two texts that nobody can make look like two others. */
export const subjectOf = (...parts: string[]) => JSON.stringify(parts);

export const emailIn = (value: unknown) => (typeof value === 'string' ? readEmail(value) : undefined);
export const mobileIn = (value: unknown) => (typeof value === 'string' ? readMobile(value) : undefined);

const noAnswer = /abort|timeout|fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|socket|certificate|not a public address/i;

/** What went wrong, by its kind: its text may hold what the other side wrote. */
export function failureOf(error: unknown): { is: 'refused' | 'noAnswer'; why: string } {
  if (!(error instanceof Error)) return { is: 'refused', why: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const causes = [error, error.cause].map((one) => (one instanceof Error ? `${one.name} ${one.message}` : ''));
  return { is: causes.some((text) => noAnswer.test(text)) ? 'noAnswer' : 'refused', why: code };
}
