import { passwordParts } from '@foyer/contract/rules/password-rules';

/** Each is met when its part of the rule is: who sees them all ticked is not refused, and who is accepted sees them so. */
export const hints = [
  { key: 'pwd.hint.length', met: passwordParts.length },
  { key: 'pwd.hint.charset', met: passwordParts.charset },
  { key: 'pwd.hint.kinds', met: passwordParts.kinds },
] as const;
