import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { code } from '@foyer/contract/limits';
import { stubStores } from '../../platform/storage/stub-stores.ts';
import type { Delivery } from './deliver.ts';
import { deliverOnce, loadSentCode, pendingDelivery } from './persisted-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/login/web', search: '' });
  stubStores();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const deliverWith = (serviceId: string) => async (): Promise<Delivery> => ({ serviceId, sentTo: '***' });

test('the code of each account is persisted until it expires [D-06]', async () => {
  await deliverOnce('"mei"', 'browserTab', deliverWith('s1'));
  await deliverOnce('"bo"', 'browserTab', deliverWith('s2'));
  await deliverOnce('"mei"', 'browserTab', deliverWith('s3'));
  expect([loadSentCode('"mei"')?.serviceId, loadSentCode('"bo"')?.serviceId]).toEqual(['s3', 's2']);
  vi.advanceTimersByTime(code.lifetime - 1);
  expect(loadSentCode('"mei"')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(loadSentCode('"mei"')).toBeUndefined();
});

test('an account in the tab scope is not copied to the browser scope', async () => {
  await deliverOnce('"13800138000"', 'browserTab', deliverWith('s1'));
  await deliverOnce('"handle"', 'browser', deliverWith('s2'));
  expect(localStorage.getItem('foyer.sent')).not.toContain('13800138000');
  expect(loadSentCode('"handle"')?.serviceId).toBe('s2');
});

test('a delivery in progress is shared by later requests and persisted when it ends [CS-04]', async () => {
  let finish = (_: Delivery) => {};
  const deliver = vi.fn((_: AbortSignal) => new Promise<Delivery>((resolve) => (finish = resolve)));
  const both = [deliverOnce('"mei"', 'browserTab', deliver), deliverOnce('"mei"', 'browserTab', deliver)];
  expect(deliver).toHaveBeenCalledTimes(1);
  const persisted = pendingDelivery('"mei"')!.then(() => loadSentCode('"mei"'));
  finish({ serviceId: 's1', sentTo: '***' });
  expect(await persisted).toMatchObject({ serviceId: 's1' });
  expect(await Promise.all(both)).toEqual([await both[0], await both[0]]);
  expect(pendingDelivery('"mei"')).toBeUndefined();
  void deliverOnce('"mei"', 'browserTab', deliver);
  expect(deliver).toHaveBeenCalledTimes(2);
});

test('a failed delivery is not persisted and can be requested again [CS-04]', async () => {
  await deliverOnce('"bo"', 'browserTab', async () => ({ problem: 'noResponse' }));
  await expect(deliverOnce('"bo"', 'browserTab', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect([loadSentCode('"bo"'), pendingDelivery('"bo"')]).toEqual([undefined, undefined]);
});
