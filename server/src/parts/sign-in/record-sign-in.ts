import type { AuditType } from '@foyer/contract/flows/account';
import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';

interface SignInRecord {
  /** The log event: a sign-in, or a step of one. */
  event?: 'signIn' | 'companyBound' | 'secondFactor' | 'identityCheck' | 'passwordReset';
  /** Undefined in a step that does not know the sign-in it belongs to. */
  method?: string | undefined;
  /** The label of the metric, where it is not the method. */
  countAs?: string;
  /** How a scan was linked to the account. */
  by?: 'bind' | 'oneClick';
  account?: string | undefined;
}

/**
 * The refusals that the audit trail records. A wrong code is recorded where it is compared. `needsPlainPassword` is not
 * recorded: the request that answers it is, and an attempt without one is only in the log.
 */
const auditedRefusals: Record<string, AuditType> = {
  wrongCredentials: 'signInFailed',
  passkeyFailed: 'signInFailed',
  lockedOut: 'signInFailed',
  accountDisabled: 'signInFailed',
  secondFactorUnavailable: 'signInFailed',
  boundElsewhere: 'signInFailed',
  notAMember: 'signInFailed',
  wrongIdSuffix: 'identityCheckFailed',
  identityCheckClosed: 'identityCheckFailed',
};

/**
 * Writes the log line and the metric of a sign-in, and the audit record of one that failed, also for an account name that
 * does not exist, so that the time reveals nothing. Returns the response that it recorded.
 */
export async function recordSignIn<Response extends { is: string }>(
  { log, metrics, stores }: Services,
  context: RequestContext,
  response: Response,
  { event = 'signIn', method, countAs = method ?? event, by, account }: SignInRecord,
): Promise<Response> {
  const { requestId, maskedIp } = context;
  log.info({ event, id: requestId, way: method, by, result: response.is, address: maskedIp, account });
  metrics.signIn(countAs, response.is);
  const type = auditedRefusals[response.is];
  if (type) await stores.audit.record({ account, type, method, details: { reason: response.is } }, context);
  return response;
}
