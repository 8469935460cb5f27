import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEventType } from '@foyer/contract/events/webhook-events';
import { agreementVersion } from '@foyer/contract/agreement-version';
import type { AuditType } from '@foyer/contract/flows/account';
import { days, hours } from '@foyer/contract/time';
import { eq, gt } from 'drizzle-orm';
import * as openid from 'openid-client';
import { afterAll, expect, test } from 'vitest';
import { accountChanges } from '../../../test/support/flows/account-changes.ts';
import {
  type Scene,
  auditScenes,
  claimedNumber,
  done,
  onRecord,
  untilRecorded,
  wrong,
} from '../../../test/support/flows/audit-scenes.ts';
import { databaseOf, testAppForFile } from '../../../test/support/test-app.ts';
import { noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { addClient, navigator, openidClient, questionOf, requestFor } from '../../../test/support/flows/test-oidc.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { recoveryHelpers } from '../../../test/support/flows/test-recovery.ts';
import { recordOf, trackChanges, webhookOf } from '../../../test/support/flows/track-changes.ts';
import { eraseClosedAccounts } from '../../parts/account-closure/erase-closed-accounts.ts';
import { makeDueContactChanges } from '../../parts/contact-change/make-due-contact-changes.ts';
import { backchannelLogout } from '../../store/oidc/oidc-logouts.ts';
import { auditEvents } from '../../store/schema/audit-schema.ts';
import { webhookEvents } from '../../store/schema/webhook-schema.ts';

const services = await testAppForFile({ sandbox: true, env: { ...noCodeLimits, OIDC: 'on' } });
const { stores } = services;
const db = services.database.sql;
const accounts = accountChanges(services, 13690000000);
const { newMobile, password, signedInPerson } = accounts;
const { send, sendAndVerify, sendByHandle, verify, commit, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, addBackupCodes, submitFactor } = factorHelpers(services);
const prepare = auditScenes(services, accounts);
const contacts = contactHelpers(services, 13680000000);
const recoveries = recoveryHelpers(services, 13660000000);
const tracked = await trackChanges(services);
type Browser = ReturnType<typeof services.browser>;

const application = createServer((_request, response) => response.writeHead(200).end());
await new Promise<void>((listening) => application.listen(0, '127.0.0.1', listening));
afterAll(() => application.close());

/** What only `npx foyer` does: the tests of its commands prove that these are written with their change. */
type OperatorType =
  | 'operatorCommand'
  | 'accountDisabled'
  | 'accountEnabled'
  | 'accountMerged'
  | 'contactChangeAsked'
  | 'dataRevealed'
  | 'limitsCleared'
  | 'secondFactorReset';

const scenes: Record<Exclude<AuditType, OperatorType>, Scene> = {
  async accountCreated() {
    const [browser, mobile] = [services.browser(), newMobile()];
    const serviceId = await sendAndVerify(browser, mobile);
    return async () => String((await commit(browser, mobile, serviceId, { agreed: true })).data['ouid']);
  },
  async signIn() {
    const { mobile, browser, ouid } = await prepare.person();
    return async () => {
      expect(await browser.signIn(mobile, password)).toMatchObject(done);
      return ouid;
    };
  },
  async signInFailed() {
    const { mobile, browser, ouid } = await prepare.person();
    return async () => {
      await browser.signIn(mobile, 'Wrong-2026');
      return ouid;
    };
  },
  async handoffRefused() {
    const { mobile, browser: phone, ouid } = await prepare.person();
    const { token } = (await services.browser().post('/login/phone/start', {})).data;
    await phone.post('/login/phone/ask', { token });
    await phone.signIn(mobile, password);
    const { ticket } = (await phone.post('/login/phone/ask', {})).data;
    return async () => {
      expect(await phone.post('/login/phone/answer', { ticket, notMine: true })).toMatchObject(done);
      return ouid;
    };
  },
  secondFactorFailed: () => prepare.secondFactor({}, false),
  async wrongCode() {
    const { mobile, browser, ouid } = await prepare.person();
    const sent = await send(browser, mobile, 'RETRIEVE');
    return async () => {
      await verify(browser, sent.data['serviceId'], wrong(lastMessageTo(mobile)?.code));
      return ouid;
    };
  },
  async stepUp() {
    const { mobile, browser, ouid } = await signedInPerson();
    const { data } = await browser.post('/sender/startLoginDoubleCheck');
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(mobile)?.code };
    return async () => {
      expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject(done);
      return ouid;
    };
  },
  provenAgain: () => prepare.proof(password),
  proofFailed: () => prepare.proof('Wrong-2026'),
  identityChecked: () => prepare.idSuffix(onRecord.slice(-4)),
  identityCheckFailed: () => prepare.idSuffix('0000'),
  async idNumberClaimed() {
    const { ouid, claimNumber } = await prepare.claim();
    return async () => {
      expect(await claimNumber()).toMatchObject(done);
      return ouid;
    };
  },
  idNumberConfirmed: prepare.verification,
  realNameVerified: prepare.verification,
  nameChanged: prepare.change('changeName'),
  passwordChanged: prepare.change('changePassword'),
  async passwordReset() {
    const { mobile, browser, ouid } = await prepare.person();
    const serviceId = await sendAndVerify(browser, mobile, 'RETRIEVE');
    return async () => {
      const reset = { serviceId, newPassword: sha256Hex('Lantern~4471') };
      expect(await browser.put('/v1/accounts/password', reset)).toMatchObject(done);
      return ouid;
    };
  },
  passwordRemoved: async () => prepare.binding(await prepare.invitedPerson()),
  passkeyAdded: prepare.change('addPasskey'),
  passkeyRemoved: prepare.change('removePasskey'),
  authenticatorAdded: prepare.change('confirmAuthenticator'),
  authenticatorRemoved: prepare.change('removeAuthenticator'),
  backupCodesCreated: prepare.change('confirmBackupCodes'),
  async backupCodeUsed() {
    const { mobile, browser, ouid } = await prepare.person({ secondFactor: true });
    await addBackupCodes(ouid, ['abcde12345']);
    const { data } = await browser.signIn(mobile, password);
    return async () => {
      expect(await submitFactor(browser, 'backupCode', data['preServiceId'], 'abcde-12345')).toMatchObject(done);
      return ouid;
    };
  },
  secondFactorOn: prepare.change('switchSecondFactor'),
  async secondFactorOff() {
    const { browser, ouid } = await signedInPerson();
    await addAuthenticator(ouid);
    await stores.accounts.setSecondFactor(ouid, true);
    return async () => {
      expect(await browser.post('/user/accounts/secondFactor', { on: false })).toMatchObject(done);
      return ouid;
    };
  },
  mobileChanged: prepare.change('changeContact'),
  emailChanged: prepare.change('removeContact'),
  async contactChangeUndone() {
    const { browser, email, ouid } = await contacts.signedInPerson();
    await contacts.change(browser, contacts.newEmail());
    const handle = await contacts.undoHandleSentTo(email);
    return async () => {
      expect(await contacts.undo(handle)).toMatchObject(done);
      return ouid;
    };
  },
  async contactChangeStopped() {
    const { stopHandle, ouid } = await contacts.waitingChange();
    return async () => contacts.undo(stopHandle).then(() => ouid);
  },
  async contactChangeDropped() {
    const { ouid, after } = await contacts.waitingChange();
    await services.addAccount({ mobile: after });
    services.moveClock(hours(72));
    return async () => makeDueContactChanges(services).then(() => ouid);
  },
  async recoveryAsked() {
    const { ask, ouid } = await recoveries.lostPhone();
    return async () => {
      expect(await ask()).toMatchObject(done);
      return ouid;
    };
  },
  async recoveryStopped() {
    const { stopHandle, ouid } = await recoveries.waiting();
    return async () => contacts.undo(stopHandle).then(() => ouid);
  },
  async recoveryDropped() {
    const { ouid } = await recoveries.waiting();
    await stores.contactChanges.change(ouid, { kind: 'email', value: contacts.newEmail() });
    return async () => recoveries.waitUntilDue().then(() => ouid);
  },
  async recoveryMade() {
    const { ouid } = await recoveries.waiting();
    return async () => recoveries.waitUntilDue().then(() => ouid);
  },
  identityLinked: async () => prepare.binding(await prepare.person()),
  identityUnlinked: prepare.change('unlinkIdentity'),
  async applicationAllowed() {
    await addClient(services, { id: 'partner', firstParty: false });
    const { browser, ouid } = await signedInPerson();
    const { open, answer } = navigator(services, browser);
    const question = await open((await requestFor(await openidClient(services, 'partner'))).url);
    return async () => {
      await answer(question, true);
      return ouid;
    };
  },
  async deviceConnected() {
    await addClient(services, { id: 'tv', device: true });
    const device = await openid.initiateDeviceAuthorization(await openidClient(services, 'tv'), { scope: 'openid' });
    const { browser, ouid } = await signedInPerson();
    const { open } = navigator(services, browser);
    const entered = await browser.post('/oidc/device/code', { userCode: device.user_code });
    const uid = questionOf(await open(String(entered.data['url'])));
    const { data } = await browser.post(`/oidc/device/${uid}/answer`, { allowed: true });
    return async () => {
      await open(String(data['url']));
      return ouid;
    };
  },
  applicationEnded: prepare.change('endApplicationAccess'),
  async applicationSignedOut() {
    const { port } = application.address() as AddressInfo;
    const { ouid, signOut } = await prepare.application('contracts', `http://127.0.0.1:${port}/logout`);
    return async () => {
      await signOut();
      await services.oidc!.sendLogouts();
      await untilRecorded(services, ouid, 'applicationSignedOut');
      return ouid;
    };
  },
  async applicationNotSignedOut() {
    const { ouid, signOut } = await prepare.application('unreachable', 'http://127.0.0.1:9/logout');
    return async () => {
      await signOut();
      for (let attempt = 1; attempt <= backchannelLogout.maxAttempts; attempt += 1) {
        await services.oidc!.sendLogouts();
        services.moveClock(backchannelLogout.maxDelay);
      }
      await untilRecorded(services, ouid, 'applicationNotSignedOut');
      return ouid;
    };
  },
  async consentGiven() {
    const { mobile, browser, ouid } = await prepare.person({ agreed: false });
    await browser.signIn(mobile, password);
    return async () => {
      expect(await browser.put('/v1/accounts/agreement', { version: agreementVersion })).toMatchObject(done);
      return ouid;
    };
  },
  sessionEnded: prepare.change('endSession'),
  async signedOut() {
    const { browser, ouid } = await signedInPerson();
    return async () => {
      expect(await browser.post('/user/accounts/logout')).toMatchObject(done);
      return ouid;
    };
  },
  signedOutEverywhere: prepare.change('logOut'),
  signInDisowned: prepare.change('disownActivity'),
  browserTrusted: () => prepare.secondFactor({ trustBrowser: true }),
  browserForgotten: prepare.change('forgetBrowser'),
  dataExported: prepare.change('exportMyData'),
  closureRequested: prepare.change('requestClosure'),
  async closureCancelled() {
    const { mobile, browser, ouid } = await prepare.person({ closesAt: new Date(services.clock.now() + days(1)) });
    await browser.signIn(mobile, password);
    return async () => {
      expect(await browser.post('/user/accounts/closure/cancel', {})).toMatchObject(done);
      return ouid;
    };
  },
  async accountErased() {
    const { ouid } = await prepare.person({ closesAt: new Date(services.clock.now() + days(1)) });
    services.moveClock(days(1));
    return async () => {
      await eraseClosedAccounts(services);
      return ouid;
    };
  },
};

