import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox.fixture.ts';
import { funnelOf, totalsOf } from './funnel.ts';

const counts = [
  { day: '2026-11-14', name: 'page_show', details: ['login', 'pc'], count: 8 },
  { day: '2026-11-15', name: 'page_show', details: ['login', 'mobileWeb'], count: 2 },
  { day: '2026-11-15', name: 'page_show', details: ['help', 'pc'], count: 50 },
  { day: '2026-11-14', name: 'sign_in_submit', details: ['password'], count: 3 },
  { day: '2026-11-15', name: 'sign_in_submit', details: ['password'], count: 2 },
  { day: '2026-11-15', name: 'sign_in_result', details: ['password', 'done'], count: 4 },
  { day: '2026-11-15', name: 'sign_in_result', details: ['password', 'refused'], count: 1 },
];

test('sums the steps of the funnel over days and devices', () => {
  expect(funnelOf(counts)).toEqual([
    { step: 'shown', count: 10, share: 1 },
    { step: 'submitted', count: 5, share: 0.5 },
    { step: 'done', count: 4, share: 0.4 },
    { step: 'left', count: 0, share: 0 },
  ]);
  expect(funnelOf([]).map(({ share }) => share)).toEqual([0, 0, 0, 0]);
});

test('lists every event once, the most frequent first', () => {
  const totals = totalsOf(counts);
  expect(totals[0]).toEqual({ name: 'page_show', details: 'help · pc', count: 50 });
  expect(totals.filter(({ name }) => name === 'sign_in_submit')).toEqual([
    { name: 'sign_in_submit', details: 'password', count: 5 },
  ]);
});

test('the page says in both languages when there are no events', async () => {
  const { app } = await openSandbox();
  const page = async (language: string) =>
    (await app.inject({ url: '/sandbox/events', headers: { 'accept-language': language } })).body;
  expect(await page('en')).toContain('No events yet');
  expect(await page('zh')).toContain('还没有事件');
});
