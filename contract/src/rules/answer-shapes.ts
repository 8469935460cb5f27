import * as v from 'valibot';
import { unknownMasked } from './account-rules.ts';

/** Schemas for answers: a number and its text are the same. Our own service always sends what the output says. */

/** An identifier or a mobile number. */
export const textOrNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.string(), v.minLength(1));

/** A masked text, which another back end may leave out. */
export const maskedText = v.fallback(v.string(), unknownMasked);

/** A numeric code. */
export const numberOrText = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/))]),
  v.transform(Number),
  v.number(),
);
