import { expect, test } from 'vitest';
import { first as firstEn } from '../../messages/first.en-US.ts';
import { first as firstZh } from '../../messages/first.zh-CN.ts';
import { later as laterEn } from '../../messages/later.en-US.ts';
import { later as laterZh } from '../../messages/later.zh-CN.ts';
import { fillIn } from './texts.ts';

test('a slot is filled, and one that nobody fills is left to be seen', () => {
  expect(fillIn('{n} of {m}', { n: 1 })).toBe('1 of {m}');
  expect(fillIn('{constructor}', {})).toBe('{constructor}');
});

const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('both languages have the same slots in every message', () => {
  const zh: Record<string, string> = { ...firstZh, ...laterZh };
  const en: Record<string, string> = { ...firstEn, ...laterEn };
  for (const key of Object.keys(zh)) expect([key, slots(en[key]!)]).toEqual([key, slots(zh[key]!)]);
});

test('no message stands in both files of a language', () => {
  expect(Object.keys(firstZh).filter((key) => key in laterZh)).toEqual([]);
});
