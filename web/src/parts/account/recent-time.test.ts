import { days, hours, minutes, seconds } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { recentTime } from './recent-time.tsx';

const now = Date.parse('2026-03-02T09:30:00Z');

test.each([
  [-seconds(3), undefined, undefined],
  [seconds(59), undefined, undefined],
  [minutes(1), '1 minute ago', '1分钟前'],
  [hours(1) - 1, '59 minutes ago', '59分钟前'],
  [hours(23), '23 hours ago', '23小时前'],
  [days(1), 'yesterday', '昨天'],
  [days(7) - 1, '6 days ago', '6天前'],
  [days(7), 'Feb 23, 2026', '2026年2月23日'],
])('%i ms ago is “%s” and “%s”', (ago, english, chinese) => {
  const at = new Date(now - ago).toISOString();
  expect(recentTime(at, 'en-US', now)).toBe(english);
  expect(recentTime(at, 'zh-CN', now)).toBe(chinese);
});
