import type { Activity, AuditType } from '@foyer/contract/flows/account';
import type { Translate } from '../../platform/i18n/texts.ts';

const failures: readonly AuditType[] = [
  'signInFailed',
  'handoffRefused',
  'secondFactorFailed',
  'wrongCode',
  'proofFailed',
  'identityCheckFailed',
];
export const isFailure = ({ type }: Activity) => failures.includes(type);

/** What an operator did, and what was done in this session, cannot have been another person at another place. */
export const canDisown = ({ actor, current, type }: Activity) =>
  actor === 'person' && !current && type !== 'signInDisowned' && type !== 'realNameVerified';

export function activityText({ type, method }: Activity, t: Translate): string {
  if (type === 'signInFailed' && method === 'password') return t('activity.wrongPassword');
  if (type === 'signInFailed' && method === 'code') return t('activity.type.wrongCode');
  return t(`activity.type.${type}`);
}
