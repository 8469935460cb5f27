import { toast } from '@foyer/contract/limits';
import { expect, languageWidths, test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { watchNavigations } from '../../support/calls.ts';
import { stopClock } from '../../support/page-clock.ts';
import { workspace } from '../../support/service.ts';
import { setGateway } from '../../support/sms-gateway.ts';

const wish = `${workspace}/box?id=7`;
const withWish = { redirectUrl: wish };
const askedFor = `**/login/web?${new URLSearchParams(withWish)}`;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('who is refused is told why, and whoever begins again still gets where they wanted to [SO-07] [SO-12]', async ({
      sso,
      page,
      t,
    }) => {
      await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
      await sso.signIn('acme-gus', withWish);
      await expect(page.getByRole('main')).toContainText(t.refusal('accountDisabled'));
      await expect(sso.checking).toHaveCount(0);
      await expectNoAxeViolations(page);
      expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);

      await sso.startAgain.click();
      await sso.waitForHydration();
      await sso.openProvider('acme');
      await sso.chooseEmployee('acme-alice');
      await page.waitForURL(wish);
    });
  });
}

test.describe('with a fresh service', () => {
  test.use({ freshService: true });

  test('someone who was invited completes their ID number on the way, begins again and is in [SO-05] [DG-13]', async ({
    sso,
    identityCheck,
    page,
    t,
  }) => {
    await page.clock.install();
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await sso.signIn('acme-erin', withWish);
    await expect(identityCheck.dialog).toBeVisible();
    await expect(sso.checking).toHaveCount(0);
    await expectNoAxeViolations(page);
    await identityCheck.close.click();
    await page.waitForURL(askedFor);

    await sso.signIn('acme-erin', withWish);
    await expect(identityCheck.dialog).toBeVisible();
    await stopClock(page);
    const leftFor = watchNavigations(page);
    await identityCheck.submitSuffix('123X');
    await expect(identityCheck.toast).toHaveText(t('idcheck.success'));
    await page.clock.runFor(toast.shownFor - 1);
    expect(await leftFor()).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await page.waitForURL(askedFor);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await sso.waitForHydration();
    await sso.entry.click();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-erin');
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL(wish);
  });
});

test.describe('a company whose servers are down', () => {
  test.afterEach(({ service }) => setGateway(service, 'working', 'company'));

  test('is told before and after its page; what was typed and wished for is still there [SO-02] [SO-12]', async ({
    sso,
    page,
    service,
    allowErrors,
    t,
  }) => {
    allowErrors(/status of 502/);
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await sso.open(withWish);
    await setGateway(service, 'down', 'company');
    await sso.submitDomain('acme');
    await expect(sso.errors).toHaveText([t.refusal('providerError')]);
    await expect(sso.domain).toHaveValue('acme');
    await expect(sso.back).toBeVisible();
    await expectNoAxeViolations(page);

    await setGateway(service, 'working', 'company');
    await sso.submit.click();
    await page.waitForURL('**/sandbox/**');
    await setGateway(service, 'down', 'company');
    await sso.chooseEmployee('acme-alice');
    await expect(page.getByRole('main')).toContainText(t('sso.authFailed'));
    await page.reload();
    await setGateway(service, 'working', 'company');
    await sso.startAgain.click();
    await sso.waitForHydration();
    await sso.openProvider('acme');
    await sso.chooseEmployee('acme-alice');
    await page.waitForURL(wish);
  });
});
