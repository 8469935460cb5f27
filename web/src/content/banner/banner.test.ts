import { expect, test } from 'vitest';
import { banner } from '@foyer/contract/limits';
import { type BannerEvent, type BannerState, type Picture, bannerTurns } from './banner.machine.ts';

const pictures: Picture[] = ['a', 'b', 'c'].map((alt) => ({ address: `/${alt}`, alt, link: undefined }));
const machine = bannerTurns(async () => pictures);
const after = (...events: BannerEvent[]) =>
  events.reduce<BannerState>((state, event) => machine.next(state, event), machine.start);
const came: BannerEvent = { is: 'came', pictures };
const rest = (why: 'pressed' | 'pointedAt' | 'hidden', on: boolean): BannerEvent => ({ is: 'rest', why, on });

test('pictures turn one after the other and start over [WG-01]', () => {
  expect(after(came, { is: 'turn' })).toMatchObject({ nth: 1 });
  expect(after(came, { is: 'turn' }, { is: 'turn' }, { is: 'turn' })).toMatchObject({ nth: 0 });
  expect(machine.running(after(came))).toEqual([{ key: 'turn 0', after: banner.slideInterval, send: { is: 'turn' } }]);
});

test('every reason to stand still must go before they turn again [WG-01]', () => {
  const still = after(came, rest('pointedAt', true), rest('pressed', true), rest('pointedAt', false));
  expect(machine.running(still)).toEqual([]);
  expect(machine.running(machine.next(still, rest('pressed', false)))).toHaveLength(1);
});

test('a reason that came before the pictures counts [WG-01]', () => {
  expect(machine.running(after(rest('hidden', true), came))).toEqual([]);
});

test('one picture does not turn, and none leaves what is built in [WG-02]', () => {
  expect(machine.running(after({ is: 'came', pictures: pictures.slice(0, 1) }))).toEqual([]);
  expect(after({ is: 'came', pictures: [] }).at).toBe('builtIn');
});
