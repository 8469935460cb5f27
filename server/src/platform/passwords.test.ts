import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { random } from './random.ts';
import { createPasswords, isOutdated } from './passwords.ts';

test('a password is stored as argon2id, differently each time [ASVS 11.4.2]', async () => {
  const turn = (await createPasswords(random)).takeTurn()!;
  const [one, two] = [await turn.hash('secret'), await turn.hash('secret')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await turn.matches(one, 'secret')).toBe(true);
  expect(await turn.matches(one, 'Secret')).toBe(false);
});

test.each([
  ['an account without a password', null],
  ['no account', undefined],
])('%s never matches, and is compared all the same [AC-17t]', async (_, stored) => {
  const turn = (await createPasswords(random)).takeTurn()!;
  let answered = false;
  const matching = turn.matches(stored, 'secret').finally(() => (answered = true));
  // Work is done elsewhere and takes a turn of the loop; what is answered without it is answered before that.
  for (let i = 0; i < 100; i += 1) await Promise.resolve();
  expect(answered).toBe(false);
  expect(await matching).toBe(false);
});

test('what was made with other parameters is outdated', async () => {
  expect(isOutdated(await hash('x', { memoryCost: 19456, timeCost: 2, parallelism: 1 }))).toBe(false);
  expect(isOutdated(await hash('x', { memoryCost: 19456, timeCost: 3, parallelism: 1 }))).toBe(true);
});

test('the line has an end, and a place is free again once someone leaves', async () => {
  const passwords = await createPasswords(random, 1, 2);
  const turns = [passwords.takeTurn(), passwords.takeTurn(), passwords.takeTurn()];
  expect(turns.every(Boolean)).toBe(true);
  expect(passwords.takeTurn()).toBeUndefined();
  turns[0]!.leave();
  turns[0]!.leave();
  expect(passwords.inLine()).toBe(2);
  expect(passwords.takeTurn()).toBeDefined();
  expect(passwords.takeTurn()).toBeUndefined();
});

test('everyone in the line gets their turn', async () => {
  const passwords = await createPasswords(random, 2, 20);
  const stored = await passwords.takeTurn()!.hash('secret');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => passwords.takeTurn()!.matches(stored, i % 2 ? 'secret' : 'wrong')),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
});
