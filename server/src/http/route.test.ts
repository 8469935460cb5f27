import { defineCall } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { handleErrors } from './error-handlers.ts';
import { createLog } from '../platform/log.ts';
import { type CallHandler, handleCall } from './route.ts';

const greet = defineCall({
  method: 'POST',
  path: '/greet/:name',
  purpose: 'Says hello',
  request: v.object({ name: v.string(), times: v.optional(v.number(), 1) }),
  response: v.object({ words: v.string() }),
  refusals: { lockedOut: v.object({ retryAfter: v.number() }) },
});

const twice: object = { name: 'another name', times: 2, role: 'admin' };

async function served(handle: CallHandler<typeof greet>, payload: string | object = twice, call = greet) {
  const app = fastify();
  await app.register(cookie);
  handleErrors(app, createLog('silent', { write() {} }).log);
  handleCall(app, readConfig({}), call, handle);
  const response = await app.inject({
    method: 'POST',
    url: '/greet/mei',
    payload,
    headers: { 'content-type': 'application/json', 'x-tsign-open-language': 'en-US' },
  });
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json<unknown>() };
}

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
