import { contactUndo, session } from '@foyer/contract/limits';
import { days, hours, minutes } from '@foyer/contract/time';
import { withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

/** The audit trail: kept for six months, as the privacy policy says of security logs; how much of it one response contains. */
export const audit = { retention: days(184), pageSize: 50 } as const;

/** Settings of sessions and of what people do with their accounts. */
export const accountSettings = {
  SESSION_IDLE_HOURS: withDefault(
    'Hours without use after which a session ends.',
    parse.wholeNumber(1, 720),
    session.idle / hours(1),
  ),
  SESSION_DAYS: withDefault(
    'Days after which a session ends in any case.',
    parse.wholeNumber(1, 90),
    session.absolute / days(1),
  ),
  SHARED_SESSION_IDLE_MINUTES: withDefault(
    'Minutes without use after which a session on a shared computer ends.',
    parse.wholeNumber(5, 720),
    session.shared.idle / minutes(1),
  ),
  SHARED_SESSION_HOURS: withDefault(
    'Hours after which a session on a shared computer ends in any case.',
    parse.wholeNumber(1, 72),
    session.shared.absolute / hours(1),
  ),
  SUPPORT_CHANGE_HOURS: withDefault(
    'Hours that a mobile number or e-mail address which an operator changes stays as it is, so that the person can stop the change.',
    parse.wholeNumber(contactUndo.lifetime / hours(1), 720),
    contactUndo.lifetime / hours(1),
  ),
  RECOVERY_HOURS: withDefault(
    'Hours after which lost second factors are reset that a person has asked to reset, unless it is stopped; 0 switches it off.',
    parse.zeroOr(parse.wholeNumber(contactUndo.lifetime / hours(1), 720)),
    contactUndo.lifetime / hours(1),
  ),
  AUDIT_RETENTION_DAYS: withDefault(
    'Days that the audit trail is kept; the privacy policy says six months.',
    parse.wholeNumber(1, 3650),
    audit.retention / days(1),
  ),
} as const;
