import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { initTimeOf, redirectKindOf, ratingOf } from './event-values.ts';
import { event, trackEvents } from './events.ts';

const refuses = (shape: v.GenericSchema, ask: unknown) => !v.is(shape, ask);

describe('an event tells what happened and never to whom [AN-03]', () => {
  test('each says at most two words, and each word is from a list', () => {
    for (const { entries } of event.options) {
      const { name, ...details } = entries;
      expect(Object.keys(details).length, JSON.stringify(name)).toBeLessThanOrEqual(2);
      for (const shape of [name, ...Object.values(details)]) expect(['literal', 'picklist']).toContain(shape.type);
    }
  });

  test('no name is said twice', () => {
    const names = event.options.flatMap(({ entries: { name } }) =>
      name.type === 'literal' ? [name.literal] : [...name.options],
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(['mei@x.cn', '13800138000', '/home?account=mei', 'https://sign.test/', '', 7, null, ['own']])(
    'where someone goes is never told as %j [AN-01]',
    (said) => {
      const told = { name: 'url_redirect_analysis', url_source: 'login', url_skip: 'workspace' };
      expect(refuses(event, told)).toBe(false);
      expect(refuses(event, { ...told, url_skip: said })).toBe(true);
      expect(refuses(event, { ...told, url_source: said })).toBe(true);
    },
  );

  test('there is no room for anything else', () => {
    expect(v.parse(event, { name: 'sso_open', account: 'mei@x.cn' })).toEqual({ name: 'sso_open' });
    expect(refuses(event, { name: 'made_up' })).toBe(true);
  });

  test('fifty at once, not fifty-one', () => {
    const events = Array.from({ length: 50 }, () => ({ name: 'sso_open' }));
    expect(refuses(trackEvents.request, { events })).toBe(false);
    expect(refuses(trackEvents.request, { events: [...events, { name: 'sso_open' }] })).toBe(true);
  });
});

describe('numbers and addresses become words before they are told', () => {
  test.each([
    [0, '0-250'],
    [249.9, '0-250'],
    [250, '250-500'],
    [1999, '1000-2000'],
    [2000, '2000-4000'],
    [4000, '4000+'],
    [13800138000, '4000+'],
  ])('a page that took %d ms took %s [AN-02]', (milliseconds, word) => {
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
