import { optional, withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

/** Whether people may or must have a second factor. */
export const secondFactorSettings = {
  SECOND_FACTOR: withDefault(
    'off, optional or required: whether people may switch on a second factor for themselves, or must have one.',
    parse.oneOf('off', 'optional', 'required'),
    'optional',
  ),
  SECOND_FACTOR_FROM: optional(
    'Day such as 2027-03-01, in China Standard Time, from which SECOND_FACTOR=required applies. Default: at once.',
    parse.day,
  ),
  SECOND_FACTOR_GRACE_DAYS: withDefault(
    'Days that a person may put it off after that day, or after a later registration.',
    parse.wholeNumber(0, 365),
    14,
  ),
  NEW_FACTOR_HOURS: withDefault(
    'Hours in which a password, number, authenticator app, passkey or linked app counts as the one factor that set or added it.',
    parse.wholeNumber(1, 720),
    72,
  ),
} as const;
