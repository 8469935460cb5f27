import { expect, test, vi } from 'vitest';
import { minutes, seconds } from '@foyer/contract/time';
import { pass, setVisibility, stubPage } from './stub-page.ts';
import { untilVisible } from './until-visible.ts';

stubPage();

function wait(duration: number) {
  const resolved = vi.fn<() => void>();
  const abort = new AbortController();
  void untilVisible(Date.now() + duration, abort.signal).then(resolved);
  return { resolved, abort };
}

test('resolves when the time has passed, and not before', async () => {
  const { resolved } = wait(seconds(3));
  await pass(seconds(3) - 1);
  expect(resolved).not.toHaveBeenCalled();
  await pass(1);
  expect(resolved).toHaveBeenCalledOnce();
});

test.each([
  ['a millisecond, as a coarse clock is', 1],
  ['an hour', minutes(60)],
])('resolves after the same time when the clock is set back by %s', async (_, setBack) => {
  const { resolved } = wait(seconds(3));
  vi.setSystemTime(Date.now() - setBack);
  await pass(seconds(3) - 1);
  expect(resolved).not.toHaveBeenCalled();
  await pass(1);
  expect(resolved).toHaveBeenCalledOnce();
});

test('resolves when the page is visible again after the time, although the clock was set back', async () => {
  const { resolved } = wait(seconds(3));
  setVisibility('hidden');
  vi.setSystemTime(Date.now() - minutes(60));
  await pass(seconds(3));
  expect(resolved).not.toHaveBeenCalled();
  setVisibility('visible');
  await pass(0);
  expect(resolved).toHaveBeenCalledOnce();
});

test('does not resolve early when the page becomes visible before the time', async () => {
  const { resolved } = wait(seconds(3));
  setVisibility('hidden');
  setVisibility('visible');
  await pass(seconds(3) - 1);
  expect(resolved).not.toHaveBeenCalled();
  await pass(1);
  expect(resolved).toHaveBeenCalledOnce();
});

test('never resolves once it is aborted', async () => {
  const { resolved, abort } = wait(seconds(3));
  abort.abort();
  await pass(minutes(1));
  expect(resolved).not.toHaveBeenCalled();
});
