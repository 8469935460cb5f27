import type { Services } from '../../services.ts';
import type { RequestContext } from '../../http/request-context.ts';

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

/** Writes the log line and the metric of a sign-in, and returns the response that it recorded. */
export function recordSignIn<Response extends { is: string }>(
  { log, metrics }: Services,
  { requestId, maskedIp }: RequestContext,
  response: Response,
  { event = 'signIn', method, countAs = method ?? event, by, account }: SignInRecord,
): Response {
  log.info({ event, id: requestId, way: method, by, result: response.is, address: maskedIp, account });
  metrics.signIn(countAs, response.is);
  return response;
}
