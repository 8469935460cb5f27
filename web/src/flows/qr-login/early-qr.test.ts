import { describe, expect, test } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import { pending, startQrLogin } from './stub-qr-login.ts';

stubPage();

describe('a QR code that the document has asked for', () => {
  test('is polled without another request [QR-09]', async () => {
    const { request, poll, state } = await startQrLogin({ early: true });
    await pass(qr.pollInterval);
    expect(request).not.toHaveBeenCalled();
    expect(poll).toHaveBeenCalledExactlyOnceWith(
      { app: 'wechat', sceneId: 's', loginId: 'wechat1' },
      expect.anything(),
    );
    expect(state().at).toBe('shown');
  });

  test('is replaced when the first poll does not find it: another tab has changed the browser ID [QR-14]', async () => {
    const { request, poll, state } = await startQrLogin({ early: true });
    poll.mockResolvedValueOnce({ is: 'noResponse' }).mockResolvedValue({ is: 'noSuchScan' });
    await pass(2 * qr.pollInterval);
    expect(request).toHaveBeenCalledExactlyOnceWith('wechat', 'wechat1', expect.anything());
    await pass(2 * qr.pollInterval);
    expect(request, 'of the one after it nothing is known').toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ at: 'shown', qrCode: { loginId: 'wechat2' } });
  });

  test('continues when a later poll reports that it has expired [QR-14]', async () => {
    const { request, poll, state } = await startQrLogin({ early: true });
    poll.mockResolvedValueOnce(pending).mockResolvedValue({ is: 'noSuchScan' });
    await pass(3 * qr.pollInterval);
    expect(poll).toHaveBeenCalledTimes(3);
    expect(request).not.toHaveBeenCalled();
    expect(state()).toMatchObject({ at: 'shown', qrCode: { loginId: 'wechat1' } });
  });
});
