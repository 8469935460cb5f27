import { expect, test, vi } from 'vitest';
import { stubPage } from './machine/stub-page.ts';
import { runTask } from './run-task.ts';

stubPage();

test('a task that throws is reported and has failed unexpectedly', async () => {
  const failed = vi.fn<() => void>();
  vi.stubGlobal('window', {});
  runTask(() => Promise.reject(new Error('a bug')), failed);
  await expect(vi.runAllTimersAsync()).rejects.toThrow('a bug');
  expect(failed).toHaveBeenCalledWith('unexpected');
});

test('a task whose code does not load has failed as without a network, and is no error', async () => {
  const failed = vi.fn<() => void>();
  const loadError = new Error('a file is missing');
  vi.stubGlobal('window', { loadError });
  runTask(() => Promise.reject(loadError), failed);
  await vi.runAllTimersAsync();
  expect(failed).toHaveBeenCalledWith('noResponse');
});
