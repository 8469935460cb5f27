import { loadSandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { people } from '@foyer/sandbox/people';
import { expect, languages, test } from '../fixtures/test.ts';
import { Recorder } from './recorder.ts';
import { saveMoving } from './save.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({
      locale: language,
      viewport: { width: 1280, height: 720 },
      // Without transitions and a moving banner each screenshot shows a state, not the way to it.
      contextOptions: { reducedMotion: 'reduce' },
      resetDemo: true,
    });

    test('the first minute', async ({ login, code, home, outbox, page, t }) => {
      const texts = await loadSandboxTexts(language);
      const dan = people.find(({ id }) => id === 'dan')!;
      const alice = people.find(({ id }) => id === 'alice')!;
      const nameOf = ({ name }: typeof dan) => (language === 'zh-CN' ? name.zh : name.en);
      const tab = page.getByRole('button', { name: texts.open });
      const drawer = page.getByRole('complementary', { name: texts.title });
      const recorder = new Recorder(page);
      const open = async () => {
        await login.open();
        await page.waitForLoadState('networkidle');
      };

      await open();
      await recorder.show(1200);
      await recorder.press(tab);
      await expect(drawer.getByRole('listitem').first()).toBeVisible();
      await recorder.show(900);

      await recorder.press(drawer.getByRole('button', { name: new RegExp(`^${nameOf(dan)} `) }));
      await expect(login.account).toHaveValue(/138 ?0013 ?8003/);
      await recorder.show(700);
      await recorder.press(code.button);
      await code.sentTo.waitFor();
      await expect(drawer.getByRole('button', { name: texts.fillIn })).toBeVisible();
      await recorder.show(1100);
      await recorder.type(code.input, await outbox.code(dan.mobile!));
      await page.waitForURL('**/home');
      await home.greeting.waitFor();
      await recorder.show(1500);

      await home.signOut();
      await open();
      await recorder.show(900);
      await recorder.press(tab);
      await drawer.getByRole('listitem').first().waitFor();
      await recorder.show(500);
      // The camera is in sight until the app has read the QR code.
      let read = () => {};
      const isRead = new Promise<void>((resolve) => (read = resolve));
      await page.route('**/phone/scan', (route) => isRead.then(() => route.continue()));
      await recorder.press(drawer.getByRole('button', { name: texts.scanAs(nameOf(alice)) }));
      await drawer.getByText(texts.scanning).waitFor();
      await recorder.show(900);
      read();
      await drawer.getByRole('button', { name: texts.confirm }).waitFor();
      await page.getByText(t('qr.scanned')).first().waitFor();
      await recorder.show(1100);
      await recorder.press(drawer.getByRole('button', { name: texts.confirm }));
      await page.waitForURL('**/home');
      await home.greeting.waitFor();
      await recorder.show(2500);

      expect(recorder.seconds, 'seconds of the moving picture').toBeGreaterThan(12);
      expect(recorder.seconds, 'seconds of the moving picture').toBeLessThan(20);
      saveMoving(`first-minute.${language}`, recorder.frames);
    });
  });
}
