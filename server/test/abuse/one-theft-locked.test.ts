import { resultCodes } from '@foyer/contract/result-codes';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { changeContactOf } from '../../src/parts/contact-change/change-contact.ts';
import { inTransaction } from '../../src/services.ts';
import { operatorContext } from '../../src/store/audit.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { bindingHelpers, noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { ssoHelpers } from '../support/flows/test-company.ts';
import { bindMobilePaths, newPhoneOwner, scanHelpers } from '../support/flows/test-scans.ts';

/**
 * What a thief of one factor gains from a call that waits for a change of the owner. The embedded database runs one
 * transaction at a time, so that nothing could go wrong there.
 */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { startUnlinked, sendTo } = bindingHelpers(services);
const company = ssoHelpers(services);
const { lastMessageTo, loginParams, passHumanCheck, sendAndVerify, commit } = codeHelpers(services);
const { confirm, poll } = scanHelpers(services);
const walks = signInWalks(services, 13390000000);
const { newPerson } = walks;

const requestsThatWait = () =>
  services.database.sql.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`);
const accessOf = async (ouid: string) => [
  ...(await services.stores.identities.listByAccount(ouid)),
  ...(await services.stores.sessions.listByAccount(ouid)),
];

/** The owner changes the number, and is done after the thief's call has begun. */
const whileNumberChanges = (person: { ouid: string }, act: () => Promise<{ code: number }>) =>
  inTransaction(services, async (tx) => {
    const contact = { kind: 'mobile', after: walks.newMobile(), proven: ['password', 'sms'] } as const;
    await changeContactOf(tx, person.ouid, contact, operatorContext);
    const sent = act();
    await expect.poll(requestsThatWait).toBe(1);
    return { answer: sent };
  });

describe.runIf(process.env['TEST_DATABASE_URL'])('while the owner [D-48]', () => {
  test('replaces the number, a code to the earlier one links no company', async () => {
    const person = await newPerson();
    const thief = services.browser();
    const accessCode = await startUnlinked(thief);
    const authCodeId = await sendTo(thief, accessCode, person.mobile);
    const code = lastMessageTo(person.mobile)?.code;
    const { answer } = await whileNumberChanges(person, () =>
      company.checkBind(thief, accessCode, { authCodeId, code }),
    );
    await answer;
    expect(await accessOf(person.ouid)).toEqual([]);
  });

  test('replaces the number, a code to the earlier one links no app', async () => {
    const person = await newPerson();
    const thief = services.browser();
    const { data } = await poll(thief, 'wechat', await confirm(thief, 'wechat', newPhoneOwner(walks.newMobile())));
    const userInfoContextId = data['userInfoContextId'];
    const auth = await passHumanCheck(thief);
    const request = { bizType: 'BIND_MOBILE', preServiceId: userInfoContextId, principal: person.mobile, auth };
    const sent = await thief.post('/sender/mobile/v3', request);
    const { answer } = await whileNumberChanges(person, () =>
      thief.post(bindMobilePaths.wechat, {
        loginParams,
        userInfoContextId,
        data: { userInfoContextId },
        serviceId: sent.data['serviceId'],
        credentials: lastMessageTo(person.mobile)?.code,
        mobile: person.mobile,
        principal: person.mobile,
        agreed: true,
      }),
    );
    await answer;
    expect(await accessOf(person.ouid)).toEqual([]);
  });

  test('replaces the number, a code to the earlier one signs no one in', async () => {
    const person = await newPerson();
    const thief = services.browser();
    const serviceId = await sendAndVerify(thief, person.mobile);
    const { answer } = await whileNumberChanges(person, () => commit(thief, person.mobile, serviceId));
    await answer;
    expect(await accessOf(person.ouid)).toEqual([]);
  });

  test('replaces the number, a code to the earlier one begins no sign-in that waits for a second factor', async () => {
    const person = await newPerson({ secondFactor: true });
    const thief = services.browser();
    const serviceId = await sendAndVerify(thief, person.mobile);
    const { answer } = await whileNumberChanges(person, () => commit(thief, person.mobile, serviceId));
    expect(await answer).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('replaces the number, one click for the earlier one links no app', async () => {
    const person = await newPerson();
    const thief = services.browser();
    const { data } = await poll(thief, 'alipay', await confirm(thief, 'alipay', newPhoneOwner(person.mobile)));
    const clicked = { data: { userInfoContextId: data['userInfoContextId'] }, credentials: 'PC_ALI_PAY_USER_TRANSFER' };
    const { answer } = await whileNumberChanges(person, () => thief.post('/login/commit/transferLogin', clicked));
    await answer;
    expect(await accessOf(person.ouid)).toEqual([]);
  });
});
