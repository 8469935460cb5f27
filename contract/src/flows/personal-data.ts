import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';

export const exportMyData = defineCall({
  method: 'POST',
  path: '/user/accounts/export',
  purpose: 'Everything that is stored about the person, as JSON or as a page to read',
  access: 'freshProof',
  request: v.object({ format: v.picklist(['json', 'html']) }),
  response: v.object({ fileName: v.string(), content: v.string() }),
  refusals: freshProofRefusals,
});
