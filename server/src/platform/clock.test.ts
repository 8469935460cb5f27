import { hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

/** A database and a machine whose clocks the test sets. */
async function twoClocks() {
  const machine = { time: 0 };
  const database = { time: hours(1000) };
  const clock = await createClock(
    async () => database.time,
    () => machine.time,
  );
  const pass = (time: number) => {
    machine.time += time;
    database.time += time;
  };
  return { machine, database, clock, pass };
}

test('follows the database’s time, not this machine’s [AC-73]', async () => {
  const { clock, machine, pass } = await twoClocks();
  expect(clock.now()).toBe(hours(1000));
  pass(seconds(30));
  expect(clock.now()).toBe(hours(1000) + seconds(30));
  machine.time += seconds(1);
  expect(clock.now()).toBe(hours(1000) + seconds(31));
  await clock.synchronize();
  expect(clock.now()).toBe(hours(1000) + seconds(31));
  pass(seconds(1));
  expect(clock.now()).toBe(hours(1000) + seconds(31));
  pass(seconds(1));
  expect(clock.now()).toBe(hours(1000) + seconds(32));
});

test('catches up after the machine slept', async () => {
  const { clock, database } = await twoClocks();
  database.time += hours(2);
  await clock.synchronize();
  expect(clock.now()).toBe(hours(1002));
});

test('ignores a database clock that is set back', async () => {
  const { clock, database, pass } = await twoClocks();
  database.time -= hours(1);
  await clock.synchronize();
  pass(minutes(1));
  await clock.synchronize();
  expect(clock.now()).toBe(hours(1000) + minutes(1));
});

test('can be moved and reset', async () => {
  const { clock } = await twoClocks();
  clock.move(minutes(15));
  clock.move(minutes(5));
  expect(clock.now()).toBe(hours(1000) + minutes(20));
  clock.reset();
  expect(clock.now()).toBe(hours(1000));
});
