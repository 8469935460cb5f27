import { toast } from '@foyer/contract/limits';
import { expect, test, widths } from '../../fixtures/test.ts';
import { watchNavigations } from '../../support/calls.ts';
import { stopClock } from '../../support/page-clock.ts';
import { workspace } from '../../support/service.ts';
import { setGateway } from '../../support/sandbox-faults.ts';

const redirectUrl = `${workspace}/box?id=7`;
const query = { redirectUrl };
const loginUrl = `**/login/web?${new URLSearchParams(query)}`;

test.describe('on a phone', () => {
  test.use(widths.phone);

  test('a refused person sees the reason, and a new start still leads to the requested page [SO-07] [SO-12]', async ({
    sso,
    page,
    t,
  }) => {
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await sso.signIn('acme-gus', query);
    await expect(page.getByRole('main')).toContainText(t.refusal('accountDisabled'));
    await expect(sso.checking).toHaveCount(0);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);

    await sso.startAgain.click();
    await sso.waitForHydration();
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
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await test.step('closing the check returns to the form', async () => {
      await sso.signIn('acme-erin', query);
      await expect(identityCheck.dialog).toBeVisible();
      await expect(sso.checking).toHaveCount(0);
      await identityCheck.close.click();
      await page.waitForURL(loginUrl);
    });
    await test.step('the right ID number returns to the form after the message', async () => {
      await sso.signIn('acme-erin', query);
      await expect(identityCheck.dialog).toBeVisible();
      await stopClock(page);
      const navigations = watchNavigations(page);
      await identityCheck.submitSuffix('123X');
      await expect(identityCheck.toast).toHaveText(t('idcheck.success'));
      await page.clock.runFor(toast.shownFor - 1);
      expect(await navigations()).toEqual([]);
      await page.clock.runFor(1);
      await page.clock.resume();
      await page.waitForURL(loginUrl);
      expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    });
    await test.step('the next sign-in leads to the requested page', async () => {
      await sso.waitForHydration();
      await sso.entry.click();
      await sso.openProvider('acme');
      await sso.chooseEmployee('acme-erin');
      await page.waitForURL('**/sandbox/identity/**');
      await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
      await page.waitForURL(redirectUrl);
    });
  });
});

test.describe('when the provider is down', () => {
  test.afterEach(({ service }) => setGateway(service, 'working', 'company'));

  test('an error is shown before and after the provider’s page, and the redirect is kept [SO-02] [SO-12]', async ({
    sso,
    page,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(/status of 502/);
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await sso.open(query);
    await test.step('before the provider’s page', async () => {
      await setGateway(service, 'down', 'company');
      await sso.submitDomain('acme');
      await expect(sso.errors).toHaveText([t.refusal('providerError')]);
      await expect(sso.domain).toHaveValue('acme');
      await expect(sso.back).toBeVisible();
    });
    await test.step('after the provider’s page', async () => {
      await setGateway(service, 'working', 'company');
      await sso.submit.click();
      await page.waitForURL('**/sandbox/**');
      await setGateway(service, 'down', 'company');
      await sso.chooseEmployee('acme-alice');
      await expect(page.getByRole('main')).toContainText(t('sso.authFailed'));
    });
    await test.step('a new start signs in', async () => {
      await page.reload();
      await setGateway(service, 'working', 'company');
      await sso.startAgain.click();
      await sso.waitForHydration();
      await sso.openProvider('acme');
      await sso.chooseEmployee('acme-alice');
      await page.waitForURL(redirectUrl);
    });
  });
});
