import type { Principal } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/limits';
import { days, hours, minutes } from '@foyer/contract/time';
import type { Limits } from '../../config/config.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type Budget, budgetKey } from '../../store/budgets.ts';
import type { BizType } from '../../store/codes.ts';

/** Longer than anybody asks for codes. */
export const ever = days(365 * 100);

/**
 * Whom a budget of an address belongs to: its owner in a browser that they have signed in with before, or everyone else
 * together. So strangers can use up what strangers have, and never what the owner has.
 */
export type Owner = { browser: string } | 'strangers';
const nameOf = (owner: Owner) => (owner === 'strangers' ? '' : owner.browser);

/** Wrong codes for one address: within an hour over all of its codes, and in a row since it was last proven. */
export const guessBudget = ({ kind, value }: Principal, owner: Owner, limits: Limits['codes']): Budget => ({
  key: budgetKey('guesses', kind, value, nameOf(owner)),
  rules: [
    { most: limits.wrongPerHour, within: guessesKeptFor },
    { most: limits.maxWrongInARow, within: ever },
  ],
});

/** Those of the last hour are never forgotten, whatever was proven. */
export const guessesKeptFor = hours(1);

/** What keeps strangers from codes to an account's addresses, however often they were wrong. */
export const guessKeysOf = ({ mobile, email }: { mobile: string | null; email: string | null }): string[] => [
  ...(mobile ? [budgetKey('guesses', 'mobile', mobile, '')] : []),
  ...(email ? [budgetKey('guesses', 'email', email, '')] : []),
];

export interface SendBudgets {
  pause: Budget;
  principal: Budget;
  address: Budget;
  network: Budget;
  browser: Budget;
  everyone: Budget;
}

/** What one more code costs: those it goes to, those it comes from, and all of us. */
export function sendBudgets(
  { kind, value }: Principal,
  owner: Owner,
  bizType: BizType,
  context: Pick<RequestContext, 'clientIp' | 'maskedIp'> & { browser: string },
  limits: Limits['codes'],
): SendBudgets {
  // Who signs in by code and needs a second one has just been sent the first: it has a pause of its own.
  const second = bizType === 'LOGIN_DOUBLE_CHECK';
  return {
    pause: {
      key: budgetKey(second ? 'secondCodeTo' : 'codeTo', kind, value, nameOf(owner)),
      rules: [{ most: 1, within: second ? resend.afterSecondFactor : resend.afterCode }],
    },
    principal: {
      key: budgetKey('codesTo', kind, value, nameOf(owner)),
      rules: [
        { most: limits.perHour, within: hours(1) },
        { most: limits.perDay, within: days(1) },
      ],
    },
    address: addressBudget(context.clientIp, limits),
    network: {
      key: budgetKey('codesFromNetwork', context.maskedIp),
      rules: [{ most: limits.perNetwork, within: hours(1) }],
    },
    browser: browserBudget(context.browser, limits),
    everyone: { key: budgetKey('codes'), rules: [{ most: limits.perMinute, within: minutes(1) }] },
  };
}

/**
 * Codes asked for by browsers that look alike. Many honest ones do, so it never refuses anyone: what is used up makes the
 * human check harder.
 */
export const looksBudget = (looks: string, limits: Limits['codes']): Budget => ({
  key: budgetKey('codesFromLooks', looks),
  rules: [{ most: limits.perFingerprint, within: hours(1) }],
});

export const addressBudget = (address: string, limits: Limits['codes']): Budget => ({
  key: budgetKey('codesFrom', address),
  rules: [{ most: limits.perIp, within: hours(1) }],
});

export const browserBudget = (browser: string, limits: Limits['codes']): Budget => ({
  key: budgetKey('codesFromBrowser', browser),
  rules: [{ most: limits.perBrowser, within: hours(1) }],
});
