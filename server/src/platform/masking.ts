import { type Language, isChinese } from '@foyer/contract/language';

interface Names {
  name: string | null;
  latinName: string | null;
}

/** The name that a person reads in this language. */
export const nameIn = (language: Language, { name, latinName }: Names) =>
  (isChinese(language) ? name : latinName) ?? name;

/** `林爱丽` → `林**`, `Alice Lin` → `A********`: the person can recognise it. */
export const maskName = (name: string) => {
  const [first = '', ...rest] = Array.from(name);
  return first + '*'.repeat(rest.length);
};

/** `11010119900307123X` → `110***************`: hides the birthday and the last digits, which the identity check asks for. */
export const maskIdNumber = (number: string) => number.slice(0, 3) + '*'.repeat(Math.max(0, number.length - 3));
