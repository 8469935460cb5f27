import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Call, defineCall, readEnvelope } from './call.ts';
import { calls } from './calls.ts';
import { commitPassword } from './flows/password-login.ts';
import { pollWechatScan } from './apps/wechat-calls.ts';
import { resultCodes } from './result-codes.ts';

const getItem = defineCall({
  method: 'POST',
  path: '/item',
  purpose: 'Get an item',
  access: 'anyone',
  request: v.object({}),
  response: v.object({ item: v.string() }),
  refusals: { wrongCode: v.object({ attemptsLeft: v.number() }), expiredCode: v.unknown() },
});

describe('a response is parsed with the schemas of its call', () => {
  test('reads code 0 as done, with its data', () => {
    expect(readEnvelope(getItem, { code: 0, message: 'ok', data: { item: 'first', extra: 1 } })).toEqual({
      is: 'done',
      data: { item: 'first' },
    });
  });

  test('reads a declared refusal with its name, data and message', () => {
    expect(readEnvelope(getItem, { code: resultCodes.wrongCode, message: 'No', data: { attemptsLeft: 2 } })).toEqual({
      is: 'wrongCode',
      data: { attemptsLeft: 2 },
      message: 'No',
    });
    expect(readEnvelope(getItem, { code: resultCodes.expiredCode })).toEqual({ is: 'expiredCode', data: undefined });
  });

  test('reads any other code as refused, with its message', () => {
    expect(readEnvelope(getItem, { code: 500123, message: 'Later' })).toEqual({
      is: 'refused',
      code: 500123,
      message: 'Later',
    });
    expect(readEnvelope(getItem, { code: resultCodes.lockedOut, message: null })).toEqual({
      is: 'refused',
      code: resultCodes.lockedOut,
    });
  });

  test('reads a declared refusal with wrong data as refused', () => {
    const answer = { code: resultCodes.wrongCode, message: 'No', data: { attemptsLeft: 'two' } };
    expect(readEnvelope(getItem, answer)).toEqual({ is: 'refused', code: resultCodes.wrongCode, message: 'No' });
  });

  test.each([
    ['done with data of another shape', { code: 0, data: { item: 1 } }],
    ['done without data', { code: 0 }],
    ['a code that is no number', { code: 'ok', data: { item: 'first' } }],
    ['an empty code', { code: '', data: { item: 'first' } }],
    ['no code', { message: 'ok', data: { item: 'first' } }],
    ['a code of null', { code: null, data: { item: 'first' } }],
    ['words that are no text', { code: 0, message: { html: '<b>' }, data: { item: 'first' } }],
    ['a list', [{ code: 0, data: { item: 'first' } }]],
    ['HTML', '<!doctype html><title>502</title>'],
    ['nothing', undefined],
    ['null', null],
  ])('%s results in noResponse', (_, wire) => {
    expect(readEnvelope(getItem, wire)).toEqual({ is: 'noResponse' });
  });

  test('reads a pending poll with and without data', () => {
    const code = resultCodes.pending;
    expect(readEnvelope(pollWechatScan, { code, message: '' })).toEqual({ is: 'pending', data: { scanned: false } });
    expect(readEnvelope(pollWechatScan, { code, data: null })).toEqual({ is: 'pending', data: { scanned: false } });
    expect(readEnvelope(pollWechatScan, { code, data: { scanned: true } })).toEqual({
      is: 'pending',
      data: { scanned: true },
    });
  });

  test('reads the scan of an unknown person inside a success', () => {
    const data = { scanCode: 432101, userInfoContextId: 'c1' };
    expect(readEnvelope(pollWechatScan, { code: 0, data })).toEqual({ is: 'done', data });
  });
});

/** Arbitrary JSON that often resembles an envelope. */
const code = fc.oneof(
  fc.constantFrom(...Object.values(resultCodes)),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.jsonValue(),
);
const almost = fc.record({ code, message: fc.jsonValue(), data: fc.jsonValue() }, { requiredKeys: [] });
const junk = fc.oneof(fc.jsonValue(), almost, fc.anything());

describe('for any response body and any call', () => {
  test('the result is a known one, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.constantFrom<Call>(...Object.values(calls)), junk, (call, wire) => {
        const known = ['done', 'refused', 'noResponse', ...Object.keys(call.refusals)];
        expect(known).toContain(readEnvelope(call, wire).is);
      }),
      { numRuns: 5000 },
    );
  });

  test('a sign-in has a readable URL or none, and no second factor that cannot start', () => {
    const flags = fc.record(
      { url: fc.jsonValue(), loginDoubleCheck: fc.jsonValue(), preServiceId: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), flags), (data) => {
        const reply = readEnvelope(commitPassword, { code: 0, data });
        if (reply.is !== 'done') return;
        expect(['string', 'undefined']).toContain(typeof reply.data.url);
        if (reply.data.loginDoubleCheck) expect(reply.data.preServiceId).toBeTruthy();
      }),
    );
  });
});
