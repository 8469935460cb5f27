import type { Principal } from '@foyer/contract/rules/account-rules';
import type { AuditType } from '@foyer/contract/flows/account';
import type { BizType } from '@foyer/contract/flows/send-code';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';
import type { Quota } from '../../store/limits/quotas.ts';
import type { CodeLookup, CodeDetails, CodeStatus } from '../../store/credentials/codes.ts';
import { hasHadExtraCode } from './extra-code.ts';
import { otherBrowsers, quotaOwner, wrongCodeQuota, wrongCodeWindow } from './code-quotas.ts';

export type CodeCheckResult =
  | { is: 'right'; details: CodeDetails }
  | { is: 'wrongCode'; data: { attemptsLeft: number } }
  /** The recipient's quota is used up: a new code would not help. */
  | { is: 'tooManyRequests'; data: { retryAfter: number } }
  | { is: 'expiredCode' | 'tooManyCodeTries' | 'unknownServiceId' };

/**
 * The status of a code for the purpose it is presented for. A code that was sent for another purpose, to another
 * recipient or to another browser is unknown, and counts as a wrong attempt.
 */
export async function codeStatus(services: Services, lookup: CodeLookup, principal?: Principal): Promise<CodeStatus> {
  const status = await services.stores.codes.status(lookup);
  if (status.is === 'unknown') return countMisuse(services, lookup);
  const { kind, value } = status.details.recipient;
  const isOther = principal && (principal.kind !== kind || principal.value !== value);
  return isOther ? countMisuse(services, lookup) : status;
}

/** Counts a wrong attempt against the code and against its recipient. */
export async function countMisuse(
  { config, stores }: Services,
  { serviceId, browserId = '' }: CodeLookup,
): Promise<{ is: 'unknown' }> {
  const recipient = await stores.codes.countMisuse(serviceId);
  if (recipient) {
    const owner = await quotaOwner(stores, recipient, browserId);
    await stores.quotas.consume([wrongCodeQuota(recipient, owner, config.limits.codes)]);
  }
  return { is: 'unknown' };
}

/**
 * Compares a code that a person typed. The statement that compares it also counts a wrong attempt, against the code and
 * against its recipient, so that neither concurrent requests nor a new code gain further attempts.
 */
export async function checkCode(
  services: Services,
  lookup: CodeLookup,
  typed: string,
  context: RequestContext,
): Promise<CodeCheckResult> {
  const { config, stores } = services;
  const { codes, quotas } = stores;
  const status = await codeStatus(services, lookup);
  if (status.is === 'unknown') return { is: 'unknownServiceId' };
  if (status.is === 'usedOrExpired') return { is: 'expiredCode' };
  if (status.is === 'tooManyAttempts') return { is: 'tooManyCodeTries' };

  const { details, isKnownBrowser } = status;
  const { browserId = '' } = lookup;
  const quotaOf = (owner: string) => wrongCodeQuota(details.recipient, owner, config.limits.codes);
  const compareBy = (quota: Quota) => codes.compare(lookup, typed, quota, wrongCodeWindow);
  let wrongCodes = quotaOf(isKnownBrowser ? browserId : otherBrowsers);
  let compared = await compareBy(wrongCodes);
  if (compared.is === 'refused' && !isKnownBrowser && (await hasHadExtraCode(stores, details.recipient, browserId))) {
    wrongCodes = quotaOf(browserId);
    compared = await compareBy(wrongCodes);
  }
  if (compared.is === 'notUsable')
    return { is: (await codes.status(lookup)).is === 'usedOrExpired' ? 'expiredCode' : 'tooManyCodeTries' };
  if (compared.is === 'refused') {
    const { limit, retryAfter } = await quotas.refuse(wrongCodes);
    return limit.window === wrongCodeWindow
      ? { is: 'tooManyRequests', data: { retryAfter } }
      : { is: 'tooManyCodeTries' };
  }
  if (compared.isRight) return { is: 'right', details };
  await recordWrongCode(services, details, context);
  if (compared.attemptsLeft === 0) return { is: 'tooManyCodeTries' };
  return { is: 'wrongCode', data: { attemptsLeft: compared.attemptsLeft } };
}

/** What a wrong code means in the audit trail, where it is more than a wrong code. */
const failedBy: { [Purpose in BizType]?: AuditType } = {
  REGISTER_LOGIN: 'signInFailed',
  LOGIN_DOUBLE_CHECK: 'secondFactorFailed',
  PROVE_AGAIN: 'proofFailed',
};

/** Also where the recipient has no account, so that the time reveals nothing. */
async function recordWrongCode({ stores }: Services, { bizType, recipient }: CodeDetails, context: RequestContext) {
  const account = await stores.accounts.find(recipient);
  const type = failedBy[bizType] ?? 'wrongCode';
  const factor = recipient.kind === 'mobile' ? 'sms' : 'mail';
  const method = type === 'signInFailed' ? 'code' : undefined;
  await stores.audit.record({ account: account?.ouid, type, method, factor, details: { purpose: bizType } }, context);
}
