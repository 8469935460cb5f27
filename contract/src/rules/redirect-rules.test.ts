import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longest } from '../limits.ts';
import { otherPlaces } from '../../test/redirect-other-sites.ts';
import { allowlist, good, harmless } from '../../test/redirect-payloads.ts';
import { allowedLink, allowedRedirect, firstAllowedRedirect } from './redirect-rules.ts';
import { trickSpellings } from '../../test/redirect-spellings.ts';

const refused = [...otherPlaces, ...trickSpellings];
const ours = [allowlist.origin, ...allowlist.allowed];
const printable = (payload: unknown) =>
  typeof payload === 'string' ? JSON.stringify(payload.slice(0, 80)) : String(payload);

describe('a redirect', () => {
  test.each(good)('%j is allowed', (payload, url) => {
    expect(allowedRedirect(payload, allowlist)).toBe(url);
  });

  test.each(harmless)('%j stays on our origin', (payload, url) => {
    expect(allowedRedirect(payload, allowlist)).toBe(url);
    expect(ours).toContain(new URL(url).origin);
  });

  test.each(refused.map((payload) => ({ payload, name: printable(payload) })))(
    '$name is refused [AC-07]',
    ({ payload }) => {
      expect(allowedRedirect(payload, allowlist)).toBeUndefined();
    },
  );

  test('is tested with a long list of distinct hostile payloads', () => {
    const all = [...refused, ...harmless.map(([payload]) => payload)];
    expect(all.length).toBeGreaterThan(250);
    expect(new Set(all).size).toBe(all.length);
  });
});

/** Text that often looks like the start of a URL. */
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
  'login.foyer.test',
  'app.foyer.test',
  ':8443',
  '..',
  'a',
);
const addressLike = fc.array(parts, { maxLength: 12 }).map((some) => some.join(''));
const anyText = fc.oneof(addressLike, fc.string({ unit: 'binary', maxLength: 60 }), fc.webUrl());

describe('for any text', () => {
  test('the browser reaches an allowed origin, or the text is refused', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const url = allowedRedirect(text, allowlist);
        if (url === undefined) return;
        // The URL as `location.assign` resolves it, on any page.
        for (const page of [allowlist.origin, 'https://evil.test/x/', 'about:blank']) {
          const arrived = new URL(url, page);
          expect(ours).toContain(arrived.origin);
          expect(arrived.username + arrived.password).toBe('');
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('an allowed URL is allowed again, unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const url = allowedRedirect(text, allowlist);
        if (url !== undefined && url.length <= longest.redirectUrl) expect(allowedRedirect(url, allowlist)).toBe(url);
      }),
      { numRuns: 3000 },
    );
  });

  test('a link leads to our origin or to https, and is never a script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const link = allowedLink(text, allowlist.origin);
        if (link !== undefined) expect(new URL(link).protocol).toMatch(/^https:|^http:$/);
        if (link?.startsWith('http:')) expect(['localhost', '127.0.0.1', '[::1]']).toContain(new URL(link).hostname);
      }),
      { numRuns: 3000 },
    );
  });
});

test('an http origin is refused even when the allowlist contains it', () => {
  const careless = { ...allowlist, allowed: ['http://partner.test'] };
  expect(allowedRedirect('http://partner.test/done', careless)).toBeUndefined();
});

describe('the first allowed redirect', () => {
  test('is chosen after refused ones', () => {
    expect(firstAllowedRedirect(['//evil.test', '/a', '/b'], allowlist, '/home')).toBe('https://login.foyer.test/a');
  });

  test('defaults to the fallback', () => {
    expect(firstAllowedRedirect([undefined, 'javascript:alert(1)'], allowlist, '/home')).toBe(
      'https://login.foyer.test/home',
    );
  });
});

describe('links of banners and articles', () => {
  test.each(['https://news.test/2026?x=1', 'https://app.foyer.test/', '/help'])('allow %j', (link) => {
    expect(allowedLink(link, allowlist.origin)).toBeDefined();
  });

  test.each(['javascript:alert(1)', 'http://news.test/', '//news.test', 'news.test', 'data:text/html,x', '', null, 7])(
    'refuse %j',
    (link) => expect(allowedLink(link, allowlist.origin)).toBeUndefined(),
  );
});
