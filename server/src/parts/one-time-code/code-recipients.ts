import type { Principal } from '@foyer/contract/rules/account-rules';
import type { RequestContext } from '../../http/request-context.ts';
import type { BizType } from '../../store/codes.ts';

/** Where a code goes when the browser does not say so, because an earlier step knows. */
export interface CodeRecipient {
  /** Undefined for nobody: nothing is sent, and nothing else is different. */
  account: string | undefined;
  /** For nobody, whatever limits may count by. */
  address: Principal;
  /** Whether the browser may learn where the code went (masked) and whether it left. */
  told: boolean;
  /** What limits count by, where those of the address would tell whose it is. */
  countedAs?: string;
}

/** Undefined for a handle that is not known here, is over, or belongs to another browser. */
export type FindCodeRecipient = (
  preServiceId: string,
  context: RequestContext,
  named?: Principal,
) => Promise<CodeRecipient | undefined>;

/** Each flow that holds such a handle adds how to find whose it is. */
export type CodeRecipients = Partial<Record<BizType, FindCodeRecipient>>;
