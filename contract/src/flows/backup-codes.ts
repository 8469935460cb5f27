import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { handle } from './sign-in.ts';

const made = v.object({ codes: v.array(v.string()), setupId: v.string() });

export const createBackupCodes = defineCall({
  method: 'POST',
  path: '/user/accounts/backupCodes',
  purpose: 'Make ten new backup codes, which count once they are confirmed as saved; this response alone shows them',
  access: 'freshProofForFactors',
  request: v.object({}),
  response: made,
  /** Without a `setupId` the codes count at once. */
  reads: v.object({ ...made.entries, setupId: v.optional(v.string()) }),
  refusals: freshProofRefusals,
});

export const confirmBackupCodes = defineCall({
  method: 'POST',
  path: '/user/accounts/backupCodes/confirm',
  purpose: 'Confirm that new backup codes are saved, which then replace the earlier ones',
  access: 'freshProofForFactors',
  request: v.object({ setupId: handle }),
  response: v.null(),
  refusals: freshProofRefusals,
});
