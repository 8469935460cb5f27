import { minutes } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/test-clock.ts';
import { createWecomPush } from './wecom-push.ts';

/** The example of WeCom's documentation. */
const suite = {
  is: 'suite',
  suiteId: 'ww-our-suite',
  corpId: 'wx5823bf96d3bd56c7',
  secret: 's',
  token: 'QDG6eK',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
} as const;
const check = {
  msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
  echostr: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
};
const then = 1409659589000;

describe("WeCom's check of the push URL", () => {
  test('is answered with the decrypted echo', () => {
    expect(createWecomPush(suite, testClock(then)).answerUrlCheck(check)).toBe('1616140317555161061');
  });

  test.each([
    ['another signature', { ...check, msg_signature: check.msg_signature.replace('5', '6') }],
    ['another nonce', { ...check, nonce: '1' }],
    ['no time', { ...check, timestamp: '' }],
    ['nothing', {}],
  ])('is not answered with %s', (_, query) => {
    expect(createWecomPush(suite, testClock(then)).answerUrlCheck(query)).toBeUndefined();
  });

  test('is not answered after ten minutes or for another corporation', () => {
    expect(createWecomPush(suite, testClock(then + minutes(10))).answerUrlCheck(check)).toBeDefined();
    expect(createWecomPush(suite, testClock(then + minutes(10) + 1)).answerUrlCheck(check)).toBeUndefined();
    const other = { ...suite, corpId: 'wx-another' };
    expect(createWecomPush(other, testClock(then)).answerUrlCheck(check)).toBeUndefined();
  });
});
