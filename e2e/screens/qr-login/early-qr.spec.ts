import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { qr } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/screen.ts';
import { hold } from '../../support/servers/calls.ts';

const code = (name: string) =>
  ({ url: `https://scan.example/q/${name}`, kind: 'content', loginId: name, sceneId: 's' }) as const;

/** Holds the scripts of the page back, but for those that the document runs first. */
const pageScripts = '**/assets/main-*';

test('the QR code is drawn before the scripts of the page, which take it over and poll it [QR-03] [QR-05] [QR-06] [QR-09]', async ({
  login,
  page,
  qrCode,
  site,
  clock,
  t,
}) => {
  site.answer(requestQr, { is: 'done', data: code('early') });
  const release = await hold(page, pageScripts);
  await page.goto('/login/web', { waitUntil: 'commit' });
  const drawn = qrCode.block.getByRole('img');
  await expect(drawn).toBeVisible();
  const [path, box] = [await drawn.locator('path').getAttribute('d'), await drawn.boundingBox()];
  release();
  await login.submit.waitFor();
  await qrCode.waitUntilShown();
  await expect(qrCode.block).toContainText(t('qr.expiresIn', { time: '4:58' }));
  expect(await drawn.locator('path').getAttribute('d'), 'the same code').toBe(path);
  expect(await drawn.boundingBox(), 'in the same place').toEqual(box);
  expect(site.callsOf(requestQr)).toHaveLength(1);
  await clock.run(qr.pollInterval);
  await site.waitForCalls(pollWechatScan);
  const [asked, polled] = [site.callsOf(requestQr)[0]!, site.callsOf(pollWechatScan)[0]!];
  expect(polled.query).toEqual({ sceneId: 's', loginId: 'early', fingerprint: asked.query['fingerprint'] });
});

test('the early request names the redirect, and the app that the person has used last [QR-02] [QR-03]', async ({
  page,
  qrCode,
  site,
}) => {
  await page.goto('/login/web');
  await page.evaluate(() => localStorage.setItem('preQrLoginWay', 'alipay'));
  await page.goto('/login/web?redirectUrl=https%3A%2F%2Fapp.example%2Fa%3Fb');
  await qrCode.waitUntilShown('alipay');
  const { path, query } = site.callsOf(requestQr).at(-1)!;
  expect(path).toBe('/login/oauth/request/ALIPAY_MINI');
  expect(query).toEqual({
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    redirectUrl: 'https://app.example/a?b',
  });
  expect(site.callsOf(requestQr)).toHaveLength(2);
});

test('a document that is not seen asks for nothing, and its page asks when it is seen [QR-09] [QR-20]', async ({
  login,
  page,
  qrCode,
  site,
  clock,
}) => {
  site.show({
    script:
      "Object.defineProperty(document,'hidden',{configurable:true,get:()=>true});Object.defineProperty(document,'visibilityState',{configurable:true,get:()=>'hidden'})",
  });
  await login.open();
  await clock.settle();
  expect(site.callsOf(requestQr)).toEqual([]);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await qrCode.waitUntilShown();
  expect(site.callsOf(requestQr)).toHaveLength(1);
});

test('a refused early request leads to the app that stands in, with no other request of the first [QR-04]', async ({
  login,
  qrCode,
  site,
}) => {
  site.answer(
    requestQr,
    { is: 'providerError' },
    { is: 'done', data: { url: 'https://d.example/', kind: 'frame', loginId: 'd' } },
  );
  await login.open();
  await expect(qrCode.tabs.dingtalk).toHaveAttribute('aria-selected', 'true');
  await expect
    .poll(() => site.callsOf(requestQr).map(({ path }) => path.split('/').pop()))
    .toEqual(['WECHAT_OFFICIAL_ACCOUNT', 'DING_TALK_EXTERNAL']);
});

test('an early QR code is replaced when another app is chosen before it is taken over, and its handle is given up [QR-20]', async ({
  page,
  qrCode,
  site,
}) => {
  site.answer(requestQr, { is: 'done', data: code('early') }, { is: 'done', data: code('chosen') });
  await page.goto('/login/web#alipay');
  await qrCode.waitUntilShown('alipay');
  const last = site.callsOf(requestQr).at(-1)!;
  expect([last.path, last.query['replaces']]).toEqual(['/login/oauth/request/ALIPAY_MINI', 'early']);
});

test('an early QR code that has expired before the page is there is replaced [QR-06]', async ({
  page,
  qrCode,
  site,
  clock,
}) => {
  site.answer(requestQr, { is: 'done', data: code('early') }, { is: 'done', data: code('later') });
  const release = await hold(page, pageScripts);
  await page.goto('/login/web', { waitUntil: 'commit' });
  await expect(qrCode.block.getByRole('img')).toBeVisible();
  await clock.run(qr.expiresAfter + seconds(1));
  release();
  await site.waitForCalls(requestQr, 2);
  expect(site.callsOf(requestQr)[1]!.query['replaces']).toBe('early');
});

test('Back shows a QR code of its own, also where the answer to the request may be cached [QR-20]', async ({
  login,
  page,
  qrCode,
  site,
}) => {
  // An answer without Cache-Control, of a back end that does not forbid its use.
  site.answer(requestQr, { is: 'done', data: code('before') }, { is: 'done', data: code('after') });
  await login.open();
  await qrCode.waitUntilShown();
  await page.goto('/scripted/blank.html');
  await page.goBack();
  await qrCode.waitUntilShown();
  await site.waitForCalls(requestQr, 2);
});

test('a page from the back/forward cache is loaded anew, with a QR code of its own [QR-20]', async ({
  login,
  page,
  qrCode,
  site,
}) => {
  await login.open();
  await qrCode.waitUntilShown();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await site.waitForCalls(requestQr, 2);
  await qrCode.waitUntilShown();
});

test('an early request that no one answers is followed by the request of the page [QR-03]', async ({
  page,
  qrCode,
  site,
}) => {
  site.answer(requestQr, 'lost', { is: 'done', data: code('later') });
  const release = await hold(page, pageScripts);
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/login/web', { waitUntil: 'commit' });
  await failed;
  release();
  await qrCode.waitUntilShown();
  const apps = site.callsOf(requestQr).map(({ path }) => path.split('/').pop());
  expect(apps).toEqual(['WECHAT_OFFICIAL_ACCOUNT', 'WECHAT_OFFICIAL_ACCOUNT']);
});
