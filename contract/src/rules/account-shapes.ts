import * as v from 'valibot';
import { readAccount, readEmail, readMobile } from './account-rules.ts';
import { longest } from '../limits.ts';
import { readName } from './person-rules.ts';
import { shortText } from '../flows/sign-in.ts';

/** Schemas for accounts and names in requests. The output is normalized; anything else is refused as malformed. */

export const mobile = v.pipe(shortText, v.transform(readMobile), v.string());
export const email = v.pipe(shortText, v.transform(readEmail), v.string());
export const account = v.pipe(
  shortText,
  v.transform((typed) => readAccount(typed)?.value),
  v.string(),
);

export const personName = v.pipe(
  v.string(),
  v.maxLength(longest.name),
  v.transform(readName),
  v.string(),
  v.minLength(1),
);
