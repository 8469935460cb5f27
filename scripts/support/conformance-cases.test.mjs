import { expect, test } from 'vitest';
import { missingTests } from './conformance-cases.mjs';

const files = {
  'conformance.test.ts': "test('oidcc-server', …); test('oidcc-userinfo-get, -post-header', …)",
  'tokens.test.ts': "describe('an authorization code', …)",
};
const read = (file) => files[file];

test('a test that the list names has to exist: the case, the file and the title', () => {
  const list = (cases, tests) => missingTests(`| case | test |\n|---|---|\n| ${cases} | ${tests} |`, read);
  expect(list('`oidcc-server`', '✓ as it is')).toEqual([]);
  expect(list('`oidcc-userinfo-get`, `-post-header`', '✓')).toEqual([]);
  expect(list('`oidcc-server`, `oidcc-other`', '✓')).toEqual(['oidcc-other']);
  expect(list('code replay', '`tokens.test.ts`, an authorization code')).toEqual([]);
  expect(list('code replay', '`tokens.test.ts`, another title')).toEqual(['`tokens.test.ts`, another title']);
  expect(list('code replay', '`gone.test.ts`')).toEqual(['`gone.test.ts`']);
});
