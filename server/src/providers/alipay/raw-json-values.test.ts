import { expect, test } from 'vitest';
import { rawJsonValues } from './raw-json-values.ts';

test('returns each value exactly as written', () => {
  const text = String.raw`{ "a" : {"z":1, "url":"https:\/\/x","b":"}{\"],:","n":{"a":2}} , "sign":"q\/w==","n":12,"l":[1,{"c":"]"}],"e":{} }`;
  expect([...rawJsonValues(text)!]).toEqual([
    ['a', String.raw`{"z":1, "url":"https:\/\/x","b":"}{\"],:","n":{"a":2}}`],
    ['sign', String.raw`"q\/w=="`],
    ['n', '12'],
    ['l', '[1,{"c":"]"}]'],
    ['e', '{}'],
  ]);
});

test('decodes escaped names', () => {
  expect(rawJsonValues(String.raw`{"\u0061":1}`)?.get('a')).toBe('1');
  expect(rawJsonValues(String.raw`{"a":1,"\u0061":2}`)).toBeUndefined();
});

test.each(['', '{', '[]', 'null', '"a"', '<html>', '{"a":1}{"b":2}', '{"a":1,"a":2}'])(
  'returns undefined for %j',
  (text) => {
    expect(rawJsonValues(text)).toBeUndefined();
  },
);

test('returns an empty map for an empty object and ignores nested names', () => {
  expect(rawJsonValues('{}')).toEqual(new Map());
  expect(rawJsonValues('{"a":{"a":1}}')).toEqual(new Map([['a', '{"a":1}']]));
});
