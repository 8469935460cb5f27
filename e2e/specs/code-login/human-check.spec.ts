import { seconds } from '@foyer/contract/time';
import { expect, test } from '../../fixtures/test.ts';
import { CodeField } from '../../pages/code-field.ts';
import { bodiesOf, pathsOf, watchCalls } from '../../support/calls.ts';
import { newMobile } from '../../support/new-accounts.ts';
import { texts } from '../../support/texts.ts';

const codeTab = { preLoginWay: 'authCode' };
const worker = '**/assets/puzzle.worker-*.js';

test('a solved puzzle gives a token, which sends one code only [CS-07] [D-07]', async ({ login, code, page }) => {
  await login.open(codeTab);
  const calls = watchCalls(page);
  await login.account.fill(newMobile());
  await code.send();
  expect(pathsOf(calls)).toEqual(['/sender/robotAuth/challenge', '/sender/robotAuth/apply', '/sender/mobile/v3']);
  const [{ value }] = bodiesOf(calls, '/sender/robotAuth/apply');
  const solved = JSON.parse(Buffer.from(value, 'base64').toString());
  expect(solved).toMatchObject({ algorithm: 'SHA-256', number: expect.any(Number) });
  const [{ auth }] = bodiesOf(calls, '/sender/mobile/v3');
  const headers = { origin: new URL(page.url()).origin };
  const data = { bizType: 'REGISTER_LOGIN', principal: newMobile(), auth };
  const again = await page.request.post('/api/sender/mobile/v3', { data, headers });
  expect(await again.json()).toMatchObject({ code: 10000052 });
});

test('the puzzle is solved in a worker while the page stays responsive [CS-07] [D-07]', async ({
  login,
  code,
  page,
  t,
}) => {
  // A puzzle of the highest cost without a solution.
  const challenge = {
    algorithm: 'SHA-256',
    challenge: '00'.repeat(32),
    salt: 's',
    maxnumber: 5_000_000,
    signature: '',
  };
  await page.route('**/api/sender/robotAuth/challenge?*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { provider: 'proofOfWork', challenge } } }),
  );
  await login.open(codeTab);
  await login.account.fill(newMobile());
  const started = page.waitForEvent('worker');
  await code.button.click();
  expect(new URL((await started).url()).origin).toBe(new URL(page.url()).origin);
  await expect(code.button).toHaveText(t('code.sending'));
  await login.languageSelect.selectOption('zh-CN');
  const inChinese = new CodeField(page, 'zh-CN');
  await inChinese.input.fill('123456');
  await expect(inChinese.input).toHaveValue('123456');
  await expect(inChinese.button).toHaveText(texts('zh-CN')('code.sending'));
  await expect(inChinese.button).toBeDisabled();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('when the check does not load, the network is named as the reason, and the next click tries again [CS-07] [D-07]', async ({
    login,
    code,
    page,
    allowErrors,
    t,
  }) => {
    allowErrors(/human-check|dynamically imported module|Failed to load resource/);
    const mobile = newMobile();
    await page.route('**/assets/human-check-*.js', (route) => route.abort());
    await login.open(codeTab);
    await login.account.fill(mobile);
    await code.button.click();
    await expect(login.errors).toHaveText([t('common.network')]);
    await expect(code.button).toHaveText(t('code.get'));
    await expect(login.account).toHaveValue(mobile);
    await page.unroute('**/assets/human-check-*.js');
    await code.send();
  });
});

test('a browser that blocks workers gets its code [CS-07] [D-07]', async ({
  login,
  code,
  outbox,
  page,
  allowErrors,
}) => {
  allowErrors(/puzzle\.worker|Failed to load resource/);
  const mobile = newMobile();
  await page.route(worker, (route) => route.abort());
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await outbox.code(mobile);
});

test('a browser without workers and Web Crypto gets its code [CS-07] [D-07]', async ({ login, code, outbox, page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Worker');
    Object.defineProperty(window, 'crypto', { value: {} });
  });
  const mobile = newMobile();
  await login.open(codeTab);
  await login.account.fill(mobile);
  await code.send();
  await outbox.code(mobile);
});

test('when the service refuses the check its message is shown, and the next click tries again [CS-07] [D-07]', async ({
  login,
  code,
  page,
  service,
  t,
}) => {
  await login.open(codeTab);
  await login.account.fill(newMobile());
  await page.route(
    '**/api/sender/robotAuth/apply',
    async (route) => {
      // The puzzle expires before it is submitted.
      await service.moveClock(seconds(301));
      await route.continue();
    },
    { times: 1 },
  );
  await code.button.click();
  await expect(login.errors).toHaveText([t.refusal('humanCheckExpired')]);
  await expect(code.button).toBeEnabled();
  await code.send();
});
