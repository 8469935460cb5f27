import type { Page } from '@playwright/test';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { minutes } from '@foyer/contract/time';
import { readQrCode } from '../../engines/read-qr-code.ts';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { Texts } from '../../support/page/texts.ts';

const link = (n: number) => ({ is: 'done', data: { handoffId: `handoff-${n}`, token: `token-${n}` } }) as const;
const opened = { is: 'pending', data: { opened: true } } as const;
const withNumber = { is: 'pending', data: { opened: true, number: 42 } } as const;

const entryOf = (page: Page, t: Texts) => page.getByRole('button', { name: t('phone.title') });
const dialogOf = (page: Page, t: Texts) => page.getByRole('dialog', { name: t('phone.title') });

for (const locale of ['zh-CN', 'en-US'])
  test.describe(locale, () => {
    test.use({ locale });

    test('the dialog shows a code for the camera of the phone, then that it was opened, then the number alone, and signs in', async ({
      login,
      site,
      clock,
      page,
      t,
    }) => {
      const dialog = dialogOf(page, t);
      const status = dialog.getByRole('status');
      const code = dialog.getByRole('img', { name: t('handoff.qr') });
      site.answer(pollHandoff, { is: 'pending', data: { opened: false } }, opened, withNumber, {
        is: 'done',
        data: { ...signedIn, url: '/home?scene=sign' },
      });
      const show = site.hold(startHandoff);
      await login.open({ redirectUrl: '/home?scene=sign' });
      await entryOf(page, t).click();
      await test.step('loading', async () => {
        await expect(status).toHaveText(t('common.loading'));
        await expect(dialog).toContainText(t('handoff.lead'));
        await expect(code).toHaveCount(0);
      });
      await test.step('the code leads to this site, and has the token where no log sees it', async () => {
        show(link(1));
        await expect(status).toHaveText(t('handoff.lasts'));
        expect(await readQrCode(await dialog.screenshot())).toBe(`${site.origin}${pageRoutes.continueOnPhone}#token-1`);
        expect(site.bodiesOf(startHandoff)).toEqual([{ redirectUrl: '/home?scene=sign' }]);
        await clock.run(qr.pollInterval);
        await site.waitForCalls(pollHandoff);
        await expect(status).toHaveText(t('handoff.lasts'));
      });
      await test.step('a phone has opened it: another one cannot', async () => {
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(t('handoff.opened'));
        await expect(code).toHaveCount(0);
        await expect(dialog).not.toContainText(t('handoff.lead'));
      });
      await test.step('the number, and that nobody else needs it', async () => {
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(`42${t('handoff.number')}`);
        await expect(code).toHaveCount(0);
      });
      await test.step('the sign-in', async () => {
        await clock.run(qr.pollInterval);
        await page.waitForURL('**/home?scene=sign');
        expect(site.bodiesOf(pollHandoff)).toEqual(Array(4).fill({ handoffId: 'handoff-1' }));
      });
    });

    test('each end says what happened, and a new code replaces the one that ended', async ({
      login,
      site,
      clock,
      page,
      t,
    }) => {
      const dialog = dialogOf(page, t);
      const status = dialog.getByRole('status');
      const again = dialog.getByRole('button', { name: t('handoff.again') });
      site.answer(
        startHandoff,
        link(1),
        link(2),
        link(3),
        { is: 'tooManyRequests', data: { retryAfter: 30 } },
        link(4),
      );
      site.answer(
        pollHandoff,
        withNumber,
        { is: 'scanDeclined' },
        opened,
        { is: 'authorisationExpired' },
        { is: 'scanFromOtherCountry' },
        { is: 'pending', data: { opened: false } },
      );
      await login.open();
      await entryOf(page, t).click();
      await test.step('declined on the phone, or another number was typed', async () => {
        await expect(status).toHaveText(t('handoff.lasts'));
        await expect(again, 'a code that works is not replaced').toHaveCount(0);
        await clock.run(qr.pollInterval);
        await expect(status).toContainText(t('handoff.number'));
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(t('handoff.declined'));
        await expect(dialog, 'there is no code to scan').not.toContainText(t('handoff.lead'));
      });
      await test.step('expired', async () => {
        await again.click();
        await expect(status).toHaveText(t('handoff.lasts'));
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(t('handoff.opened'));
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(t('handoff.expired'));
      });
      await test.step('phone and computer in different countries', async () => {
        await again.click();
        await expect(status).toHaveText(t('handoff.lasts'));
        await clock.run(qr.pollInterval);
        await expect(status).toHaveText(t.refusal('scanFromOtherCountry'));
        await clock.run(minutes(1));
        await clock.settle();
        expect(site.callsOf(pollHandoff), 'an end is polled no more').toHaveLength(5);
      });
      await test.step('too many codes', async () => {
        await again.click();
        await expect(status).toHaveText(t.refusal('tooManyRequests', { retryAfter: 30 }));
      });
      await test.step('by keyboard, a new code', async () => {
        await again.focus();
        await page.keyboard.press('Enter');
        await expect(status).toHaveText(t('handoff.lasts'));
        await expect(status, 'the button is gone').toBeFocused();
        await expect(dialog.getByRole('img', { name: t('handoff.qr') })).toBeVisible();
        expect(site.bodiesOf(startHandoff)).toEqual([
          {},
          { replaces: 'handoff-1' },
          { replaces: 'handoff-2' },
          { replaces: 'handoff-3' },
          {},
        ]);
      });
    });
  });

