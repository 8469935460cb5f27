import { createBrowser } from './browser.mjs';
import { done } from './people.mjs';

/** @import { Scene } from './races.mjs' */

const fingerprint = 'attack';
const pollPaths = { wechat: 'wechatOfficeFocus', alipay: 'alipaymini' };
const scanKinds = { wechat: 'WECHAT_OFFICIAL_ACCOUNT', alipay: 'ALIPAY_MINI' };

/** Shows a QR code, scans and confirms it as this person, and returns the poll that learns of it. @param {Scene} scene */
export async function confirmedScan({ installation, sandbox }, app, person, more = {}) {
  const browser = createBrowser(installation);
  const shown = done(
    await browser.get(`/login/oauth/request/${scanKinds[app]}?${new URLSearchParams({ fingerprint, ...more })}`),
    'The QR code',
  );
  const { scan } = await sandbox('/phone/scan', { content: shown.url, person });
  const confirm = () => sandbox('/phone/answer', { scan, confirm: true });
  // In WeChat a person who does not follow the official account follows it first.
  if ((await confirm()).screen.is === 'message') await confirm();
  const { loginId, sceneId } = shown;
  const query = new URLSearchParams({ loginId, fingerprint, ...(app === 'wechat' && { sceneId }) });
  return { browser, poll: `/thirdparty/${pollPaths[app]}/result?${query}` };
}
