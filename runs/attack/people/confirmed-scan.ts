import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { createBrowser } from '../browser.ts';
import { done } from '../../client.ts';
import type { Scene } from './people.ts';

const fingerprint = 'attack';
const thirdparties = { wechat: 'WECHAT_OFFICIAL_ACCOUNT', alipay: 'ALIPAY_MINI' } as const;

/** Shows a QR code, scans and confirms it as this person, and returns the polls that learn of it. */
export async function confirmedScan(
  { installation, sandbox }: Pick<Scene, 'installation' | 'sandbox'>,
  app: 'wechat' | 'alipay',
  person: string,
  more: { redirectUrl?: string } = {},
) {
  const browser = createBrowser(installation);
  const asked = { thirdparty: thirdparties[app], fingerprint, ...more };
  const { url, loginId = '', sceneId = '' } = done(await browser.call(requestQr, asked), 'The QR code');
  const { scan } = await sandbox<{ scan: string }>('/phone/scan', { content: url, person });
  const confirm = () => sandbox<{ screen: { is: string } }>('/phone/answer', { scan, confirm: true });
  // In WeChat a person who does not follow the official account follows it first.
  if ((await confirm()).screen.is === 'message') await confirm();
  const request = { loginId, fingerprint };
  return app === 'wechat'
    ? {
        browser,
        poll: () => browser.call(pollWechatScan, { ...request, sceneId }),
        pollOnTheWire: browser.callOnTheWire(pollWechatScan, { ...request, sceneId }),
      }
    : {
        browser,
        poll: () => browser.call(pollAlipayScan, request),
        pollOnTheWire: browser.callOnTheWire(pollAlipayScan, request),
      };
}

/** The handle with which a person goes on whose app is not linked to an account. */
export async function unlinkedScan(
  scene: Pick<Scene, 'installation' | 'sandbox'>,
  app: 'wechat' | 'alipay',
  person: string,
) {
  const { browser, poll } = await confirmedScan(scene, app, person);
  const answer = await poll();
  const data: object = ('data' in answer && answer.data) || {};
  if (!('userInfoContextId' in data)) throw new Error(`The scan has no handle: ${answer.text.slice(0, 300)}`);
  return { browser, userInfoContextId: String(data.userInfoContextId) };
}
