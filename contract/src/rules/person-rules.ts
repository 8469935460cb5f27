/** Normalizes a name for comparison; control characters are removed, since a database cannot store all of them. */
export const readName = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '')
    .trim();

/** Normalizes an ID number: full-width characters become ASCII, the spaces between its groups are removed. */
export const readIdNumber = (typed: string) => typed.normalize('NFKC').replace(/\s/g, '');
