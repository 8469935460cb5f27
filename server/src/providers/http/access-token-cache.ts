import { minutes, seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import type { WechatAnswer } from '../wechat/wechat-response.ts';

type Kept = { is: 'ok'; token: string };

/** From then on a new one is to be had, and the old one still works. */
const renewedBefore = minutes(5);

/** The token that other calls need: asked for once for all of them, and again before it ends. */
export function createAccessTokenCache(ask: () => Promise<WechatAnswer>, clock: Clock) {
  let kept: { token: string; until: number } | undefined;
  let coming: Promise<Kept | Exclude<WechatAnswer, { is: 'ok' }>> | undefined;

  async function renew() {
    const told = await ask();
    if (told.is !== 'ok') return told;
    const { access_token: token, expires_in: lives } = told.answer;
    if (typeof token !== 'string' || token === '' || typeof lives !== 'number')
      return { is: 'noAnswer', why: 'no token' } as const;
    kept = { token, until: clock.now() + seconds(lives) - renewedBefore };
    return { is: 'ok', token } as const;
  }

  return {
    async get() {
      if (kept && clock.now() < kept.until) return { is: 'ok', token: kept.token } as const;
      coming ??= renew().finally(() => (coming = undefined));
      return coming;
    },
    /** For one that is no longer taken; whoever is told so later than others drops nothing new. */
    drop(token: string) {
      if (kept?.token === token) kept = undefined;
    },
  };
}
