import * as v from 'valibot';
import { readAccount, readEmail, readMobile } from './account-rules.ts';
import { shortText } from '../flows/sign-in.ts';

/** Schemas for accounts in requests. The output is the normalized account; anything else is refused as malformed. */

export const mobile = v.pipe(shortText, v.transform(readMobile), v.string());
export const email = v.pipe(shortText, v.transform(readEmail), v.string());
export const account = v.pipe(
  shortText,
  v.transform((typed) => readAccount(typed)?.value),
  v.string(),
);
