import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const [key, other] = [randomBytes(32), randomBytes(32)];

test('what is encrypted is decrypted by any of the keys that fits, under its name', () => {
  const encrypted = encrypt('秘密', key, 'name');
  expect(encrypted).not.toContain('秘密');
  expect(decrypt(encrypted, [other, key], 'name')).toBe('秘密');
  expect(decrypt(encrypted, [other], 'name')).toBeUndefined();
  expect(decrypt(encrypted, [key], 'another name')).toBeUndefined();
  expect(encrypt('秘密', key, 'name')).not.toBe(encrypted);
});

test('a changed or shortened text is not decrypted', () => {
  const encrypted = Buffer.from(encrypt('secret', key, 'name'), 'base64');
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = changed[at]! ^ 1;
    expect(decrypt(changed.toString('base64'), [key], 'name')).toBeUndefined();
  }
  for (const length of [0, 5, 12, 28])
    expect(decrypt(encrypted.subarray(0, length).toString('base64'), [key], 'name')).toBeUndefined();
});
