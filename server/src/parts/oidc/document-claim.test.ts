import { longest } from '@foyer/contract/limits';
import { describe, expect, test } from 'vitest';
import { readDocumentClaim } from './document-claim.ts';

const now = Date.UTC(2026, 9, 1);
const inSeconds = now / 1000;
const lease = { title: '租赁合同 2026', sender: 'ACME' };
const read = (changed: object = {}) => readDocumentClaim({ ...lease, ...changed }, now);

describe('the document of a request is read', () => {
  test('with a title and a sender alone', () => {
    expect(read({ title: ' 租赁合同 2026 ' })).toEqual({ is: 'read', document: lease });
  });

  test('with the time at which it expires, and with its signer in the form of an account', () => {
    const document = { ...lease, expiresAt: now + 1000, signer: { kind: 'mobile', value: '13800138000' } };
    expect(read({ expires_at: inSeconds + 1, signer: '+86 138-0013-8000' })).toEqual({ is: 'read', document });
    expect(read({ signer: 'Lin@Example.com' })).toMatchObject({
      document: { signer: { kind: 'email', value: 'lin@example.com' } },
    });
  });

  test('from JSON text, as a library sends it that knows texts alone', () => {
    expect(readDocumentClaim(JSON.stringify(lease), now)).toEqual({ is: 'read', document: lease });
  });

  test('with a title in a script that is written from right to left, and with emoji', () => {
    for (const title of ['חוזה שכירות 2026', 'Lease 👨‍👩‍👧']) expect(read({ title }).is).toBe('read');
  });

  test('with texts up to their longest', () => {
    const longestTexts = { title: 'a'.repeat(longest.documentTitle), sender: 'b'.repeat(longest.documentSender) };
    expect(read(longestTexts).is).toBe('read');
  });
});

describe('the document of a request is refused, and the reason says what would be right', () => {
  test.each<[string, unknown]>([
    ['a list', [lease]],
    ['a text that is no JSON', 'lease'],
    ['JSON of something else', '"lease"'],
    ['nothing', null],
  ])('for %s in its place', (_, claim) => {
    expect(readDocumentClaim(claim, now)).toEqual({ is: 'wrong', why: expect.stringMatching(/^document must be/) });
  });

  test.each<[string, object, RegExp]>([
    ['without a title', { title: undefined }, /^document\.title must be a text of 1 to 100 characters/],
    ['with a title that is no text', { title: 7 }, /^document\.title/],
    ['with a title without a letter', { title: ' \u200b\u2800' }, /^document\.title/],
    ['with a title of a letter that is invisible', { title: '\u3164' }, /^document\.title/],
    ['with a title that is too long', { title: 'a'.repeat(longest.documentTitle + 1) }, /^document\.title/],
    ['with a line break in the title', { title: 'Lease\nSigned by all' }, /^document\.title/],
    ['with a line separator in the title', { title: 'Lease\u2028Signed' }, /^document\.title/],
    ['with a character that turns the title around', { title: 'Lease \u202e6202' }, /^document\.title/],
    ['with an isolate in the title', { title: 'Lease \u2067x' }, /^document\.title/],
    ['with a lone surrogate in the title', { title: 'Lease \ud800' }, /^document\.title/],
    ['without a sender', { sender: '' }, /^document\.sender must be a text of 1 to 60 characters/],
    ['with a sender that is too long', { sender: 'a'.repeat(longest.documentSender + 1) }, /^document\.sender/],
    ['with a control character in the sender', { sender: 'ACME\u0007' }, /^document\.sender/],
    ['when it has expired', { expires_at: inSeconds }, /^document\.expires_at must be in the future$/],
    ['with a date as text', { expires_at: '2026-10-31' }, /^document\.expires_at must be a whole number/],
    ['with a time that is no whole number', { expires_at: inSeconds + 0.5 }, /^document\.expires_at/],
    ['with a time without end', { expires_at: 1e300 }, /^document\.expires_at/],
    ['with a time after the last date', { expires_at: 8.64e12 + 1 }, /^document\.expires_at/],
    ['with a signer who is no account', { signer: 'Lin' }, /^document\.signer must be a mobile number/],
    ['with an empty signer', { signer: '' }, /^document\.signer/],
  ])('%s', (_, changed, why) => {
    expect(read(changed)).toEqual({ is: 'wrong', why: expect.stringMatching(why) });
    // The characters that an error description may have (RFC 6749, 5.2).
    expect(read(changed)).toEqual({ is: 'wrong', why: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) });
  });
});
