import { describe, expect, test } from 'vitest';
import type { Attribute } from '../store/accounts/attributes.ts';
import { attributeProblem, readAttribute } from './attribute-rules.ts';

const department: Attribute = {
  name: 'department',
  type: 'string',
  scope: 'employment',
  label: 'Department',
  labels: { 'zh-CN': '部门' },
  thirdParty: false,
  createdAt: new Date(0),
};

describe('an attribute', () => {
  test('with a name, a scope and labels of its own can be declared', () => {
    expect(attributeProblem(department)).toBeUndefined();
    expect(attributeProblem({ ...department, name: 'a'.repeat(40) })).toBeUndefined();
  });

  test.each<[Partial<Attribute>, RegExp]>([
    ...['Department', '1st', 'cost-centre', '', 'a'.repeat(41)].map((name): [Partial<Attribute>, RegExp] => [
      { name },
      /lower-case letters/,
    ]),
    ...['sub', 'email', 'roles', 'groups', 'amr', 'exp', 'client_id', 'external_id'].map(
      (name): [Partial<Attribute>, RegExp] => [{ name }, /tokens have a claim of this name already$/],
    ),
    ...['openid', 'profile', 'roles', 'offline_access', 'a b', ''].map((scope): [Partial<Attribute>, RegExp] => [
      { scope },
      /give a scope of your own/,
    ]),
    [{ label: ' ' }, /^give a label/],
    [{ labels: { 'en-US': 'a\u0007' } }, /^give a label/],
  ])('with %o is refused', (change, problem) => {
    expect(attributeProblem({ ...department, ...change })).toMatch(problem);
  });
});

describe('a value', () => {
  test.each([
    ['string', '北京', '北京'],
    ['number', '-0.5', -0.5],
    ['number', 3, 3],
    ['boolean', 'true', true],
    ['boolean', false, false],
    ['date', '2024-02-29', '2024-02-29'],
    ['strings', ['law', 'tax'], ['law', 'tax']],
  ] as const)('of the type %s reads %o', (type, given, value) => {
    expect(readAttribute({ name: 'a', type }, given)).toEqual({ value });
  });

  test.each([
    ['string', 5],
    ['string', 'a'.repeat(256)],
    ['string', 'a\0'],
    ['string', ['a']],
    ['number', '1e3'],
    ['number', Number.NaN],
    ['number', 2 ** 60],
    ['number', true],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['date', '2023-02-29'],
    ['date', '2023-2-9'],
    ['strings', 'law'],
    ['strings', []],
    ['strings', ['a', 1]],
    ['strings', Array.from({ length: 51 }, () => 'a')],
  ] as const)('of the type %s does not read %o', (type, given) => {
    expect(readAttribute({ name: 'a', type }, given)).toEqual({ problem: expect.stringMatching(/^a is not /) });
  });
});
