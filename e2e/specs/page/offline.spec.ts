import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { expect, test } from '../../fixtures/test.ts';
import { texts } from '../../support/page/texts.ts';

test.use({ serviceWorkers: 'allow', locale: 'zh-CN' });

test('without a network the offline page is shown in the last language, until the network is back [SH-12]', async ({
  login,
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await login.open();
  const selectLanguage = (language: string) => page.getByRole('combobox').selectOption(language);
  for (const language of ['zh-CN', 'en-US'] as const) {
    await selectLanguage(language);
    const cachedLanguage = () =>
      page.evaluate(async (offline) => {
        await navigator.serviceWorker.ready;
        return (await caches.match(offline))?.headers.get('Content-Language');
      }, pageRoutes.offline);
    await expect.poll(cachedLanguage).toBe(language);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: texts(language)('page.offline') })).toBeVisible();
    const again = page.waitForEvent('load');
    await page.getByRole('link', { name: texts(language)('common.retry') }).click();
    await again;
    await expect(page.getByRole('heading', { name: texts(language)('page.offline') })).toBeVisible();
    await context.setOffline(false);
    await expect(login.account).toBeVisible();
  }
});
