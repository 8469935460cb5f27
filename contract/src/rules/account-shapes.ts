import * as v from 'valibot';
import { readAccount, readEmail, readMobile } from './account-rules.ts';
import { shortText } from '../flows/sign-in.ts';

/** Accounts as a request names them. What comes out is the one spelling of the account; anything else is malformed. */

export const mobile = v.pipe(shortText, v.transform(readMobile), v.string());
export const email = v.pipe(shortText, v.transform(readEmail), v.string());
export const account = v.pipe(
  shortText,
  v.transform((typed) => readAccount(typed)?.value),
  v.string(),
);
