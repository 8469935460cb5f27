import { vi } from 'vitest';
import { isDrawn, pollsByScene } from '@foyer/contract/apps/app-calls';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { run } from '../../platform/machine/machine.ts';
import { pass } from '../../platform/machine/stub-page.ts';
import { type PollResult, type QrCode, type QrService, type QrState, qrLogin } from './qr-login.machine.ts';

export const pending: PollResult = { is: 'pending', scanned: false };

/**
 * For tests: starts the flow with a stub service and shows the first QR code. QR codes are numbered: wechat1, alipay2 …
 * `early`: the document has asked for the first one.
 */
export async function startQrLogin({
  app = 'wechat',
  apps = scanApps,
  early = false,
}: { app?: ScanApp; apps?: readonly ScanApp[]; early?: boolean } = {}) {
  let count = 0;
  const newQrCode = (requestedApp: ScanApp): QrCode => {
    const loginId = `${requestedApp}${++count}`;
    if (!isDrawn(requestedApp)) return { kind: 'frame', url: 'https://x', loginId, pollTarget: undefined };
    const pollTarget = { app: requestedApp, loginId, ...(pollsByScene(requestedApp) && { sceneId: 's' }) };
    return { kind: 'content', url: 'https://x', loginId, pollTarget };
  };
  const request = vi.fn<QrService['request']>(async (requestedApp) => ({
    is: 'loaded',
    qrCode: newQrCode(requestedApp),
  }));
  const poll = vi.fn<QrService['poll']>(async () => pending);
  let state: QrState = { at: 'paused', app };
  const flow = run(qrLogin(apps, { request, poll }), (next) => (state = next));
  if (early) flow.send({ is: 'early', app, qrCode: newQrCode(app), loadedAt: Date.now() });
  flow.send({ is: 'start', app });
  await pass(0);
  return { request, poll, flow, state: () => state };
}
