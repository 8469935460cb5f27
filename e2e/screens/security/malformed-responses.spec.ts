import { commitPassword } from '@foyer/contract/flows/password-login';
import { apiCall } from '@foyer/contract/limits';
import { expect, test } from '../../fixtures/screen.ts';
import { signedIn } from '../../scripted/usual-answers.ts';
import type { Reply } from '../../scripted/scripted-site.ts';
import type { Texts } from '../../support/texts.ts';

const member = { account: '13812345678', password: 'Quiet-Harbour-7' };
const markup = '<img src=x onerror="window.pwned=1"><b>bold</b>';
const page502 = '<!doctype html><title>Bad gateway</title><h1>502</h1>';

interface Fault {
  reply: Reply<typeof commitPassword>;
  message(t: Texts): string;
}
const noResponse = (t: Texts) => t('common.network');
const unknownError = (t: Texts) => t('common.unknownError');
const text = (body: string, status = 200) => ({ status, text: body });
const json = (body: unknown, status = 200) => text(JSON.stringify(body), status);

const faults: Record<string, Fault> = {
  'a refusal with a message': {
    reply: json({ code: 10009999, message: 'The moon is wrong', data: null }),
    message: () => 'The moon is wrong',
  },
  'a refusal with markup': { reply: json({ code: 10009999, message: markup, data: null }), message: () => markup },
  'a refusal with an empty message': {
    reply: json({ code: 10009999, message: '', data: null }),
    message: unknownError,
  },
  'a refusal without a message': { reply: json({ code: -1 }), message: unknownError },
  'an HTML page': { reply: text(page502), message: noResponse },
  'an HTML page with status 502': { reply: text(page502, 502), message: noResponse },
  'status 500 with a message': {
    reply: json({ code: 10000005, message: 'Our fault', data: null }, 500),
    message: () => 'Our fault',
  },
  'an empty body': { reply: text(''), message: noResponse },
  'truncated JSON': { reply: text('{"code":0,"data":{"oui'), message: noResponse },
  'a success of the wrong shape': {
    reply: json({ code: 0, message: '', data: { ouid: 7, url: ['/home'] } }),
    message: noResponse,
  },
  'a code that is no number': { reply: json({ code: 'ok', message: '', data: {} }), message: noResponse },
  'an array': { reply: json([0]), message: noResponse },
  'a dropped connection': { reply: 'lost', message: noResponse },
};

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a malformed response shows an error as text, nothing typed is lost, and the next try works [LF-15] [ER-02] [ER-03] [ER-04] [AC-46]', async ({
    login,
    site,
    page,
    t,
  }) => {
    await login.open();
    await login.fill(member);
    for (const [name, { reply, message }] of Object.entries(faults)) {
      site.answer(commitPassword, reply);
      await login.submit.click();
      await expect(login.errors, name).toHaveText([message(t)]);
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), name).toBeUndefined();
      await expect(login.account, name).toHaveValue(member.account);
      await expect(login.password, name).toHaveValue(member.password);
      // The next key removes the error, so that it is not taken for the next one.
      await login.password.press('End');
      await login.password.press('x');
      await expect(login.errors, name).toHaveCount(0);
      await login.password.press('Backspace');
    }
    site.answer(commitPassword, { is: 'done', data: signedIn });
    await login.submit.click();
    await page.waitForURL('**/home');
  });
});

test('a request without a response fails after its timeout [ER-03]', async ({ login, site, clock, t }) => {
  site.answer(commitPassword, 'held');
  await login.open();
  await login.fill(member);
  await login.submit.click();
  await site.waitForCalls(commitPassword);
  await clock.run(apiCall.timeout - 1);
  await expect(login.submit).toBeDisabled();
  await expect(login.errors).toHaveCount(0);
  await clock.run(1);
  await expect(login.errors).toHaveText([t('common.network')]);
  await expect(login.submit).toBeEnabled();
  await expect(login.password).toHaveValue(member.password);
});
