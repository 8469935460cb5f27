import { password as limits } from '@foyer/contract/limits';

const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d\s]/];

export const hints = [
  { key: 'pwd.hint.length', met: (typed: string) => typed.length >= limits.min && typed.length <= limits.max },
  { key: 'pwd.hint.charset', met: (typed: string) => /^[\x21-\x7e]+$/.test(typed) },
  { key: 'pwd.hint.kinds', met: (typed: string) => kinds.filter((kind) => kind.test(typed)).length >= 2 },
] as const;
