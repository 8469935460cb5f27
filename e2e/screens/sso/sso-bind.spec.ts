import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { expect, test, widths } from '../../fixtures/screen.ts';

const returnUrl = `${ssoMiddlePath}?accessCode=access-1`;
const [mobile, maskedMobile] = ['13800138002', '138****8002'];
const fromCompany = { company: 'Acme Ltd', loginMobile: maskedMobile, loginEmail: 'ca****@example.com' };

test.beforeEach(({ site }) => {
  site.answer(checkAuthorisation, { is: 'done', data: { loginStatus: false, ...fromCompany } });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the card offers the masked number that the company has provided, and binds it by a code [SO-08] [SO-09] [SO-10]', async ({
    sso,
    bindAccount,
    site,
    page,
    t,
  }) => {
    site.answer(
      checkBindCode,
      { is: 'wrongCode', data: { attemptsLeft: 4 } },
      { is: 'boundElsewhere' },
      { is: 'done', data: { realNameStatus: true, loginDoubleCheck: false, needAgreement: false } },
    );
    await page.goto(returnUrl);
    await expect(bindAccount.card).toContainText(t('sso.bind.desc'));
    await expect(bindAccount.tabs).toHaveText([t('sso.bind.tab.mobile'), t('sso.bind.tab.email')]);
    await expect(bindAccount.mobile).toHaveValue(maskedMobile);
    await expect(bindAccount.mobile).toBeFocused();
    await expect(bindAccount.card).toContainText('Acme Ltd');
    await expect(sso.checking).toHaveCount(0);
    await test.step('one Backspace clears it, and it is offered again', async () => {
      const offer = bindAccount.card.getByRole('button', { name: t('sso.bind.useHint', { principal: maskedMobile }) });
      await expect(offer).toHaveCount(0);
      await bindAccount.mobile.press('End');
      await bindAccount.mobile.press('Backspace');
      await expect(bindAccount.mobile).toHaveValue('');
      await offer.click();
      await expect(bindAccount.mobile).toHaveValue(maskedMobile);
      await expect(bindAccount.mobile).toBeFocused();
      await expect(offer).toHaveCount(0);
    });
    await bindAccount.code.send();
    await expect(bindAccount.code.sentTo).toHaveText(t('code.sentTo', { target: maskedMobile }));
    for (const [typed, refusal] of [
      ['123455', t.refusal('wrongCode', { attemptsLeft: 4 })],
      ['123456', t.refusal('boundElsewhere')],
    ] as const) {
      await bindAccount.submitCode(typed);
      await expect(bindAccount.errors).toHaveText([refusal]);
    }
    await bindAccount.submitCode('123457');
    await page.waitForURL('**/home');
    expect(site.bodiesOf(sendBindCode)).toEqual([{ type: 'MOBILE' }]);
    expect(site.bodiesOf(checkBindCode).at(-1)).toEqual({ code: '123457', authCodeId: 'code-1', endpoint: '' });
    const calls = [...site.callsOf(sendBindCode), ...site.callsOf(checkBindCode)];
    const accessCodes = calls.map(({ headers }) => headers[accessCodeHeader.toLowerCase()]);
    expect(accessCodes).toEqual(Array(4).fill('access-1'));
  });

  test('a company that allows e-mail only offers no mobile number, and an expired sign-in says so and leads back [SO-08] [SO-12] [AC-43]', async ({
    bindAccount,
    login,
    site,
    page,
    t,
  }) => {
    const loginEmail = 'ha****@example.com';
    site.answer(checkAuthorisation, { is: 'done', data: { loginStatus: false, loginEmail, loginLimit: 'EMAIL' } });
    site.answer(sendBindCode, { is: 'emailOnly' }, { is: 'ssoExpired' });
    await page.goto(returnUrl);
    await expect(bindAccount.card).toContainText(t('sso.bind.emailOnly'));
    await expect(bindAccount.tabs, 'a single choice has no tab').toHaveCount(0);
    await expect(bindAccount.email).toHaveValue(loginEmail);
    for (const refusal of ['emailOnly', 'ssoExpired'] as const) {
      await bindAccount.code.button.click();
      await expect(bindAccount.errors).toHaveText([t.refusal(refusal)]);
    }
    expect(site.bodiesOf(sendBindCode)).toEqual([{ type: 'EMAIL' }, { type: 'EMAIL' }]);
    await bindAccount.back.click();
    await page.waitForURL('**/login/web');
    await expect(login.account).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('the inputs are validated, each tab keeps its values and its code, and a code counts for its number only [SO-08] [SO-09] [SO-11] [AC-40]', async ({
    bindAccount,
    site,
    page,
    t,
  }) => {
    const { errors, code } = bindAccount;
    await page.goto(returnUrl);
    await test.step('mobile number', async () => {
      await bindAccount.mobile.fill('');
      await code.button.click();
      await expect(errors).toHaveText([t('sso.bind.phone.empty')]);
      await expect(bindAccount.mobile).toBeFocused();
      await bindAccount.mobile.fill('1380013800');
      await code.button.click();
      await expect(errors).toHaveText([t('sso.bind.phone.invalid')]);
      await bindAccount.mobile.press('End');
      await page.keyboard.type('29');
      await expect(bindAccount.mobile, 'no more than eleven digits').toHaveValue(mobile);
      for (const pasted of ['138 0013 8002', `+86${mobile}`]) {
        await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
        await bindAccount.mobile.fill('');
        await page.keyboard.press('ControlOrMeta+v');
        await expect(bindAccount.mobile, pasted).toHaveValue(mobile);
      }
      await bindAccount.mobile.press('Enter');
      await expect(errors).toHaveText([t('code.needFirst')]);
      await code.send();
    });
    await test.step('the keyboard changes the tab', async () => {
      await bindAccount.mobile.press('Shift+Tab');
      await expect(bindAccount.mobileTab).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(bindAccount.emailTab).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(bindAccount.email).toBeFocused();
    });
    await test.step('e-mail address and code', async () => {
      await expect(bindAccount.email).toHaveValue(fromCompany.loginEmail);
      await expect(code.sentTo, 'the code of the other tab does not count').toHaveCount(0);
      for (const [typed, problem] of [
        ['', 'empty'],
        ['carol@', 'invalid'],
      ] as const) {
        await bindAccount.email.fill(typed);
        await code.button.click();
        await expect(errors).toHaveText([t(`sso.bind.email.${problem}`)]);
      }
      await bindAccount.email.fill('carol@example.com');
      await code.send();
      await code.input.press('Enter');
      await expect(errors).toHaveText([t('login.code.empty')]);
      await bindAccount.submitCode('123');
      await expect(errors).toHaveText([t('login.code.invalid')]);
      await code.input.press('End');
      await page.keyboard.type('45');
      await expect(code.input).toHaveValue('12345');
    });
    const sent = [
      { type: 'MOBILE', credentials: mobile },
      { type: 'EMAIL', credentials: 'carol@example.com' },
    ];
    expect(site.bodiesOf(sendBindCode)).toEqual(sent);
    await test.step('a running request keeps the tab and the card', async () => {
      await bindAccount.mobileTab.click();
      await expect(bindAccount.mobile, 'each tab keeps its values and its code').toHaveValue(mobile);
      await expect(code.sentTo).toBeVisible();
      const answerCheck = site.hold(checkBindCode);
      await bindAccount.submitCode('123456');
      await expect(bindAccount.back).toBeDisabled();
      await bindAccount.emailTab.click({ force: true });
      await expect(bindAccount.mobileTab).toHaveAttribute('aria-selected', 'true');
      await bindAccount.mobileTab.press('ArrowRight');
      await expect(bindAccount.mobileTab).toHaveAttribute('aria-selected', 'true');
      await expect(bindAccount.back).toBeDisabled();
      answerCheck({ is: 'wrongCode', data: { attemptsLeft: 4 } });
      await expect(errors).toHaveText([t.refusal('wrongCode', { attemptsLeft: 4 })]);
    });
    await test.step('another number needs a code of its own', async () => {
      await bindAccount.mobile.fill('13800138003');
      await code.input.fill('123456');
      await bindAccount.submit.click();
      await expect(errors).toHaveText([t('code.needFirst')]);
      expect(site.callsOf(checkBindCode)).toHaveLength(1);
    });
  });
});
