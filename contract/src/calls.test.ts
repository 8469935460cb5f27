import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { callsOfApps } from './apps/app-calls.ts';
import { type Call, accessNames } from './call.ts';
import { calls, callsByFlow } from './calls.ts';

/** The calls of the specification, row by row. */
const specified = `
GET  /v1/saas-common/banners/:productCode/:areaCode/list
POST /sender/mobile/v3
POST /sender/email/v3
POST /sender/verify
POST /sender/register
POST /login/commit/user
POST /login/commit
POST /v1/accounts/checkMobileOrEmail
PUT  /v1/sender/setupPwd
POST /sender/verifyLoginDoubleCheck
POST /sender/robotAuth/apply
GET  /login/oauth/request/:thirdparty
GET  /login/oauth/request/WE_WORK_SCAN_LOGIN
GET  /thirdparty/wechatOfficeFocus/result
GET  /thirdparty/alipaymini/result
GET  /thirdparty/dingding/callback/result
POST /login/commit/transferLogin
POST /thirdparty/wechatOfficeAccount/login
POST /login/commit/dingTalkPrincipal
POST /login/commit/aliPayPrincipal
POST /v1/sso/account/login/domain
POST /login/sso/account/bindAccount/send
POST /login/sso/account/bindAccount/check
POST /login/sso/account/authorize/check
POST /v2/identity/auth/web/:accountId/indivIdentityUrl
POST /user/accounts/logout
GET  /webserver/v1/saas-common/:productCode/columns
POST /webserver/v1/saas-common/columns/:id/hits
`;

