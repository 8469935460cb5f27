import type { Page } from '@playwright/test';
import { answerHandoff, askHandoff } from '@foyer/contract/flows/continue-on-phone';
import { pageRoutes, passwordPanel } from '@foyer/contract/pages/page-routes';
import { expect, test, widths } from '../../fixtures/screen.ts';
import { handoffOffer } from '../../scripted/usual-answers.ts';
import type { Texts } from '../../support/page/texts.ts';

const withToken = `${pageRoutes.continueOnPhone}#token-1`;
const offer = { ...handoffOffer, url: '/home?scene=sign' };
const ends = (result: 'confirmed' | 'declined' | 'wrongNumber') => ({ is: 'done', data: { result } }) as const;

const fieldOf = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('handoff.field') });
const confirmOf = (page: Page, t: Texts) => page.getByRole('button', { name: t('handoff.confirm'), exact: true });
const goOnOf = (page: Page, t: Texts) => page.getByRole('link', { name: t('handoff.goOn') });

test.use(widths.phone);

for (const locale of ['zh-CN', 'en-US'])
  test.describe(locale, () => {
    test.use({ locale });

    test.beforeEach(({ site }) => site.answer(askHandoff, { is: 'done', data: offer }));

    test('it names computer, time and account, warns of another country and of fraud, and keeps the question after a reload', async ({
      scanConfirm,
      site,
      page,
      t,
    }) => {
      site.answer(askHandoff, { is: 'done', data: { ...offer, elsewhere: true } });
      await page.goto(withToken);
      await expect(page.getByRole('heading', { name: t('handoff.ask') })).toBeVisible();
      await expect(page.getByText(t('handoff.ask.lead', { account: 'An Lin' }))).toBeVisible();
      await expect(page.getByText(t('handoff.advice'))).toBeVisible();
      await expect(page.getByText(t('scan.elsewhere'))).toBeVisible();
      await expect(scanConfirm.detail('site')).toContainText('sign.example.com');
      await expect(scanConfirm.detail('device')).toHaveText('Chrome · Windows');
      await expect(scanConfirm.detail('address')).toHaveText('203.0.113.*');
      await expect(scanConfirm.detail('time')).toContainText('9:30');
      expect(page.url(), 'the token is in no history').toBe(`${site.origin}${pageRoutes.continueOnPhone}`);
      await page.reload();
      await expect(page.getByRole('heading', { name: t('handoff.ask') })).toBeVisible();
      expect(site.bodiesOf(askHandoff), 'the browser has opened the link').toEqual([{ token: 'token-1' }, {}]);
    });

    test('the keyboard alone confirms the number', async ({ site, page, t }) => {
      const field = fieldOf(page, t);
      const confirm = confirmOf(page, t);
      const release = site.hold(answerHandoff);
      await page.goto(withToken);
      await test.step('two digits, and nothing else', async () => {
        await expect(confirm).toBeDisabled();
        await field.focus();
        await page.keyboard.type('4a');
        await expect(confirm).toBeDisabled();
        await page.keyboard.type('0');
        await expect(field).toHaveValue('40');
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Backspace');
        await page.keyboard.type('07');
        await expect(confirm, 'no number begins with a zero').toBeDisabled();
        await page.keyboard.press('Enter');
        expect(site.callsOf(answerHandoff)).toEqual([]);
        await field.fill('');
        await page.keyboard.type('42');
        await expect(confirm).toBeEnabled();
      });
      await test.step('one answer, whatever is pressed meanwhile', async () => {
        await page.keyboard.press('Tab');
        await expect(confirm).toBeFocused();
        await page.keyboard.press('Enter');
        await site.waitForCalls(answerHandoff);
        await expect(confirm).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: t('handoff.onlyHere') })).toBeDisabled();
        await expect(page.getByRole('button', { name: t('handoff.notMine') })).toBeDisabled();
        release(ends('confirmed'));
        await expect(page.getByRole('heading', { name: t('handoff.confirmed.title') })).toBeFocused();
        expect(site.bodiesOf(answerHandoff)).toEqual([{ ticket: 'ticket-1', number: 42 }]);
      });
      await test.step('the phone can go on too', async () => {
        await page.keyboard.press('Tab');
        await expect(goOnOf(page, t)).toBeFocused();
        await page.keyboard.press('Enter');
        await page.waitForURL('**/home?scene=sign');
      });
    });

    test('a wrong number ends it, and says where a new one comes from', async ({ site, page, t }) => {
      site.answer(answerHandoff, ends('wrongNumber'));
      await page.goto(withToken);
      await fieldOf(page, t).fill('43');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: t('handoff.wrong.title') })).toBeFocused();
      await expect(page.getByText(t('handoff.wrong.lead'))).toBeVisible();
      await expect(goOnOf(page, t)).toHaveAttribute('href', '/home?scene=sign');
      await expect(page.getByRole('link', { name: t('handoff.checkAccount') })).toHaveCount(0);
    });

    test('"I didn’t start this" declines and leads to the account; "only on this phone" goes on at once', async ({
      site,
      page,
      t,
    }) => {
      site.answer(answerHandoff, ends('declined'));
      await page.goto(withToken);
      await page.getByRole('button', { name: t('handoff.notMine') }).click();
      await expect(page.getByRole('heading', { name: t('handoff.declined.title') })).toBeFocused();
      await expect(page.getByText(t('handoff.declined.lead'))).toBeVisible();
      await expect(page.getByRole('link', { name: t('handoff.checkAccount') })).toHaveAttribute('href', passwordPanel);
      await expect(goOnOf(page, t)).toHaveAttribute('href', '/home?scene=sign');
      await page.reload();
      await page.getByRole('button', { name: t('handoff.onlyHere') }).click();
      await page.waitForURL('**/home?scene=sign');
      expect(site.bodiesOf(answerHandoff)).toEqual([
        { ticket: 'ticket-1', notMine: true },
        { ticket: 'ticket-1', notMine: false },
      ]);
    });

    test('an expired link and a paused account say what to do, before and after the answer', async ({
      site,
      page,
      t,
    }) => {
      const gone = page.getByRole('heading', { name: t('handoff.gone.title') });
      const paused = page.getByRole('heading', { name: t('handoff.paused.title') });
      const answer = async () => {
        await page.goto(withToken);
        await fieldOf(page, t).fill('42');
        await page.keyboard.press('Enter');
      };
      site.answer(answerHandoff, { is: 'authorisationExpired' }, { is: 'waitBeforeRetry', data: { retryAfter: 841 } });
      await answer();
      await expect(gone).toBeFocused();
      await expect(page.getByText(t('handoff.gone.lead'))).toBeVisible();
      await page.goto('/scripted/blank.html');
      await answer();
      await expect(paused).toBeFocused();
      await expect(page.getByText(t('handoff.paused.lead', { n: '15' }))).toBeVisible();
      await expect(goOnOf(page, t)).toHaveAttribute('href', '/home');
      site.answer(askHandoff, { is: 'waitBeforeRetry', data: { retryAfter: 60 } }, { is: 'authorisationExpired' });
      await page.reload();
      await expect(paused).toBeVisible();
      await expect(page.getByText(t('handoff.paused.lead', { n: '1' }))).toBeVisible();
      await page.reload();
      await expect(gone).toBeVisible();
    });
  });

