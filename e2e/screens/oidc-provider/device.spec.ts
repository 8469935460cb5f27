import { answerDeviceQuestion, enterUserCode, getDeviceQuestion } from '@foyer/contract/flows/oidc-provider';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { deviceQuestion } from '../../scripted/usual-answers.ts';

const confirm = `${pageRoutes.deviceConfirm}?interaction=interaction-1`;

for (const [locale, width] of [
  ['zh-CN', widths.phone],
  ['en-US', widths.desktop],
] as const)
  test.describe(locale, () => {
    test.use({ locale, ...width });

    test('the keyboard alone enters the code, and a code that no device shows can be typed anew', async ({
      site,
      page,
      t,
    }) => {
      const field = page.getByRole('textbox', { name: t('device.field') });
      site.answer(enterUserCode, { is: 'wrongCode' });
      await page.goto(pageRoutes.device);
      await expect(page.getByRole('button', { name: t('common.next') })).toBeDisabled();
      await field.focus();
      await page.keyboard.type('bcdf ghjk');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: t('device.unknown') })).toBeVisible();
      await expect(field).toBeFocused();
      site.answer(enterUserCode, { is: 'done', data: { url: confirm } });
      await page.keyboard.type('BCDF-GHJL');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${confirm}`);
      expect(site.bodiesOf(enterUserCode)).toEqual([{ userCode: 'bcdf ghjk' }, { userCode: 'BCDF-GHJL' }]);
    });

    test('a code that is too short is not sent', async ({ site, page, t }) => {
      await page.goto(pageRoutes.device);
      await page.getByRole('textbox', { name: t('device.field') }).fill('BCDF');
      await page.getByRole('button', { name: t('common.next') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('device.unknown') })).toBeVisible();
      expect(site.bodiesOf(enterUserCode)).toEqual([]);
    });

    test('a link fills the code in, leaves it in no address, and sends nothing before the person has compared it [AC-85]', async ({
      site,
      page,
      t,
    }) => {
      await page.goto(`${pageRoutes.device}?user_code=bcdfghjk`);
      await expect(page.getByRole('textbox', { name: t('device.field') })).toHaveValue('BCDF-GHJK');
      await expect(page.getByText(t('device.compare'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('common.next') })).toBeEnabled();
      expect(page.url()).toBe(`${site.origin}${pageRoutes.device}`);
      expect(site.bodiesOf(enterUserCode)).toEqual([]);
    });

    test('the question names application, account, device and network, and warns of fraud', async ({
      scanConfirm,
      site,
      page,
      t,
    }) => {
      site.answer(getDeviceQuestion, {
        is: 'done',
        data: { ...deviceQuestion, otherNetwork: true, scopes: ['openid', 'phone'], attributes: ['Department'] },
      });
      await page.goto(confirm);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t('device.ask', { application: deviceQuestion.application }),
      );
      await expect(page.getByText(deviceQuestion.account)).toBeVisible();
      await expect(scanConfirm.detail('device')).toHaveText('Android');
      await expect(scanConfirm.detail('address')).toHaveText('203.0.113.0/24');
      await expect(scanConfirm.detail('time')).toContainText('9:30');
      await expect(page.getByText(t('device.advice'))).toBeVisible();
      await expect(page.getByText(t('device.otherNetwork'))).toBeVisible();
      await expect(page.getByRole('list', { name: t('device.others') }).getByRole('listitem')).toHaveText([
        t('access.scope.openid'),
        t('access.scope.phone'),
        'Department',
      ]);
    });

    test('the person connects the device, and is told what to do next', async ({ site, page, t }) => {
      site.answer(answerDeviceQuestion, { is: 'done', data: { url: `${pageRoutes.deviceConfirm}?end=connected` } });
      await page.goto(confirm);
      await page.getByRole('button', { name: t('device.connect'), exact: true }).click();
      await expect(page.getByText(t('device.connected.lead'))).toBeVisible();
      expect(site.bodiesOf(answerDeviceQuestion)).toEqual([{ allowed: true }]);
    });

    test('the person refuses, and nothing more is asked', async ({ site, page, t }) => {
      await page.goto(confirm);
      await page.getByRole('button', { name: t('device.refuse'), exact: true }).click();
      await expect(page.getByText(t('device.declined.lead'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('device.connect'), exact: true })).toHaveCount(0);
      expect(site.bodiesOf(answerDeviceQuestion)).toEqual([{ allowed: false }]);
    });

    test('a question that has ended leads to a new code', async ({ site, page, t }) => {
      site.answer(getDeviceQuestion, { is: 'authorisationExpired' });
      await page.goto(confirm);
      await expect(page.getByText(t('device.ended.lead'))).toBeVisible();
      await page.getByRole('link', { name: t('device.again') }).click();
      await expect(page.getByRole('textbox', { name: t('device.field') })).toBeVisible();
    });
  });
