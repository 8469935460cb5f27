import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { initTimeOf, redirectKindOf, ratingOf } from './event-values.ts';
import { event, trackEvents } from './events.ts';

const refuses = (shape: v.GenericSchema, ask: unknown) => !v.is(shape, ask);

describe('an event contains no personal data [AN-03]', () => {
  test('has at most two fields, each with a fixed list of values', () => {
    for (const { entries } of event.options) {
      const { name, ...details } = entries;
      expect(Object.keys(details).length, JSON.stringify(name)).toBeLessThanOrEqual(2);
      for (const shape of [name, ...Object.values(details)]) expect(['literal', 'picklist']).toContain(shape.type);
    }
  });

  test('has a unique name', () => {
    const names = event.options.flatMap(({ entries: { name } }) =>
      name.type === 'literal' ? [name.literal] : [...name.options],
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(['mei@x.cn', '13800138000', '/home?account=mei', 'https://sign.test/', '', 7, null, ['own']])(
    'refuses %j as the origin or target of a redirect [AN-01]',
    (value) => {
      const redirect = { name: 'url_redirect_analysis', url_source: 'login', url_skip: 'workspace' };
      expect(refuses(event, redirect)).toBe(false);
      expect(refuses(event, { ...redirect, url_skip: value })).toBe(true);
      expect(refuses(event, { ...redirect, url_source: value })).toBe(true);
    },
  );

  test('drops unknown fields', () => {
    expect(v.parse(event, { name: 'sso_open', account: 'mei@x.cn' })).toEqual({ name: 'sso_open' });
    expect(refuses(event, { name: 'made_up' })).toBe(true);
  });

  test('comes in batches of at most fifty', () => {
    const events = Array.from({ length: 50 }, () => ({ name: 'sso_open' }));
    expect(refuses(trackEvents.request, { events })).toBe(false);
    expect(refuses(trackEvents.request, { events: [...events, { name: 'sso_open' }] })).toBe(true);
  });
});

describe('numbers and URLs are reduced to fixed values', () => {
  test.each([
    [0, '0-250'],
    [249.9, '0-250'],
    [250, '250-500'],
    [1999, '1000-2000'],
    [2000, '2000-4000'],
    [4000, '4000+'],
    [13800138000, '4000+'],
  ])('%d ms is in the bucket %s [AN-02]', (milliseconds, word) => {
    expect(initTimeOf(milliseconds)).toBe(word);
  });

  test.each([
    ['LCP', 2500, 'good'],
    ['LCP', 2501, 'middling'],
    ['INP', 501, 'poor'],
    ['CLS', 0.1, 'good'],
    ['CLS', 0.26, 'poor'],
  ] as const)('%s of %d is %s', (vital, value, rating) => {
    expect(ratingOf(vital, value)).toBe(rating);
  });

  const gate = { origin: 'https://login.test', allowed: ['https://partner.test'] };
  test.each([
    ['https://login.test/help?account=mei', 'own'],
    ['/regist', 'own'],
    ['/home?scene=realname', 'workspace'],
    ['https://login.test/home#x', 'workspace'],
    ['https://partner.test/in?token=1', 'allowed'],
    ['http://partner.test/', 'other'],
    ['https://evil.test/home', 'other'],
    ['javascript:alert(1)', 'other'],
    ['https://[', 'other'],
  ])('%s is %s [AN-01]', (address, place) => {
    expect(redirectKindOf(address, gate, '/home')).toBe(place);
  });
});
