import { idNumber, longest } from '../limits.ts';

/**
 * Normalizes a name for comparison; control characters are removed, since a database cannot store all of them, and so are
 * marks that turn the direction of what follows.
 */
export const readName = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();

/** Normalizes an ID number: full-width characters become ASCII, the spaces between its groups are removed. */
export const readIdNumber = (typed: string) => typed.normalize('NFKC').replace(/\s/g, '');

const idNumberPattern = new RegExp(`^[0-9A-Za-z]{${idNumber.min},${longest.idNumber}}$`);

export const isIdNumber = (text: string) => idNumberPattern.test(text);
