import { input } from '../first-limits.ts';

/** Trims and limits the value of any field but a password. */
export const trimmed = (typed: string) => typed.trim().slice(0, input.maxLength).trimEnd();

/** Removes all whitespace, as the registration form does while an e-mail address is typed. */
export const withoutWhitespace = (typed: string) => typed.replace(/\s/g, '');
