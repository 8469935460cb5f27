import { expect, test, vi } from 'vitest';
import { createMends } from './mend.ts';

test('the check-up learns which points the panels of the page mend, and which no longer', () => {
  const mends = createMends();
  const listener = vi.fn();
  const unsubscribe = mends.subscribe(listener);
  const open = vi.fn();
  mends.set('passkey', open);
  mends.current().get('passkey')?.();
  expect(open).toHaveBeenCalledTimes(1);
  mends.set('passkey', undefined);
  expect(mends.current().has('passkey')).toBe(false);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  mends.set('passkey', open);
  expect(listener).toHaveBeenCalledTimes(2);
});
