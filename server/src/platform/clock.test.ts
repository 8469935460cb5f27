import { hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

/** A database and a machine whose clocks the test turns. */
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

test('the time is the database’s, whatever this machine believes [AC-73]', async () => {
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

test('a machine that slept catches up', async () => {
  const { clock, database } = await twoClocks();
  database.time += hours(2);
  await clock.synchronize();
  expect(clock.now()).toBe(hours(1002));
});

test('a database that is set back brings nothing back to life', async () => {
  const { clock, database, pass } = await twoClocks();
  database.time -= hours(1);
  await clock.synchronize();
  pass(minutes(1));
  await clock.synchronize();
  expect(clock.now()).toBe(hours(1000) + minutes(1));
});

test('the hand moves it and lets go', async () => {
  const { clock } = await twoClocks();
  clock.move(minutes(15));
  clock.move(minutes(5));
  expect(clock.now()).toBe(hours(1000) + minutes(20));
  clock.reset();
  expect(clock.now()).toBe(hours(1000));
});
