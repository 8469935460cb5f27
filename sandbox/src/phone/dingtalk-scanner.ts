import type { Dingtalk } from '../dingtalk/dingtalk-app.ts';
import { endOfAddress, type ScanningApp, type Screen } from './scanner.ts';

const app = 'dingtalk';
const over: Screen = { shows: { is: 'over', app } };

/** DingTalk: its own page asks, and its own servers tell the browser. */
export const dingtalkScreen = (dingtalk: Dingtalk): ScanningApp => ({
  app,
  read: (content) => endOfAddress(content, app),
  async open(code, { dingtalk: person }) {
    const opened = dingtalk.open(code, person);
    if (opened.is === 'over') return over;
    return {
      shows: { is: 'consent', app, site: opened.site },
      press: async (confirm) =>
        dingtalk.answer(code, confirm).is === 'done'
          ? { shows: { is: confirm ? 'confirmed' : 'declined', app } }
          : over,
    };
  },
});
