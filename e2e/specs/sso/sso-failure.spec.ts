import { toast } from '@foyer/contract/limits';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { test } from '../../fixtures/journey.ts';
import { test as alone } from '../../fixtures/own-service.ts';
import { stopClock } from '../../support/page-clock.ts';
import { workspace } from '../../support/service.ts';
import { setGateway } from '../../support/sms-gateway.ts';
import { expect, languageWidths, widths } from '../../fixtures/test.ts';
import { watchLeaving } from '../../support/wire.ts';

const wish = `${workspace}/box?id=7`;
const withWish = { redirectUrl: wish };
const askedFor = `**/login/web?${new URLSearchParams(withWish)}`;

for (const { language, width } of languageWidths) {
  test.describe(`${language}, ${width}`, () => {
    test.use({ locale: language, ...widths[width] });

    test('who is refused is told why, and whoever begins again still gets where they wanted to [SO-07] [SO-12]', async ({
      door,
      page,
    }) => {
      await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
      await door.signIn('acme-gus', withWish);
      await expect(page.getByRole('main')).toContainText(door.words.disabled);
      await expect(door.checking).toHaveCount(0);
      await expectNoAxeViolations(page);
      expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);

      await door.again.click();
      await door.untilAlive();
      await door.goTo('acme');
      await door.be('acme-alice');
      await page.waitForURL(wish);
    });
  });
}

alone(
  'someone who was invited completes their ID number on the way, begins again and is in [SO-05] [DG-13]',
  async ({ door, identity, page }) => {
    await page.clock.install();
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await door.signIn('acme-erin', withWish);
    await expect(identity.dialog).toBeVisible();
    await expect(door.checking).toHaveCount(0);
    await expectNoAxeViolations(page);
    await identity.close.click();
    await page.waitForURL(askedFor);

    await door.signIn('acme-erin', withWish);
    await expect(identity.dialog).toBeVisible();
    await stopClock(page);
    const leftFor = watchLeaving(page);
    await identity.complete('123X');
    await expect(identity.toast).toHaveText(identity.words.passed);
    await page.clock.runFor(toast.shownFor - 1);
    expect(await leftFor()).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await page.waitForURL(askedFor);
    expect((await page.request.get('/api/user/accounts/me')).status()).toBe(401);
    await door.untilAlive();
    await door.entry.click();
    await door.goTo('acme');
    await door.be('acme-erin');
    await page.waitForURL('**/sandbox/identity/**');
    await page.getByRole('link', { name: /^(暂不认证|Not now)$/ }).click();
    await page.waitForURL(wish);
  },
);

test.describe('a company whose servers are down', () => {
  test.afterEach(({ service }) => setGateway(service, 'working', 'company'));

  test('is told before and after its page; what was typed and wished for is still there [SO-02] [SO-12]', async ({
    door,
    page,
    service,
    allowErrors,
  }) => {
    allowErrors(/status of 502/);
    await page.route(`${workspace}/**`, (route) => route.fulfill({ body: 'workspace' }));
    await door.open(withWish);
    await setGateway(service, 'down', 'company');
    await door.ask('acme');
    await expect(door.problems).toHaveText([door.words.doorClosed]);
    await expect(door.domain).toHaveValue('acme');
    await expect(door.back).toBeVisible();
    await expectNoAxeViolations(page);

    await setGateway(service, 'working', 'company');
    await door.submit.click();
    await page.waitForURL('**/sandbox/**');
    await setGateway(service, 'down', 'company');
    await door.be('acme-alice');
    await expect(page.getByRole('main')).toContainText(door.words.failed);
    await page.reload();
    await setGateway(service, 'working', 'company');
    await door.again.click();
    await door.untilAlive();
    await door.goTo('acme');
    await door.be('acme-alice');
    await page.waitForURL(wish);
  });
});
