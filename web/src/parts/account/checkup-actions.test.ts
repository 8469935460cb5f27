import { expect, test, vi } from 'vitest';
import { createCheckupActions } from './checkup-actions.ts';

test('the check-up learns which points the panels of the page mend, and which no longer', () => {
  const actions = createCheckupActions();
  const listener = vi.fn();
  const unsubscribe = actions.subscribe(listener);
  const open = vi.fn();
  actions.set('passkey', open);
  actions.current().get('passkey')?.();
  expect(open).toHaveBeenCalledTimes(1);
  actions.set('passkey', undefined);
  expect(actions.current().has('passkey')).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  actions.set('passkey', open);
  expect(listener).toHaveBeenCalledTimes(2);
});
