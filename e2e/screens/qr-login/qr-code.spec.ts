import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { methods } from '../../scripted/site-config.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the status shows loading, ready, scanned, expired after 298 seconds, and failed; a refresh replaces the QR code [QR-05] [QR-06] [QR-07]', async ({
    login,
    qrCode,
    site,
    clock,
    t,
  }) => {
    const content = { url: 'https://scan.example/q/1', kind: 'content', loginId: 'scan-1', sceneId: 's' } as const;
    const [scanned, waiting] = [true, false].map((is) => ({ is: 'pending' as const, data: { scanned: is } }));
    site.answer(pollWechatScan, scanned!, waiting!, scanned!, {
      status: 200,
      text: '{"code":10000005,"message":null}',
    });
    const show = site.hold(requestQr);
    const expiresIn = (time: string) => expect(qrCode.block).toContainText(t('qr.expiresIn', { time }));
    await login.open();
    await test.step('loading, ready, scanned', async () => {
      await expect(qrCode.status).toHaveText(t('qr.loading'));
      show({ is: 'done', data: content });
      await qrCode.waitUntilShown();
      await expiresIn('4:58');
      await clock.run(seconds(1));
      await expiresIn('4:57');
      await clock.run(qr.pollInterval - seconds(1));
      await expect(qrCode.status).toHaveText(t('qr.scanned'));
      await expect(qrCode.again, 'the question on the phone may have been closed').toBeVisible();
      await expect(qrCode.refresh).toHaveCount(0);
      await clock.run(qr.pollInterval);
      await expect(qrCode.status).toHaveText(t('qr.ready'));
    });
    await test.step('it expires and the polling stops', async () => {
      await clock.suspend(qr.expiresAfter - qr.pollInterval * 2 - seconds(1));
      await expect(qrCode.status).toHaveText(t('qr.scanned'));
      await expiresIn('0:01');
      await clock.run(seconds(1));
      await expect(qrCode.status).toHaveText(t('qr.expired'));
      await clock.run(minutes(10));
    });
    await test.step('the first refresh is immediate, and shows no more than the time of the new QR code', async () => {
      const texts = await qrCode.block.evaluateHandle((block) => {
        const seen: string[] = [];
        const observer = new MutationObserver(() => seen.push(block.textContent));
        observer.observe(block, { childList: true, characterData: true, subtree: true });
        return seen;
      });
      await qrCode.refresh.click();
      await qrCode.waitUntilShown();
      const shown = await texts.evaluate((seen) => seen.join('\n').match(/\d+:\d\d/g));
      expect(new Set(shown)).toEqual(new Set(['4:58']));
      expect(site.callsOf(requestQr).map(({ query }) => query['replaces'])).toEqual([undefined, 'scan-1']);
      expect(site.callsOf(pollWechatScan), 'no poll after the expiry').toHaveLength(3);
    });
    await test.step('the next refresh waits a second', async () => {
      await qrCode.refresh.click();
      await clock.run(qr.refreshDelay - 1);
      await clock.settle();
      await expect(qrCode.status).toHaveText(t('qr.loading'));
      expect(site.callsOf(requestQr)).toHaveLength(2);
      await clock.run(1);
      await qrCode.waitUntilShown();
      expect(site.callsOf(requestQr)).toHaveLength(3);
    });
    await test.step('failed', async () => {
      await clock.run(qr.pollInterval);
      await expect(qrCode.status).toHaveText(t('common.unknownError'));
    });
  });
});