/** The calls that decisions added, each with its decision. */
const added = `
GET  /sender/robotAuth/challenge             D-07 the puzzle
GET  /v1/accounts/agreement                  D-10 for a QR login
PUT  /v1/accounts/agreement                  D-10 the agreement key
POST /v1/accounts/identityCheck              D-15 the last four
PUT  /v1/accounts/identityCheck              D-15 a wrong number on record
PUT  /v1/accounts/password                   D-16 forgot password
POST /v1/accounts/find/person                D-17 by name and id number
POST /v1/accounts/find                       D-17 the masked accounts
GET  /user/accounts/me                       D-18 who, how, when
POST /user/accounts/sessions/:id/end         D-18 sign out of one place
POST /user/accounts/identities/:id/unlink    D-18 unlink
POST /user/accounts/identities/scan/:app     D-18 link an app
POST /user/accounts/identities/scanned       D-18 once it was scanned
POST /user/accounts/identities/company       D-18 link a company
POST /user/accounts/identities/undo          D-18 what was unlinked a moment ago
POST /user/accounts/sessions/endOthers       D-43 sign out of all other places
POST /thirdparty/alipaymini/scan             D-08 the mini-program was opened
GET  /thirdparty/scan/offer                  D-08 what the phone shows before it confirms
POST /thirdparty/scan/answer                 D-08 confirmed or declined on the phone
GET  /login/oauth/page/:app                  D-21 inside an app there is nothing to scan with
POST /login/phone/start                      D-54 continue on the phone
POST /login/phone/poll                       D-54 the result, for the computer
POST /login/phone/ask                        D-54 the link is opened on the phone
POST /login/phone/answer                     D-54 the number, or declined
POST /login/commit/feishuPrincipal           D-08 a mobile number for an account of Feishu
GET  /webserver/v1/saas-common/:productCode/columns/:id   PG-03 one article
GET  /user/accounts/chatVisitor              D-33 what the chat may know about the account
POST /sender/startLoginDoubleCheck           D-42 the second factor that an application asks for
POST /sender/verifyLoginDoubleCheck/:factor   D-46 the authenticator app and the backup codes
GET  /user/accounts/secondFactor             D-46 how the account is protected
POST /user/accounts/secondFactor             D-46 on or off
POST /user/accounts/trustedBrowsers/:id/forget   D-46 ask there again
POST /user/accounts/proof/:factor            D-46 prove again by app or backup code
POST /user/accounts/authenticator/start      D-46 the key of a new app
POST /user/accounts/authenticator/confirm    D-46 its first code
POST /user/accounts/authenticator/remove     D-46 no app any more
POST /user/accounts/backupCodes              D-46 ten new ones
POST /user/accounts/backupCodes/confirm      D-46 which are saved
POST /v1/sso/account/login/mailDomain         D-12 the company of a mail domain
POST /user/accounts/recovery/offer           D-43 how lost second factors can be reset
POST /user/accounts/recovery                 D-43 ask for it
POST /v1/events                              D-19 the beacon
POST /login/passkey/options                  D-44 the challenge of a sign-in with a passkey
POST /login/commit/passkey                   D-44 sign in with a passkey
POST /sender/startLoginDoubleCheck/passkey   D-44 the challenge of a second factor
POST /sender/verifyLoginDoubleCheck/passkey  D-44 a passkey as second factor
POST /user/accounts/proof/passkey/options    D-44 the challenge of a fresh proof
POST /user/accounts/proof/passkey            D-44 a fresh proof with a passkey
GET  /user/accounts/passkeys                 D-44 the passkeys of the account
POST /user/accounts/passkeys/options         D-44 the challenge of a new passkey
POST /user/accounts/passkeys                 D-44 add a passkey
PUT  /user/accounts/passkeys/:id             D-44 name a passkey
POST /user/accounts/passkeys/:id/remove      D-44 remove a passkey
GET  /user/accounts/passkeys/offer           D-44 whether to offer a passkey
POST /user/accounts/passkeys/offer/answer    D-44 not now, or never
GET  /session/verify                         D-41 who is signed in, for a reverse proxy
GET  /oidc/interactions/:uid                 017 what an application asks for
GET  /oidc/interactions/:uid/application     017 the name of the application that a person signs in to
POST /oidc/interactions/:uid/answer          017 allowed or declined
POST /oidc/device/code                       024 the code that a device shows
GET  /oidc/device/:uid                       024 which device wants the account
POST /oidc/device/:uid/answer                024 allowed or refused
POST /oidc/sign-out                          017 a sign-out that an application asked for
POST /user/accounts/applications/:id/end     017 end the access of an application
POST /user/accounts/remembered/:id/forget    D-47 forget an account on this device
POST /user/accounts/proof/password           D-43 prove again who is signed in
POST /user/accounts/proof/code               D-43 the same by a code
GET  /user/accounts/activity                 D-43 the audit trail of the own account
POST /user/accounts/activity/:id/disown      D-43 another person did it
GET  /user/accounts/consents                 D-43 with version and date
POST /user/accounts/contacts/code            D-45 a code to the new number or address
POST /user/accounts/contacts/change          D-45 add or change it
POST /user/accounts/contacts/:kind/remove    D-45 remove it
POST /user/accounts/contacts/undo/offer      D-45 what a notice can undo
POST /user/accounts/contacts/undo            D-45 undo it
POST /user/accounts/password/change          D-45 set or change the password
POST /user/accounts/name                     give or change the own name
POST /user/accounts/export                   D-45 my data
POST /user/accounts/closure/request          D-45 close my account
GET  /user/accounts/closure                  D-45 when it will be erased
POST /user/accounts/closure/cancel           D-45 keep it
`;

const rows = (table: string) =>
  [...table.matchAll(/^(GET|POST|PUT) +(\S+)/gm)].map(([, method, path]) => `${method} ${path}`);
const defined = Object.values(calls).map(({ method, path }) => `${method} ${path}`);

