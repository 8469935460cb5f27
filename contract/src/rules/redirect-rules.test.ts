import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longest } from '../limits.ts';
import { otherPlaces } from '../../test/redirect-other-sites.ts';
import { gate, good, harmless } from '../../test/redirect-payloads.ts';
import { allowedLink, allowedRedirect, firstAllowedRedirect } from './redirect-rules.ts';
import { trickSpellings } from '../../test/redirect-spellings.ts';

const refused = [...otherPlaces, ...trickSpellings];
const ours = [gate.origin, ...gate.allowed];
const shown = (payload: unknown) =>
  typeof payload === 'string' ? JSON.stringify(payload.slice(0, 80)) : String(payload);

describe('a person is sent only where we would send them', () => {
  test.each(good)('%j is obeyed', (payload, address) => {
    expect(allowedRedirect(payload, gate)).toBe(address);
  });

  test.each(harmless)('%j stays with us', (payload, address) => {
    expect(allowedRedirect(payload, gate)).toBe(address);
    expect(ours).toContain(new URL(address).origin);
  });

  test.each(refused.map((payload) => ({ payload, name: shown(payload) })))(
    '$name leads nowhere [AC-07]',
    ({ payload }) => {
      expect(allowedRedirect(payload, gate)).toBeUndefined();
    },
  );

  test('the list of hostile payloads is long and has no payload twice', () => {
    const all = [...refused, ...harmless.map(([payload]) => payload)];
    expect(all.length).toBeGreaterThan(250);
    expect(new Set(all).size).toBe(all.length);
  });
});

/** Text that looks like the start of an address more often than chance would have it. */
const parts = fc.constantFrom(
  '/',
  '\\',
  '//',
  ':',
  '@',
  '.',
  '?',
  '#',
  '%2f',
  '%5c',
  '\t',
  '\n',
  ' ',
  '。',
  '／',
  '⁄',
  'https:',
  'http:',
  'javascript:',
  'data:',
  'evil.test',
  'login.house.test',
  'app.house.test',
  ':8443',
  '..',
  'a',
);
const addressLike = fc.array(parts, { maxLength: 12 }).map((some) => some.join(''));
const anyText = fc.oneof(addressLike, fc.string({ unit: 'binary', maxLength: 60 }), fc.webUrl());

describe('whatever the text', () => {
  test('the browser arrives at one of our origins, or the text is refused', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const address = allowedRedirect(text, gate);
        if (address === undefined) return;
        // As `location.assign` would read it, on whatever page it is called.
        for (const page of [gate.origin, 'https://evil.test/x/', 'about:blank']) {
          const arrived = new URL(address, page);
          expect(ours).toContain(arrived.origin);
          expect(arrived.username + arrived.password).toBe('');
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('what passed once passes again, unchanged, on the other side of the wire', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const address = allowedRedirect(text, gate);
        if (address !== undefined && address.length <= longest.redirectUrl)
          expect(allowedRedirect(address, gate)).toBe(address);
      }),
      { numRuns: 3000 },
    );
  });

  test('a link leads to us or to https, and is never a script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const link = allowedLink(text, gate.origin);
        if (link !== undefined) expect(new URL(link).protocol).toMatch(/^https:|^http:$/);
        if (link?.startsWith('http:')) expect(['localhost', '127.0.0.1', '[::1]']).toContain(new URL(link).hostname);
      }),
      { numRuns: 3000 },
    );
  });
});

test('an origin without encryption is never reached, not even when it was put on the list', () => {
  const careless = { ...gate, allowed: ['http://partner.test'] };
  expect(allowedRedirect('http://partner.test/done', careless)).toBeUndefined();
});

describe('the first wish that may be granted wins', () => {
  test('a refused one is passed over in silence', () => {
    expect(firstAllowedRedirect(['//evil.test', '/a', '/b'], gate, '/home')).toBe('https://login.house.test/a');
  });

  test('without one the default stands', () => {
    expect(firstAllowedRedirect([undefined, 'javascript:alert(1)'], gate, '/home')).toBe(
      'https://login.house.test/home',
    );
  });
});

describe('links of banners and articles', () => {
  test.each(['https://news.test/2026?x=1', 'https://app.house.test/', '/help'])('%j is a link', (link) => {
    expect(allowedLink(link, gate.origin)).toBeDefined();
  });

  test.each(['javascript:alert(1)', 'http://news.test/', '//news.test', 'news.test', 'data:text/html,x', '', null, 7])(
    '%j is not',
    (link) => expect(allowedLink(link, gate.origin)).toBeUndefined(),
  );
});
