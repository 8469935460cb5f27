import type { Dingtalk } from '../dingtalk/dingtalk-app.ts';
import { endOfAddress, type Scanner, type Screen } from './scanner.ts';

const app = 'dingtalk';
const over: Screen = { shows: { is: 'invalid', app } };

/** DingTalk: its own page asks, and its own servers tell the browser. */
export const dingtalkScanner = (dingtalk: Dingtalk): Scanner => ({
  app,
  read: (content) => endOfAddress(content, app),
  async open(code, { dingtalk: person }) {
    const opened = dingtalk.scan(code, person);
    if (opened.is === 'invalid') return over;
    return {
      shows: { is: 'consent', app, site: opened.site },
      press: async (confirm) =>
        dingtalk.answer(code, confirm).is === 'done'
          ? { shows: { is: confirm ? 'confirmed' : 'declined', app } }
          : over,
    };
  },
});
