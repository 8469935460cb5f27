import { input } from '../limits.ts';

/** Any field but a password: the space around is not meant, and there is an end to what is read. */
export const trimmed = (typed: string) => typed.trim().slice(0, input.maxLength).trimEnd();

/** The registration e-mail loses every space as it is typed. */
export const withoutWhitespace = (typed: string) => typed.replace(/\s/g, '');
