import { createHash } from 'node:crypto';
import { applyHumanCheck, getHumanCheck } from '@foyer/contract/flows/human-check';
import { sendCodeToMobile } from '@foyer/contract/flows/send-code';
import type { ScriptedSite } from '../../scripted/scripted-site.ts';
import { expect, test } from '../../fixtures/screen.ts';
import { CodeField } from '../../pages/code-field.ts';
import { texts } from '../../support/page/texts.ts';

const codeTab = { preLoginWay: 'authCode' };
const mobile = '13812345678';
const salt = '0123456789abcdef01234567?expires=1893456000&';
const puzzle = (number: number, maxnumber: number) => ({
  algorithm: 'SHA-256',
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  salt,
  maxnumber,
  signature: 'signed',
});

function requireCheck(site: ScriptedSite, challenge = puzzle(42, 100)) {
  site.answer(getHumanCheck, { is: 'done', data: { provider: 'proofOfWork', challenge } });
  site.answer(applyHumanCheck, { is: 'done', data: { auth: 'token-1' } });
}

/** The numbers that the page has submitted as solutions. */
const solutions = (site: ScriptedSite) =>
  site.bodiesOf(applyHumanCheck).map(({ value }) => JSON.parse(Buffer.from(value, 'base64').toString()).number);

test('each way to solve the puzzle gives a token, which sends the code [CS-07] [D-07]', async ({
  login,
  code,
  page,
  site,
}) => {
  const send = async (principal: string) => {
    await login.account.fill(principal);
    await code.send();
  };
  const sent = ['13812345671', '13812345672', '13812345673'] as const;
  requireCheck(site);
  await login.open(codeTab);
  await test.step('in a worker', async () => {
    const started = page.waitForEvent('worker');
    await send(sent[0]);
    await started;
  });
  await test.step('in a browser that blocks workers', async () => {
    const blocked = page.waitForEvent('requestfailed', (request) => request.url().includes('/puzzle.worker-'));
    await page.route('**/assets/puzzle.worker-*.js', (route) => route.abort());
    await send(sent[1]);
    await blocked;
  });
  await test.step('in a browser without workers and Web Crypto', async () => {
    await page.evaluate(() => {
      Reflect.deleteProperty(window, 'Worker');
      Object.defineProperty(window, 'crypto', { value: {} });
    });
    await send(sent[2]);
  });
  expect(solutions(site)).toEqual([42, 42, 42]);
  expect(site.bodiesOf(sendCodeToMobile)).toEqual(
    sent.map((principal) => ({ bizType: 'REGISTER_LOGIN', principal, auth: 'token-1' })),
  );
});

test('the puzzle is solved while the number is typed, and a solution that has expired is replaced [CS-07] [D-07]', async ({
  login,
  code,
  site,
}) => {
  requireCheck(site);
  site.answer(
    applyHumanCheck,
    { is: 'done', data: { auth: 'token-1' } },
    { is: 'humanCheckExpired' },
    { is: 'done', data: { auth: 'token-2' } },
  );
  await login.open(codeTab);
  await login.account.fill(mobile);
  await site.waitForCalls(getHumanCheck, 1);
  expect(site.callsOf(applyHumanCheck), 'the token is requested for the code').toEqual([]);
  await code.send();
  expect(site.callsOf(getHumanCheck)).toHaveLength(1);
  await login.account.fill('13912345678');
  await site.waitForCalls(getHumanCheck, 2);
  await code.send();
  expect(site.callsOf(getHumanCheck)).toHaveLength(3);
  expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ auth: 'token-1' }, { auth: 'token-2' }]);
});

test('beyond the limit of a number the page solves a harder puzzle and sends the code without another press [D-51]', async ({
  login,
  code,
  site,
}) => {
  requireCheck(site);
  const refused = { is: 'codeLimitReached', data: { retryAfter: 3600, kind: 'mobile', extraCode: true } } as const;
  site.answer(sendCodeToMobile, refused, { is: 'done', data: { serviceId: 'code-1' } });
  site.answer(applyHumanCheck, { is: 'done', data: { auth: 'token-1' } }, { is: 'done', data: { auth: 'token-2' } });
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await expect(login.errors).toHaveCount(0);
  expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ auth: 'token-1' }, { auth: 'token-2' }]);
  expect(site.callsOf(getHumanCheck).map(({ query }) => query['purpose'])).toEqual([undefined, 'extraCode']);
});

test('a check that does not load or is refused names the reason, and the next click tries again [CS-07] [D-07]', async ({
  login,
  code,
  page,
  site,
  t,
}) => {
  requireCheck(site);
  await test.step('it does not load', async () => {
    await page.route('**/assets/human-check-*.js', (route) => route.abort());
    await login.open(codeTab);
    await login.account.fill(mobile);
    await code.button.click();
    await expect(login.errors).toHaveText([t('common.network')]);
    await expect(code.button).toHaveText(t('code.get'));
    await expect(login.account).toHaveValue(mobile);
    await page.unroute('**/assets/human-check-*.js');
  });
  await test.step('the service refuses it', async () => {
    site.answer(applyHumanCheck, { is: 'humanCheckExpired' }, { is: 'done', data: { auth: 'token-2' } });
    await code.button.click();
    await expect(login.errors).toHaveText([t.refusal('humanCheckExpired')]);
    await expect(code.button).toBeEnabled();
  });
  await code.send();
  expect(site.bodiesOf(sendCodeToMobile)).toMatchObject([{ auth: 'token-2' }]);
  await test.step('the page stays responsive while the puzzle is solved in a worker', async () => {
    // A puzzle of the highest cost without a solution.
    requireCheck(site, puzzle(-1, 5_000_000));
    const started = page.waitForEvent('worker');
    await login.account.fill('13912345678');
    await code.button.click();
    expect(new URL((await started).url()).origin).toBe(site.origin);
    await expect(code.button).toHaveText(t('code.sending'));
    await login.languageSelect.selectOption('zh-CN');
    const inChinese = new CodeField(page, 'zh-CN');
    await inChinese.input.fill('123456');
    await expect(inChinese.input).toHaveValue('123456');
    await expect(inChinese.button).toHaveText(texts('zh-CN')('code.sending'));
    await expect(inChinese.button).toBeDisabled();
  });
});
