import type { DataOf } from '../call.ts';
import type { getCurrentAccount } from '../flows/session.ts';

/** The account that the account page is rendered with, and when it was read. */
export interface SignedInAccount {
  data: DataOf<typeof getCurrentAccount>;
  readAt: number;
}