test('the QR code is drawn by the page itself, arrow keys change the app, and the last one is selected and marked next time [QR-01] [QR-02] [QR-06]', async ({
  login,
  qrCode,
  page,
  clock,
  t,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await login.open();
  await qrCode.waitUntilShown();
  expect(await qrCode.picture('wechat').boundingBox()).toMatchObject({ width: 168, height: 168 });
  expect(origins.size, 'no request goes to another origin').toBe(1);
  await test.step('the time that is left is drawn once a second, without an animation, which would draw every frame', async () => {
    const left = qrCode.block.locator('path[stroke-dashoffset]');
    const before = await left.getAttribute('stroke-dashoffset');
    await clock.run(seconds(1));
    await expect(left).not.toHaveAttribute('stroke-dashoffset', before!);
    expect(await left.evaluate((path) => path.getAnimations().length)).toBe(0);
  });
  await test.step('arrow keys and End change the app, Tab leaves the list', async () => {
    await qrCode.tabs.wechat.focus();
    await page.keyboard.press('ArrowRight');
    await expect(qrCode.tabs.dingtalk).toBeFocused();
    await qrCode.waitUntilShown('dingtalk');
    await page.keyboard.press('End');
    await expect(qrCode.tabs.alipay).toBeFocused();
    await qrCode.waitUntilShown('alipay');
    await expect(qrCode.block).toContainText(t('qr.hint.app', { app: t('qr.switch.alipay') }));
    await page.keyboard.press('Shift+Tab');
    await expect(qrCode.refresh).toBeFocused();
  });
  await test.step('the last app is selected and marked next time', async () => {
    await login.open();
    await qrCode.waitUntilShown('alipay');
    await expect(qrCode.tabs.alipay).toHaveAttribute('aria-selected', 'true');
    await expect(qrCode.tabs.alipay).toContainText(t('qr.lastUsed'));
  });
  await test.step('an invalid stored value is ignored [AC-51]', async () => {
    await page.evaluate(() => localStorage.setItem('preQrLoginWay', '__proto__'));
    await login.open();
    await qrCode.waitUntilShown('wechat');
    await expect(qrCode.tabs.wechat).toHaveAttribute('aria-selected', 'true');
  });
});

test('the person who has scanned is named by initial and masked name, and one who declines is told how to protect the account [QR-05] [QR-16]', async ({
  login,
  qrCode,
  site,
  clock,
  t,
}) => {
  const name = 'A********';
  site.answer(pollWechatScan, { is: 'pending', data: { scanned: true, name } }, { is: 'scanDeclined' });
  await login.open();
  await qrCode.waitUntilShown();
  await clock.run(qr.pollInterval);
  await expect(qrCode.status).toHaveText(t('qr.scannedBy.confirm', { name }));
  await expect(qrCode.block.getByText(t('qr.scannedBy', { name }), { exact: true })).toBeVisible();
  await expect(qrCode.block.getByText('A', { exact: true })).toBeVisible();
  await clock.run(qr.pollInterval);
  await expect(qrCode.status).toHaveText(t('qr.denied'));
  await expect(qrCode.block.getByRole('link', { name: t('qr.protect') })).toHaveAttribute('href', '/retrieve');
});

test('behind a dialog the QR code stays drawn and is not polled [QR-20]', async ({
  login,
  qrCode,
  page,
  site,
  clock,
  t,
}) => {
  await login.open();
  await qrCode.waitUntilShown();
  await page.getByRole('button', { name: t('sso.entry') }).click();
  await page.getByRole('dialog').waitFor();
  const drawn = qrCode.block.locator('svg[role=img]');
  await expect(drawn).toBeVisible();
  const polls = site.callsOf(pollWechatScan).length;
  await clock.run(seconds(30));
  await expect(drawn).toBeVisible();
  expect(site.callsOf(pollWechatScan)).toHaveLength(polls);
  await page.keyboard.press('Escape');
  await qrCode.waitUntilShown();
  expect(site.callsOf(requestQr), 'the same code goes on').toHaveLength(1);
  await site.waitForCalls(pollWechatScan, polls + 1);
});

test('the tabs are the apps that are offered, in their order, and the first is shown', async ({
  login,
  qrCode,
  site,
}) => {
  site.show({ config: { methods: { ...methods, scan: ['alipay', 'wechat'] } } });
  await login.open();
  await qrCode.waitUntilShown('alipay');
  const { alipay, wechat, dingtalk } = qrCode.tabs;
  await expect(alipay.or(wechat).or(dingtalk)).toHaveText([/Alipay/, /WeChat/]);
});

test('without the texts of the page the QR code can still be scanned', async ({ login, qrCode, page }) => {
  await page.route('**/assets/later.*', (route) => route.abort());
  await login.open();
  await qrCode.block.locator('svg[role=img]').waitFor();
  await expect(page.locator('body')).not.toContainText('qr.');
});

test('with cookies disabled no QR code is shown or requested, and the page says why [QR-19] [MD-04]', async ({
  page,
  login,
  qrCode,
  site,
  clock,
  t,
}) => {
  site.show({ script: "Object.defineProperty(document, 'cookie', { get: () => '', set() {} })" });
  await login.open();
  await expect(page.getByText(t('qr.cookiesOff'))).toBeVisible();
  await expect(qrCode.block).toHaveCount(0);
  await clock.settle();
  expect(site.callsOf(requestQr)).toEqual([]);
});