test('who is not signed in since the link was opened signs in first, also when the session ends meanwhile', async ({
  login,
  site,
  page,
  t,
}) => {
  const back = () => expect.poll(() => new URL(page.url()).searchParams.get('redirectUrl')).toBe('/continue');
  site.answer(askHandoff, { is: 'done', data: null }, { is: 'done', data: offer });
  site.answer(answerHandoff, { is: 'notSignedIn' });
  await page.goto(withToken);
  await login.waitUntilOpen();
  await back();
  await page.goto(withToken);
  await fieldOf(page, t).fill('42');
  await confirmOf(page, t).click();
  await login.waitUntilOpen();
  await back();
});

test('a lost connection is said where the person is, keeps the number, and can be tried again', async ({
  site,
  page,
  t,
}) => {
  site.answer(askHandoff, 'lost', { is: 'done', data: offer });
  site.answer(answerHandoff, 'lost', ends('confirmed'));
  await page.goto(withToken);
  await expect(page.getByText(t('common.network'))).toBeVisible();
  await page.getByRole('button', { name: t('common.retry') }).click();
  await fieldOf(page, t).fill('42');
  await confirmOf(page, t).click();
  await expect(page.getByRole('alert').filter({ hasText: t('common.network') })).toBeVisible();
  await expect(fieldOf(page, t)).toHaveValue('42');
  await confirmOf(page, t).click();
  await expect(page.getByRole('heading', { name: t('handoff.confirmed.title') })).toBeVisible();
  expect(site.bodiesOf(askHandoff), 'the token is kept until the link is open').toEqual([
    { token: 'token-1' },
    { token: 'token-1' },
  ]);
});

test('another link that is opened in the same tab is asked about', async ({ site, page, t }) => {
  await page.goto(withToken);
  await expect(page.getByRole('heading', { name: t('handoff.ask') })).toBeVisible();
  await page.evaluate(() => void (location.hash = 'token-2'));
  await site.waitForCalls(askHandoff, 2);
  expect(site.bodiesOf(askHandoff)).toEqual([{ token: 'token-1' }, { token: 'token-2' }]);
  await expect(page.getByRole('heading', { name: t('handoff.ask') })).toBeVisible();
});