describe('the list of calls', () => {
  test('contains the 28 calls of the specification', () => {
    expect(rows(specified)).toHaveLength(28);
    expect(rows(specified).filter((row) => !defined.includes(row))).toEqual([]);
  });

  test('contains the calls that decisions added', () => {
    expect(rows(added).filter((row) => !defined.includes(row))).toEqual([]);
  });

  test('contains no other call', () => {
    expect(defined.filter((row) => ![...rows(specified), ...rows(added)].includes(row))).toEqual([]);
    expect(new Set(defined).size).toBe(defined.length);
  });

  test('contains every call that a file of flows/ defines, under its flow', async () => {
    const here = new URL('./flows/', import.meta.url);
    const files = readdirSync(here).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
    for (const file of files) {
      const exported: Record<string, unknown> = await import(new URL(file, here).href);
      const written = Object.values(exported).flatMap((value) => (isCall(value) ? [value] : callsIn(value)));
      const listed = Object.values(callsByFlow[file.replace('.ts', '')] ?? {});
      expect(
        written.filter((call) => !listed.includes(call)),
        file,
      ).toEqual([]);
      expect(
        listed.filter((call) => !written.includes(call) && !ofApps.includes(call)),
        file,
      ).toEqual([]);
    }
  });
});

/** The calls that each app has alone are in `apps/`. */
const ofApps: Call[] = Object.values(callsOfApps).flatMap((group) => Object.values(group));
/** A call that each app has. */
const callsIn = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value).filter(isCall) : [];
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'purpose' in value;

describe('every call', () => {
  test.each(Object.entries(calls))('%s has a description and named path parameters', (_, call) => {
    expect(call.path).toMatch(/^(\/(:?\w+|[\w-]+))+$/);
    expect(call.purpose).toMatch(/^[A-Z].*[^.]$/);
    for (const [, part] of call.path.matchAll(/:(\w+)/g)) expect(Object.keys(entriesOf(call.request))).toContain(part);
  });

  test.each(Object.entries(calls))('%s has only the properties of a call', (_, call) => {
    const known = ['method', 'path', 'purpose', 'access', 'request', 'response', 'refusals'];
    const optional = ['reads', 'mayBeMissing', 'headers', 'variableHeaders', 'responseHeaders', 'trackedAs'];
    expect(Object.keys(call).filter((name) => ![...known, ...optional].includes(name))).toEqual([]);
  });

  test.each(Object.entries(calls))('%s has the refusals of its access', (_, { access, request, refusals }) => {
    if (typeof access === 'object') expect(Object.keys(entriesOf(request))).toContain(access.field);
    const names = accessNames(access);
    const some = (pattern: RegExp) => names.some((name) => pattern.test(name));
    expect('notSignedIn' in refusals).toBe(some(/^(session|sessionInAnyState|freshProof|freshProofFor.*)$/));
    expect('needsFreshProof' in refusals).toBe(some(/^freshProof/));
    expect('contactsTooSoon' in refusals).toBe(some(/Contacts$/));
  });

  test.each(Object.entries(calls))('%s takes nothing that operators alone say of a person', (_, { request }) => {
    const operators = /\.(roles?|groups?|attributes?|sub|externalId|external_id)\b/;
    expect(stringsIn(request).filter(([path]) => operators.test(path))).toEqual([]);
  });

  test.each(Object.entries(calls))('%s refuses a request that is not an object, and unlimited text', (_, call) => {
    for (const junk of [undefined, null, 'x', 7, true]) expect(v.is(call.request, junk)).toBe(false);
    for (const [path, shape] of stringsIn(call.request)) {
      expect(v.is(shape, 'a'.repeat(5000)), path).toBe(false);
      expect(v.is(shape, ['a']), path).toBe(false);
      expect(v.is(shape, { toString: 'a' }), path).toBe(false);
    }
  });
});

type AnyShape = v.GenericSchema & {
  entries?: Record<string, AnyShape>;
  options?: unknown;
  wrapped?: AnyShape;
  item?: AnyShape;
};

const entriesOf = (shape: AnyShape) => shape.entries ?? {};

/** Every leaf of a request schema, with its name. */
function stringsIn(shape: AnyShape, path = ''): [string, AnyShape][] {
  if (shape.entries)
    return Object.entries(shape.entries).flatMap(([name, inner]) => stringsIn(inner, `${path}.${name}`));
  if (shape.wrapped) return stringsIn(shape.wrapped, path);
  if (shape.item) return stringsIn(shape.item, `${path}[]`);
  if (shape.type === 'union' || shape.type === 'variant') {
    return (shape.options as AnyShape[]).flatMap((option) => stringsIn(option, path));
  }
  return [[path, shape]];
}
