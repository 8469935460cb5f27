import { type AccessName, type Call, defineCall } from '@foyer/contract/call';
import { freshProofRefusals } from '@foyer/contract/flows/account';
import { freshProof } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import cookie from '@fastify/cookie';
import { eq } from 'drizzle-orm';
import fastify from 'fastify';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { handleErrors } from '../../http/answers/error-handlers.ts';
import { createLog } from '../../platform/log.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';
import { type CallHandler, handleCall } from './handle-call.ts';

const services = await testAppForFile();
const db = services.database.sql;

const greet = defineCall({
  method: 'POST',
  path: '/greet/:name',
  purpose: 'Says hello',
  access: 'anyone',
  request: v.object({ name: v.string(), times: v.optional(v.number(), 1) }),
  response: v.object({ words: v.string() }),
  refusals: { lockedOut: v.object({ retryAfter: v.number() }) },
});

async function send<C extends Call>(
  call: C,
  handle: CallHandler<C>,
  { payload = {}, cookies = {} }: { payload?: string | object; cookies?: Record<string, string> } = {},
) {
  const app = fastify();
  await app.register(cookie);
  handleErrors(app, createLog('silent', { write() {} }).log);
  handleCall(app, services, call, handle);
  const response = await app.inject({
    method: 'POST',
    url: call.path.replace(':name', 'mei'),
    payload,
    cookies,
    headers: { 'content-type': 'application/json', 'x-tsign-open-language': 'en-US' },
  });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json<unknown>() };
}

const twice: object = { name: 'another name', times: 2, role: 'admin' };
const served = (handle: CallHandler<typeof greet>, payload: string | object = twice, call = greet) =>
  send(call, handle, { payload });

test('passes only the fields of the call, with path parameters before the body', async () => {
  let received: unknown;
  await served(async (ask) => {
    received = ask;
    return { is: 'done', data: { words: 'hello' } };
  });
  expect(received).toEqual({ name: 'mei', times: 2 });
});

test.each(['[]', '[{"times":2}]', '"times"', '7', 'true'])(
  'a body that is no object is malformed: %s',
  async (body) => {
    const handle: CallHandler<typeof greet> = async () => ({ is: 'done', data: { words: 'hello' } });
    expect(await served(handle, body)).toMatchObject({ status: 400, body: { code: resultCodes.malformed } });
  },
);

test('sends only the fields of the call [ASVS 15.3.1]', async () => {
  const row = { words: 'hello', passwordHash: '$argon2id$' };
  expect((await served(async () => ({ is: 'done', data: row }))).body).toEqual({
    code: 0,
    message: 'Success',
    data: { words: 'hello' },
  });
  const refusal = { retryAfter: 2.5, ouid: 'x' };
  expect(await served(async () => ({ is: 'lockedOut', data: refusal }))).toEqual({
    status: 429,
    retryAfter: '3',
    body: { code: resultCodes.lockedOut, message: expect.stringContaining('1 minute'), data: { retryAfter: 2.5 } },
  });
});

test('sends a common refusal without data', async () => {
  expect(await served(async () => ({ is: 'notSignedIn' }))).toMatchObject({
    status: 401,
    body: { code: resultCodes.notSignedIn, data: null },
  });
});

test('does not send a response that violates the schema', async () => {
  const stored: { words: string } = JSON.parse('{"words":7}');
  const answered = await served(async () => ({ is: 'done', data: stored }));
  expect(answered).toMatchObject({ status: 500, body: { code: resultCodes.internalError, data: null } });
});

test('does not send an incomplete response, even where the page reads less', async () => {
  const call = defineCall({ ...greet, reads: v.partial(greet.response) });
  const answered = await served(async () => ({ is: 'done', data: JSON.parse('{}') }), twice, call);
  expect(answered).toMatchObject({ status: 500, body: { code: resultCodes.internalError, data: null } });
});