/** Nothing that lasts is changed; the event is what happened. */
const withoutChange: readonly AuditType[] = [
  'signInFailed',
  'handoffRefused',
  'secondFactorFailed',
  'wrongCode',
  'proofFailed',
  'identityCheckFailed',
  // The code of the device is answered, which lasts minutes.
  'deviceConnected',
  'dataExported',
];

/** What applications are told of it; of the rest nothing. */
const told: Partial<Record<AuditType, WebhookEventType>> = {
  accountCreated: 'person.registered',
  nameChanged: 'person.changed',
  passwordChanged: 'person.changed',
  passwordReset: 'person.changed',
  passwordRemoved: 'person.changed',
  mobileChanged: 'person.changed',
  emailChanged: 'person.changed',
  contactChangeUndone: 'person.changed',
  idNumberConfirmed: 'person.changed',
  realNameVerified: 'person.changed',
  identityLinked: 'person.changed',
  identityUnlinked: 'person.changed',
  closureRequested: 'person.closed',
  closureCancelled: 'person.reopened',
  accountErased: 'person.erased',
  passkeyAdded: 'factor.added',
  authenticatorAdded: 'factor.added',
  backupCodesCreated: 'factor.added',
  passkeyRemoved: 'factor.removed',
  authenticatorRemoved: 'factor.removed',
  recoveryMade: 'factor.recovered',
  sessionEnded: 'session.ended',
  signedOut: 'session.ended',
  signedOutEverywhere: 'session.ended',
  signInDisowned: 'session.ended',
  applicationAllowed: 'application.permitted',
  applicationEnded: 'application.withdrawn',
  deviceConnected: 'device.connected',
};