test('the keyboard opens and closes the dialog, and nothing is polled behind it or after it', async ({
  login,
  qrCode,
  site,
  clock,
  page,
  t,
}) => {
  const dialog = dialogOf(page, t);
  const entry = entryOf(page, t);
  await login.open();
  await qrCode.waitUntilShown();
  const open = async () => {
    await entry.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText(t('handoff.lasts'));
    await expect(dialog.getByRole('heading', { name: t('phone.title') })).toBeFocused();
  };
  await test.step('the code of the app waits behind it, and the focus stays inside', async () => {
    await open();
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollHandoff);
    expect(site.callsOf(pollWechatScan)).toEqual([]);
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab');
      const outside = await dialog.evaluate(
        (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
      );
      expect(outside).toBe(false);
    }
  });
  await test.step('Escape leads back to the link', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(entry).toBeFocused();
    await site.waitForCalls(pollWechatScan);
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollWechatScan, 2);
    expect(site.callsOf(pollHandoff)).toHaveLength(1);
  });
  await test.step('so does the close button', async () => {
    await open();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: t('common.close') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(entry).toBeFocused();
  });
});

test('a second factor that the phone has not given is asked for on the computer', async ({
  login,
  secondFactor,
  site,
  clock,
  page,
  t,
}) => {
  site.answer(pollHandoff, {
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' },
  });
  await login.open();
  await entryOf(page, t).click();
  await expect(dialogOf(page, t).getByRole('status')).toHaveText(t('handoff.lasts'));
  await clock.run(qr.pollInterval);
  await secondFactor.waitUntilSent();
  await expect(dialogOf(page, t)).toHaveCount(0);
});

test('one lost poll is not shown, two in a row end the code', async ({ login, site, clock, page, t }) => {
  const status = dialogOf(page, t).getByRole('status');
  site.answer(pollHandoff, 'lost', opened, 'lost');
  await login.open();
  await entryOf(page, t).click();
  await expect(status).toHaveText(t('handoff.lasts'));
  for (const [calls, text] of [
    [1, t('handoff.lasts')],
    [2, t('handoff.opened')],
    [3, t('handoff.opened')],
    [4, t('common.network')],
  ] as const) {
    await clock.run(qr.pollInterval);
    await site.waitForCalls(pollHandoff, calls);
    await expect(status).toHaveText(text);
  }
});