describe('who may call is what the call declares', () => {
  const person = { mobile: '13610000001', email: 'access@example.com', password: 'Foyer-2026' };
  const browser = services.browser();
  let ouid = '';
  let cookies: Record<string, string> = {};
  beforeAll(async () => {
    ouid = await services.addAccount(person);
    await browser.signIn(person.mobile, person.password);
    cookies = Object.fromEntries(browser.jar);
  });

  const call = <Access extends Call['access']>(access: Access) =>
    defineCall({
      method: 'POST',
      path: '/call',
      purpose: 'Says who calls',
      access,
      request: v.object({ all: v.optional(v.boolean()) }),
      response: v.object({ caller: v.optional(v.string()), canChange: v.boolean() }),
      refusals: { ...freshProofRefusals, contactsTooSoon: v.object({ until: v.string() }) },
    });
  type Caller = { account: { ouid: string } } | undefined;
  const say = (caller: Caller) =>
    ({
      is: 'done',
      data: { ...(caller && { caller: caller.account.ouid }), canChange: caller !== undefined && 'change' in caller },
    }) as const;

  /** What a call of this access answers: who the handler was given and whether they may change, or the refusal. */
  async function answered(access: Call['access'], sent: Record<string, string>, payload: object = {}) {
    const { body } = await send(call(access), async (_, _context, caller?: Caller) => say(caller), {
      payload,
      cookies: sent,
    });
    const { code, data } = body as { code: number; data: { caller?: string; canChange: boolean } | null };
    if (code !== 0) return Object.entries(resultCodes).find(([, number]) => number === code)?.[0];
    if (data?.caller === undefined) return 'nobody';
    expect(data.caller).toBe(ouid);
    return data.canChange ? 'proven' : 'person';
  }

  /** The session as it is in this state. */
  async function inState(values: Partial<typeof sessions.$inferInsert>, closesAt: Date | null = null) {
    const provenAt = new Date(services.clock.now());
    await db
      .update(sessions)
      .set({ state: 'open', provenAt, factors: ['password', 'sms'], ...values })
      .where(eq(sessions.account, ouid));
    await db.update(accounts).set({ closesAt }).where(eq(accounts.ouid, ouid));
  }

  const table: Record<AccessName, [none: string, fresh: string, old: string, waiting: string, closing: string]> = {
    anyone: ['nobody', 'nobody', 'nobody', 'nobody', 'nobody'],
    session: ['notSignedIn', 'person', 'person', 'notSignedIn', 'notSignedIn'],
    sessionIfAny: ['nobody', 'person', 'person', 'nobody', 'nobody'],
    sessionInAnyState: ['notSignedIn', 'person', 'person', 'person', 'person'],
    sessionInAnyStateIfAny: ['nobody', 'person', 'person', 'person', 'person'],
    freshProof: ['notSignedIn', 'proven', 'needsFreshProof', 'notSignedIn', 'notSignedIn'],
    freshProofForFactors: ['notSignedIn', 'proven', 'needsFreshProof', 'notSignedIn', 'notSignedIn'],
    freshProofForSecondFactor: ['notSignedIn', 'proven', 'needsFreshProof', 'notSignedIn', 'notSignedIn'],
    freshProofForContacts: ['notSignedIn', 'proven', 'needsFreshProof', 'notSignedIn', 'notSignedIn'],
    freshProofIfOpen: ['nobody', 'proven', 'needsFreshProof', 'person', 'person'],
  };

  test.each(Object.entries(table) as [AccessName, string[]][])('%s', async (access, expected) => {
    const seen = [await answered(access, {})];
    await inState({});
    seen.push(await answered(access, cookies));
    await inState({ provenAt: new Date(services.clock.now() - freshProof.lifetime) });
    seen.push(await answered(access, cookies));
    await inState({ state: 'awaitingConsent' });
    seen.push(await answered(access, cookies));
    await inState({ state: 'closing' }, new Date(services.clock.now() + freshProof.lifetime));
    seen.push(await answered(access, cookies));
    expect(seen).toEqual(expected);
  });

  test('what one factor must not change needs another one, by what is changed', async () => {
    const needs = async (access: AccessName) => {
      await inState({ factors: ['sms'] });
      return answered(access, cookies);
    };
    expect(await needs('freshProof')).toBe('proven');
    expect(await needs('freshProofForContacts')).toBe('needsFreshProof');
    expect(await needs('freshProofForSecondFactor')).toBe('needsFreshProof');
    expect(await needs('freshProofForFactors')).toBe('proven');
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    expect(await needs('freshProofForFactors')).toBe('needsFreshProof');
    await db.update(accounts).set({ secondFactor: false }).where(eq(accounts.ouid, ouid));
  });

  test('by a field of the request', async () => {
    const access = { field: 'all', given: 'freshProof', otherwise: 'anyone' } as const;
    expect(await answered(access, {}, {})).toBe('nobody');
    expect(await answered(access, {}, { all: false })).toBe('nobody');
    expect(await answered(access, {}, { all: true })).toBe('notSignedIn');
  });

  test('a change is refused when the session has ended, or its proof, since the call began', async () => {
    const changing = (meanwhile: () => Promise<unknown>) =>
      send(
        call('freshProof'),
        async (_, _context, { change }) => {
          await meanwhile();
          return change(async (_tx, current) => say(current));
        },
        { cookies },
      );
    await inState({});
    expect((await changing(async () => {})).body).toMatchObject({ code: 0, data: { caller: ouid } });
    const age = () => inState({ provenAt: new Date(services.clock.now() - freshProof.lifetime) });
    expect((await changing(age)).body).toMatchObject({ code: resultCodes.needsFreshProof });
    await inState({});
    const end = () => services.stores.sessions.endAll(ouid);
    expect((await changing(end)).body).toMatchObject({ code: resultCodes.notSignedIn });
  });
});
