import type { Language } from '@foyer/contract/language';
import { timeShown } from '../../parts/notices/notice-texts.ts';

interface Offer {
  brand: string;
  site: string;
  device: string;
  address: string;
  at: number;
  link: string;
}

interface Replies {
  offer(offer: Offer): string;
  expired: string;
  away: string;
}

/** What the chat with the official account says. The device comes first: who shows somebody else's code cannot hide it. */
export const wechatReplies: Record<Language, Replies> = {
  'zh-CN': {
    offer: ({ brand, site, device, address, at, link }) =>
      [
        `有人正在用您的微信扫码登录${brand}（${site}）`,
        `设备：${device || '未知'}`,
        `网络：${address}`,
        `时间：${timeShown(at, 'zh-CN')}`,
        '',
        '是您本人在操作吗？请打开下面的链接确认登录；如果不是，请在其中拒绝：',
        link,
      ].join('\n'),
    expired: '二维码已失效，请刷新网页后重新扫码',
    away: '暂时无法登录，请稍后重新扫码',
  },
  'en-US': {
    offer: ({ brand, site, device, address, at, link }) =>
      [
        `Your WeChat was used to scan a sign-in code of ${brand} (${site})`,
        `Device: ${device || 'unknown'}`,
        `Network: ${address}`,
        `Time: ${timeShown(at, 'en-US')}`,
        '',
        'Is this you? Open the link to sign in there, or to say that it is not you:',
        link,
      ].join('\n'),
    expired: 'This QR code has expired, please refresh the web page',
    away: 'Signing in does not work at the moment, please scan again later',
  },
};
