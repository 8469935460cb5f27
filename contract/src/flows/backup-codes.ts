import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';

export const createBackupCodes = defineCall({
  method: 'POST',
  path: '/user/accounts/backupCodes',
  purpose: 'Make ten new backup codes, which replace the earlier ones; this response alone shows them',
  access: 'freshProofForFactors',
  request: v.object({}),
  response: v.object({ codes: v.array(v.string()) }),
  refusals: freshProofRefusals,
});
