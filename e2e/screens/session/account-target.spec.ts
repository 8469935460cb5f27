import { getSecondFactor } from '@foyer/contract/flows/second-factor';
import { expect, test } from '../../fixtures/screen.ts';

for (const size of [
  { width: 1366, height: 768 },
  { width: 390, height: 700 },
])
  test.describe(`${size.width} px wide`, () => {
    test.use({ viewport: size });

    test('/account#second-factor scrolls to its panel, which loads after the account', async ({ site, page, t }) => {
      const respond = site.hold(getSecondFactor);
      await page.goto('/account#second-factor');
      await expect(page.getByRole('region', { name: t('home.identities') })).toBeAttached();
      const heading = page.getByRole('heading', { name: t('factor.title'), exact: true });
      await expect(heading).toHaveCount(0);
      respond({
        is: 'done',
        data: { on: false, policy: 'optional', factors: ['sms'], canAddAuthenticator: true, trustedBrowsers: [] },
      });
      await expect(heading).toBeInViewport();
    });
  });
