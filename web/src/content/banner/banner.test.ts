import { expect, test } from 'vitest';
import { banner } from '@foyer/contract/limits';
import { type BannerEvent, type BannerState, type PauseReason, type Picture, bannerMachine } from './banner.machine.ts';

const pictures: Picture[] = ['a', 'b', 'c'].map((alt) => ({ url: `/${alt}`, alt, link: undefined }));
const machine = bannerMachine(async () => pictures);
const after = (...events: BannerEvent[]) =>
  events.reduce<BannerState>((state, event) => machine.next(state, event), machine.start);
const loaded: BannerEvent = { is: 'loaded', pictures };
const next: BannerEvent = { is: 'next' };
const pause = (reason: PauseReason, on: boolean): BannerEvent => ({ is: 'pause', reason, on });

test('shows the pictures one after the other and starts over [WG-01]', () => {
  expect(after(loaded, next)).toMatchObject({ index: 1 });
  expect(after(loaded, next, next, next)).toMatchObject({ index: 0 });
  expect(machine.running(after(loaded))).toEqual([{ key: 'next 0', after: banner.slideInterval, send: next }]);
});

test('shows the picture that the person chooses [WG-01]', () => {
  expect(after(loaded, { is: 'show', index: 2 })).toMatchObject({ index: 2 });
});

test('stays paused until every reason to pause is gone [WG-01]', () => {
  const paused = after(loaded, pause('pointer', true), pause('button', true), pause('pointer', false));
  expect(machine.running(paused)).toEqual([]);
  expect(machine.running(machine.next(paused, pause('button', false)))).toHaveLength(1);
});

test('keeps a pause that began before the pictures were loaded [WG-01]', () => {
  expect(machine.running(after(pause('hiddenTab', true), loaded))).toEqual([]);
});

test('does not change a single picture, and keeps the built-in one when there is none [WG-02]', () => {
  expect(machine.running(after({ is: 'loaded', pictures: pictures.slice(0, 1) }))).toEqual([]);
  expect(after({ is: 'loaded', pictures: [] }).at).toBe('builtIn');
});
