import { test, widths } from '../../fixtures/test.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';

/** Pages that are not in the gallery, which checks all others. */
const pages: Record<string, string> = {
  'the sandbox panel': '/sandbox',
  'the sandbox’s application': '/sandbox/contracts',
  'a document of the sandbox’s application': '/sandbox/contracts/lease',
  'the sandbox’s phone': '/sandbox/phone?code=nothing',
  'the sandbox’s choice of a person': '/sandbox/wechat/q/any',
  'the API description': '/api/',
};
/** The messages of other tests and most calls of the API: they prove no more than the first, and axe takes seconds for them. */
const sameMarkup = '.message:nth-of-type(n + 7), main#top > section:nth-of-type(n + 4)';

test.use({ locale: 'zh-CN', ...widths.desktop });

test('the pages of the sandbox and the API have no accessibility violations', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  for (const [name, path] of Object.entries(pages)) {
    await test.step(name, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await page.evaluate((more) => document.querySelectorAll(more).forEach((row) => row.remove()), sameMarkup);
      await expectNoAxeViolations(page);
      // The other theme differs by its colours only.
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectNoAxeViolations(page, undefined, 'color-contrast');
    });
  }
});
