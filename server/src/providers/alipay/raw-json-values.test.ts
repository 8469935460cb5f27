import { expect, test } from 'vitest';
import { rawJsonValues } from './raw-json-values.ts';

test('each value comes out as it was written, whatever stands in it', () => {
  const text = String.raw`{ "a" : {"z":1, "url":"https:\/\/x","b":"}{\"],:","n":{"a":2}} , "sign":"q\/w==","n":12,"l":[1,{"c":"]"}],"e":{} }`;
  expect([...rawJsonValues(text)!]).toEqual([
    ['a', String.raw`{"z":1, "url":"https:\/\/x","b":"}{\"],:","n":{"a":2}}`],
    ['sign', String.raw`"q\/w=="`],
    ['n', '12'],
    ['l', '[1,{"c":"]"}]'],
    ['e', '{}'],
  ]);
});

test('a name spelled with escapes is the same name', () => {
  expect(rawJsonValues(String.raw`{"\u0061":1}`)?.get('a')).toBe('1');
  expect(rawJsonValues(String.raw`{"a":1,"\u0061":2}`)).toBeUndefined();
});

test.each(['', '{', '[]', 'null', '"a"', '<html>', '{"a":1}{"b":2}', '{"a":1,"a":2}'])('%j has no parts', (text) => {
  expect(rawJsonValues(text)).toBeUndefined();
});

test('an empty object has none either, and a name inside is not one of its names', () => {
  expect(rawJsonValues('{}')).toEqual(new Map());
  expect(rawJsonValues('{"a":{"a":1}}')).toEqual(new Map([['a', '{"a":1}']]));
});
