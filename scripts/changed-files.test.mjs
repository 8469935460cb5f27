import { expect, test } from 'vitest';
import { testsReachedBy } from './changed-files.mjs';

const testFiles = [
  'e2e/specs/qr-login/qr-code.spec.ts',
  'e2e/specs/register/register.spec.ts',
  'e2e/specs/register/set-password.spec.ts',
];
const [qrCode, register, setPassword] = testFiles;
const reached = (...changed) => testsReachedBy(changed, { folders: ['contract', 'web', 'e2e'], testFiles });

test.each([
  ['the folder of a flow', 'web/src/flows/qr-login/qr-login.machine.ts', [qrCode]],
  ['a file of a flow', 'contract/src/flows/qr-login.ts', [qrCode]],
  ['a flow that a test file is named after', 'web/src/flows/set-password/set-password.tsx', [setPassword]],
  ['a flow without tests of its name', 'web/src/flows/outcome.ts', testFiles],
  ['what all flows use', 'web/src/ui/button.tsx', testFiles],
  ['the packages', 'package-lock.json', testFiles],
  ['a test', register, [register]],
  ['a test of another step', 'web/src/flows/qr-login/qr-login.test.ts', []],
  ['a text for readers', 'web/README.md', []],
  ['another folder', 'examples/flows/qr-login.ts', []],
])('a change in %s reaches the tests that may notice it', (_, file, expected) => {
  expect(reached(file)).toEqual(expected);
});

test('several changes reach the tests of each', () => {
  expect(reached('contract/src/flows/qr-login.ts', register)).toEqual([qrCode, register]);
});
