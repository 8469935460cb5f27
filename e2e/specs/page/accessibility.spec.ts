import { test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';

/** Pages that are not in the gallery, which checks all others. */
const pages = {
  'the sandbox panel': '/sandbox',
  'the sandbox’s application': '/sandbox/contracts',
  'a document of the sandbox’s application': '/sandbox/contracts/lease',
  'the sandbox’s phone': '/sandbox/phone?code=nothing',
  'the sandbox’s choice of a person': '/sandbox/wechat/q/any',
  'the API description': '/api/',
};

test.use({ locale: 'zh-CN', ...widths.desktop });

test('the pages of the sandbox and the API have no accessibility violations', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  for (const [name, path] of Object.entries(pages)) {
    await test.step(name, async () => {
      await page.goto(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeViolations(page);
      }
    });
  }
});
