import type { BizType } from '@foyer/contract/flows/send-code';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { seconds } from '@foyer/contract/time';
import type { RequestContext } from '../../http/requests/request-context.ts';

/** A recipient that an earlier step knows, so that the browser sends only a handle. */
export interface CodeRecipient {
  /** Undefined when there is no account: nothing is sent, and the response is the same. */
  account: string | undefined;
  /** Without an account, a value that only the limits use. */
  recipient: Principal;
  /** Whether the response may show the masked recipient and whether the code was delivered. */
  isRevealed: boolean;
  /** Replaces the recipient in the limits, where the recipient's own limits would reveal who it is. */
  countedAs?: string;
}

/** The step that the handle belongs to is closed for now. */
export type ClosedStep = { is: 'identityCheckClosed'; data: { retryAfter: number } };

export const identityCheckClosed = (duration: number): ClosedStep => ({
  is: 'identityCheckClosed',
  data: { retryAfter: Math.ceil(duration / seconds(1)) },
});

/** Undefined for a handle that is unknown, expired, or of another browser. */
export type FindCodeRecipient = (
  preServiceId: string,
  context: RequestContext,
  kind: Principal['kind'],
  principal?: Principal,
) => Promise<CodeRecipient | ClosedStep | undefined>;

/** Each flow that issues such handles registers how to find their recipient. */
export type CodeRecipients = Partial<Record<BizType, FindCodeRecipient>>;
