import { toast } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/test.ts';
import { stopClock } from '../../support/page/page-clock.ts';
import { workspace } from '../../support/servers/service.ts';
import { setGateway } from '../../support/servers/sandbox-faults.ts';

const redirectUrl = `${workspace}/box?id=7`;
const query = { redirectUrl };

test.beforeEach(({ page }) => page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' })));
test.afterEach(({ service }) => setGateway(service, 'working', 'company'));

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('whatever fails at the company shows the reason, and a new start leads to the requested page [SO-02] [SO-07] [SO-12]', async ({
    sso,
    page,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(/status of 502/);
    /** The reason is in a toast, and on the page when that is gone. */
    const reason = (text: string) => page.getByText(text).first();
    const startAgain = async () => {
      await sso.startAgain.click();
      await sso.waitForHydration();
    };
    await sso.open(query);
    await test.step('the provider is down before its page', async () => {
      await setGateway(service, 'down', 'company');
      await sso.submitDomain('acme');
      await expect(sso.errors).toHaveText([t.refusal('providerError')]);
      await expect(sso.domain).toHaveValue('acme');
      await setGateway(service, 'working', 'company');
    });
    await test.step('the provider is down after its page, also after a reload', async () => {
      await sso.submit.click();
      await page.waitForURL('**/sandbox/**');
      await setGateway(service, 'down', 'company');
      await sso.chooseEmployee('acme-alice');
      await expect(reason(t('sso.authFailed'))).toBeVisible();
      await setGateway(service, 'working', 'company');
      await page.reload();
      await startAgain();
    });
    await test.step('the person cancels at the provider', async () => {
      await sso.openProvider('acme');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(reason(t.refusal('ssoCancelled', { company: 'Acme Ltd' }))).toBeVisible();
      await startAgain();
    });
    await test.step('the account is disabled', async () => {
      await sso.openProvider('acme');
      await sso.chooseEmployee('acme-gus');
      await expect(reason(t.refusal('accountDisabled', { support: 'support@example.com' }))).toBeVisible();
      expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
      await startAgain();
    });
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-alice');
    await page.waitForURL(redirectUrl);
  });
});

test.describe('with a fresh demo', () => {
  test.use({ resetDemo: true });

  test('an invited person completes the ID number and signs in at the next start [SO-05] [DG-13]', async ({
    sso,
    identityCheck,
    page,
    t,
  }) => {
    await page.clock.install();
    await sso.signIn('acme-erin', query);
    await expect(identityCheck.dialog).toBeVisible();
    await stopClock(page);
    await identityCheck.submitSuffix('123X');
    await expect(identityCheck.passed).toHaveText(t('idcheck.success'));
    await page.clock.runFor(toast.shownFor);
    await page.clock.resume();
    await page.waitForURL(`**/login/web?${new URLSearchParams(query)}`);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await sso.waitForHydration();
    await sso.entry.click();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-erin');
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL(redirectUrl);
  });
});
