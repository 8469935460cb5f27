/** A name as it is compared: folded, and without what cannot be seen and no database keeps. */
export const readName = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '')
    .trim();

/** An id number as it is printed on no two papers alike: full width is folded, the spaces between its groups are dropped. */
export const readIdNumber = (typed: string) => typed.normalize('NFKC').replace(/\s/g, '');
