import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';
import { random } from './random.ts';
import { hashing } from './passwords.ts';
import { importedHashes } from './imported-hash.ts';

test('a password is stored as argon2id, with a new salt each time [ASVS 11.4.2]', async () => {
  const slot = (await createPasswords(random)).reserveSlot()!;
  const [one, two] = [await slot.hash('secret'), await slot.hash('secret')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await slot.matches(one, 'secret')).toBe(true);
  expect(await slot.matches(one, 'Secret')).toBe(false);
});

test.each([
  ['an account without a password', null],
  ['an unknown account', undefined],
])('a password never matches %s, but is compared all the same [AC-17t]', async (_, stored) => {
  const slot = (await createPasswords(random)).reserveSlot()!;
  let isSettled = false;
  const matching = slot.matches(stored, 'secret').finally(() => (isSettled = true));
  // Hashing runs in another thread and takes a turn of the event loop; a result without hashing would come before that.
  for (let i = 0; i < 100; i += 1) await Promise.resolve();
  expect(isSettled).toBe(false);
  expect(await matching).toBe(false);
});

test.each(['$2b$12$abcdefghijklmnopqrstuv', 'plain text', '', '$argon2id$v=19$m=1,t=0,p=0$AAAA$AAAA'])(
  'a hash in another format matches no password, and is reported: %s',
  async (stored) => {
    const slot = (await createPasswords(random)).reserveSlot()!;
    let reports = 0;
    expect(await slot.matches(stored, 'secret', () => (reports += 1))).toBe(false);
    expect(reports).toBe(1);
  },
);

test('a hash made with other parameters is outdated', async () => {
  const { isOutdated } = await createPasswords(random);
  expect(isOutdated(await hash('x', { memoryCost: 19456, timeCost: 2, parallelism: 1 }))).toBe(false);
  expect(isOutdated(await hash('x', { memoryCost: 19456, timeCost: 3, parallelism: 1 }))).toBe(true);
});

test('the queue refuses when it is full, and has room again when a slot is released', async () => {
  const passwords = await createPasswords(random, 1, 2);
  const slots = [passwords.reserveSlot(), passwords.reserveSlot(), passwords.reserveSlot()];
  expect(slots.every(Boolean)).toBe(true);
  expect(passwords.reserveSlot()).toBeUndefined();
  slots[0]!.release();
  slots[0]!.release();
  expect(passwords.queueLength()).toBe(2);
  expect(passwords.reserveSlot()).toBeDefined();
  expect(passwords.reserveSlot()).toBeUndefined();
});

test('imported hashes have few places in the queue and leave the others free', async () => {
  const passwords = await createPasswords(random, 1, 100);
  const slots = Array.from({ length: importedHashes.maxQueued }, () => passwords.reserveSlot('imported')!);
  expect(passwords.reserveSlot('imported')).toBeUndefined();
  expect(passwords.reserveSlot()).toBeDefined();
  slots[0]!.release();
  slots[0]!.release();
  expect(passwords.reserveSlot('imported')).toBeDefined();
  expect(passwords.reserveSlot('imported')).toBeUndefined();
});

test('slow imported hashes have fewer places in the queue', async () => {
  let now = 0;
  const passwords = await createPasswords(random, 2, 100, hashing, () => (now += importedHashes.longestWait / 2));
  const slow = passwords.reserveSlot('imported')!;
  await slow.matchesImported(`$2b$04$${'.'.repeat(53)}`, 'secret');
  slow.release();
  const places = Array.from({ length: importedHashes.maxQueued }, () => passwords.reserveSlot('imported'));
  expect(places.filter(Boolean)).toHaveLength(3);
  expect(passwords.reserveSlot()).toBeDefined();
});

test('an imported hash that cannot be read matches no password, and is reported', async () => {
  const slot = (await createPasswords(random)).reserveSlot('imported')!;
  let reports = 0;
  expect(await slot.matchesImported('$2b$12$short', 'secret', () => (reports += 1))).toBe(false);
  expect(await slot.matchesImported(undefined, 'secret', () => (reports += 1))).toBe(false);
  expect(reports).toBe(1);
});

test('every request in the queue is answered', async () => {
  const passwords = await createPasswords(random, 2, 20);
  const stored = await passwords.reserveSlot()!.hash('secret');
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => passwords.reserveSlot()!.matches(stored, i % 2 ? 'secret' : 'wrong')),
  );
  expect(results).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
});
