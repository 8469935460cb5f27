import { expect, test, widths } from '../../fixtures/screen.ts';
import { methods } from '../../scripted/site-config.ts';

const withoutApps = { ...methods, scan: [] };

for (const width of ['desktop', 'narrow'] as const)
  test.describe(width, () => {
    test.use({ locale: 'zh-CN', ...widths[width] });

    test('where no app scans, the link is under the code of the page, and moves nothing else', async ({
      login,
      page,
      site,
      t,
    }) => {
      const code = page.getByRole('img', { name: t('phone.qr') });
      const hint = page.getByText(t('phone.hint'));
      const entry = page.getByRole('button', { name: t('phone.title') });
      const places = async () => {
        await expect(code).toBeVisible();
        return Promise.all(
          [code, hint, login.account, login.submit, page.getByRole('contentinfo')].map((part) => part.boundingBox()),
        );
      };
      const open = async (onPhone: boolean) => {
        site.show({ config: { methods: { ...withoutApps, onPhone } } });
        await login.open();
        return places();
      };
      const before = await open(false);
      await expect(page.getByRole('heading', { name: t('phone.title') })).toBeVisible();
      await expect(entry, 'another back end has no such calls').toHaveCount(0);

      expect(await open(true)).toEqual(before);
      await expect(page.getByRole('heading', { name: t('phone.title') }), 'one thing has the name').toHaveCount(0);
      await expect(page.getByRole('heading', { name: t('qr.title') })).toBeVisible();
      const [under, link] = await Promise.all([hint.boundingBox(), entry.boundingBox()]);
      expect(link!.y).toBeGreaterThan(under!.y + under!.height);
      await entry.click();
      await expect(page.getByRole('dialog', { name: t('phone.title') }).getByRole('status')).toHaveText(
        t('handoff.lasts'),
      );
      await page.keyboard.press('Escape');
      await expect(entry).toBeFocused();
    });
  });
