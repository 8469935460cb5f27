import { expect, test, widths } from '../../fixtures/test.ts';
import { startExample } from '../../support/servers/example.ts';
import { alice } from '../../support/people/people.ts';

test.use({ ...widths.desktop, locale: 'en-US' });

for (const name of ['node-backend', 'react-spa']) {
  test(`the example ${name} starts by one command, knows who signed in, and signs out of Foyer as well`, async ({
    login,
    page,
  }) => {
    const example = await startExample(name);
    const signIn = page.getByRole('button', { name: 'Sign in' });
    try {
      await test.step('sign in', async () => {
        await page.goto(`${example.origin}/`);
        await signIn.click();
        await page.waitForURL(`${example.foyer}/login/web?*`);
        await login.waitForHydration();
        await login.signIn(alice, `${example.origin}/`);
        await expect(page.getByRole('heading')).toHaveText(`You are ${alice.name.en}`);
      });
      await test.step('a reload keeps the person signed in', async () => {
        await page.reload();
        await expect(page.getByRole('heading')).toHaveText(`You are ${alice.name.en}`);
      });
      await test.step('sign out, also of Foyer: the next sign-in asks again', async () => {
        await page.getByRole('button', { name: 'Sign out' }).click();
        await expect(page.getByRole('heading')).toHaveText('Who are you?');
        await signIn.click();
        await page.waitForURL(`${example.foyer}/login/web?*`);
      });
      // What this page still loads would fail when the service stops.
      await page.goto('about:blank');
    } finally {
      await example.stop();
    }
  });
}
