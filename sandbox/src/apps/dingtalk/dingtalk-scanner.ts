import type { Dingtalk } from './dingtalk-app.ts';
import { codeInUrl, type Scanner, type Screen } from '../../phone/scanner.ts';

const app = 'dingtalk';
const invalid: Screen = { content: { is: 'invalid', app } };

/** DingTalk asks for consent itself, and its own page passes the result to the browser. */
export const dingtalkScanner = (dingtalk: Dingtalk): Scanner => ({
  app,
  read: (text) => codeInUrl(text, app),
  async open(code, { dingtalk: person }) {
    const result = dingtalk.scan(code, person);
    if (result.is === 'invalid') return invalid;
    return {
      content: { is: 'consent', app, site: result.site },
      press: async (confirm) =>
        dingtalk.answer(code, confirm).is === 'done'
          ? { content: { is: confirm ? 'confirmed' : 'declined', app } }
          : invalid,
    };
  },
});
