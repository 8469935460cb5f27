import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../machine/machine.ts';
import { formMachine } from './form-machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The states of a form whose submit does this. */
function submitted(submit: () => Promise<{ result: 'done' }>) {
  const shown: unknown[] = [];
  const form = run(formMachine<object, object, 'done'>({ validate: () => ({}), submit }), (state) => shown.push(state));
  form.send({ is: 'submit', values: {} });
  return { shown, form };
}

test('a submit that throws is reported, and the person can submit again', async () => {
  const { shown } = submitted(() => Promise.reject(new Error('a bug')));
  await expect(vi.runAllTimersAsync()).rejects.toThrow('a bug');
  expect(shown).toEqual([
    { at: 'submitting', values: {} },
    { at: 'editing', problems: { form: 'unexpected' } },
  ]);
});

test('a submit whose file does not load says that the network failed', async () => {
  const loadError = new Error('not loaded');
  vi.stubGlobal('window', { loadError });
  const { shown } = submitted(() => Promise.reject(loadError));
  await vi.runAllTimersAsync();
  expect(shown.at(-1)).toEqual({ at: 'editing', problems: { form: 'noResponse' }, refused: true });
});

test('what follows a finished form and throws frees the form', async () => {
  const { shown, form } = submitted(() => Promise.resolve({ result: 'done' }));
  await vi.runAllTimersAsync();
  form.send({ is: 'failed' });
  expect(shown.slice(-2)).toEqual([
    { at: 'finished', result: 'done' },
    { at: 'editing', problems: { form: 'unexpected' } },
  ]);
});