/** Browsers of this file, whose cookies are secret. */
const browsers: Browser[] = [];
const openBrowser = services.browser;
services.browser = (options) => {
  const browser = openBrowser(options);
  browsers.push(browser);
  return browser;
};

const secrets = () => [
  ...[password, 'Wrong-2026', 'Lantern~4471'].flatMap((text) => [text, sha256Hex(text)]),
  ...browsers.flatMap(({ jar }) => [...jar.values()]).filter((value) => value.length > 8),
  ...services.sandbox.outbox.sent().flatMap((message) => ('code' in message && message.code ? [message.code] : [])),
  onRecord,
  claimedNumber,
];

test.each(Object.entries(scenes) as [AuditType, Scene][])(
  '%s is written in the transaction of its change, as is what applications are told of it, without secrets and complete numbers [AC-50]',
  async (type, scene) => {
    const act = await scene();
    const [before = 0] = (await db.select().from(auditEvents)).map(({ id }) => id).sort((a, b) => b - a);
    let account = '';
    const transactions = await tracked.during(async () => {
      account = await act();
    });
    const written = await db.select().from(auditEvents).where(gt(auditEvents.id, before));
    expect(written).toContainEqual(expect.objectContaining({ type, account }));

    const isRecord = (changed: string) => changed.startsWith(recordOf('')) || changed.startsWith(webhookOf(''));
    expect(transactions.filter((changed) => !changed.some(isRecord))).toEqual([]);
    const own = transactions.filter((changed) => changed.includes(recordOf(type)));
    expect(own.flat().some((changed) => !isRecord(changed))).toBe(!withoutChange.includes(type));
    const event = told[type];
    if (event) expect(own.every((changed) => changed.includes(webhookOf(event)))).toBe(true);
    else expect(own.flat().filter((changed) => changed.startsWith(webhookOf(''))).length).toBe(0);

    for (const { details, device, maskedIp, method, factor } of written) {
      const text = JSON.stringify([details, device, maskedIp, method, factor]);
      expect(text).not.toMatch(/\d{9}|\w@|[\da-f]{32}/);
      expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
    }
    for (const { data } of await db.select().from(webhookEvents)) {
      const { person, ...rest } = data;
      expect(person, JSON.stringify(data)).toBeTruthy();
      expect(JSON.stringify(rest)).not.toMatch(/\d{9}|\w@|[\da-f]{32}|[\u4e00-\u9fff]/);
    }
  },
);

test('operatorCommand is written by a command of npx foyer', async () => {
  expect(await testCli(databaseOf(services))('keys', 'rotate')).toMatchObject({ code: 0 });
  const written = await db.select().from(auditEvents).where(eq(auditEvents.type, 'operatorCommand'));
  expect(written).toMatchObject([{ actor: 'operator', details: { command: 'keys rotate' } }]);
});
