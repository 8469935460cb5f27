import { identityCheck } from '@foyer/contract/limits';

/**
 * The masked ID number without the characters that the person types. The number of an ID card is written in groups:
 * region, date of birth and the rest.
 */
export const printedNumber = (masked: string) =>
  masked
    .slice(0, -identityCheck.characters)
    .replaceAll('*', '•')
    .replace(/^(.{6})(.{8})$/, '$1 $2');
