import type { ServiceClient } from '../../service-client.ts';
import type { Wechat } from './wechat-app.ts';
import { answerScan, type AppAccounts, codeInUrl, type Scanner, type Screen } from '../../phone/scanner.ts';

const app = 'wechat';
const invalid: Screen = { content: { is: 'invalid', app } };

/** WeChat: the person follows the official account, reads its message, and opens the link in it. */
export function wechatScanner(wechat: Wechat, callApi: ServiceClient): Scanner {
  async function openChat(code: string, person: AppAccounts['wechat']): Promise<Screen> {
    const reply = await wechat.scan(code, person);
    if (reply.is === 'noService') return { content: { is: 'noResponse', app } };
    if (reply.is !== 'message') return invalid;
    const { text, link } = reply;
    const ticket = link && URL.canParse(link) ? new URL(link).searchParams.get('ticket') : undefined;
    return {
      content: { is: 'message', app, text, ...(link && { link }) },
      // Replaces the two buttons of the linked page.
      ...(ticket && { press: (confirmed: boolean) => answerScan(callApi, app, { ticket, confirmed }) }),
    };
  }

  return {
    app,
    read: (text) => codeInUrl(text, app),
    async open(code, { wechat: person }) {
      if (wechat.qrCodes.find(code).is !== 'valid') return invalid;
      if (wechat.followers.find(person.openid)?.follows) return openChat(code, person);
      return {
        content: { is: 'follow', app },
        press: async (confirm) => (confirm ? openChat(code, person) : { content: { is: 'declined', app } }),
      };
    },
  };
}
