import type { ServiceClient } from '../service-client.ts';
import type { Wechat } from '../wechat/wechat-app.ts';
import { answerScan } from './scan-answer.ts';
import { type AppAccounts, endOfAddress, type Scanner, type Screen } from './scanner.ts';

const app = 'wechat';
const over: Screen = { shows: { is: 'invalid', app } };

/** WeChat: follow the account, read what it writes, open the page it links to. */
export function wechatScanner(wechat: Wechat, askService: ServiceClient): Scanner {
  async function chat(code: string, person: AppAccounts['wechat']): Promise<Screen> {
    const shown = await wechat.scan(code, person);
    if (shown.is === 'noService') return { shows: { is: 'noAnswer', app } };
    if (shown.is !== 'message') return over;
    const { text, link } = shown;
    const ticket = link && URL.canParse(link) ? new URL(link).searchParams.get('ticket') : undefined;
    return {
      shows: { is: 'message', app, text, ...(link && { link }) },
      // Stands for the two buttons of the page behind the link.
      ...(ticket && { press: (confirmed: boolean) => answerScan(askService, app, { ticket, confirmed }) }),
    };
  }

  return {
    app,
    read: (content) => endOfAddress(content, app),
    async open(code, { wechat: person }) {
      if (wechat.qrCodes.find(code).is !== 'valid') return over;
      if (wechat.followers.find(person.openid)?.follows) return chat(code, person);
      return {
        shows: { is: 'follow', app },
        press: async (confirm) => (confirm ? chat(code, person) : { shows: { is: 'declined', app } }),
      };
    },
  };
}
