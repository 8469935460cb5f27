import { minutes } from '@foyer/contract/time';
import { expect, test, vi } from 'vitest';
import { download } from './download.ts';

test('the browser can read a file long after the click, and the memory is freed in the end', async () => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes');
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  download('codes.txt', 'one two', 'text/plain');
  expect(link).toMatchObject({ href: 'blob:codes', download: 'codes.txt' });
  expect(link.click).toHaveBeenCalledTimes(1);
  const file = create.mock.calls[0]![0] as Blob;
  expect([file.type, await file.text()]).toEqual(['text/plain;charset=utf-8', 'one two']);
  vi.advanceTimersByTime(minutes(5));
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(minutes(5));
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:codes');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
