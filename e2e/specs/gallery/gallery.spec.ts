import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/gallery.ts';
import { sections } from '../../gallery/all-states.ts';
import type { GalleryState } from '../../gallery/gallery-state.ts';
import { expectNoAxeViolations } from '../../support/axe.ts';
import { texts } from '../../support/texts.ts';

/** Both languages and both themes in two looks: no style depends on the language, and no role or name on the theme. */
const chineseLight = { language: 'zh-CN', theme: 'light' } as const;
const englishDark = { language: 'en-US', theme: 'dark' } as const;
type Look = typeof chineseLight | typeof englishDark;

/** One test opens this many states in one window, which costs less than a window for each. */
const statesPerTest = 9;

for (const [section, states] of Object.entries(sections)) {
  for (const [n, group] of groupsOf(Object.entries(states)).entries()) {
    test(`${section}, part ${n + 1}: every state is accessible in both languages and themes, and looks as before`, async ({
      openState,
      comparePictures,
      page,
    }) => {
      for (const [name, state] of group) {
        await test.step(name, async () => {
          const looks: [Look, Look] = [chineseLight, englishDark];
          if (state.pictureLook === 'en dark') looks.reverse();
          await openState(name, looks[0]);
          const part = await partOf(page, state);
          if (comparePictures && state.picture !== 'none') await comparePicture(page, name, part);
          await expectNoAxeViolations(page, part);
          if (!(await switchLook(page, looks[1]))) await openState(name, looks[1]);
          await expectNoAxeViolations(page, part);
          await expectReflow(page);
        });
      }
    });
  }
}

for (const look of [chineseLight, englishDark]) {
  test(`a second brand looks as before in ${look.language} and ${look.theme}`, async ({
    openState,
    comparePictures,
    page,
  }) => {
    await openState('password-login', { ...look, brand: 'qinghe' });
    if (comparePictures) await comparePicture(page, `brand.${look.theme}`);
    await expectNoAxeViolations(page);
  });
}

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('fields, tabs, buttons, dialogs and the QR code look as before', async ({
    openState,
    comparePictures,
    page,
  }) => {
    for (const name of [
      'password-wrong',
      'code-sent',
      'scan-expired',
      'set-password-typed',
      'retrieve-choose',
      'account-chooser-three',
    ]) {
      await test.step(name, async () => {
        await openState(name, englishDark);
        // A picture hides the caret by its colour, which is forced as well.
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        if (comparePictures) await comparePicture(page, `forced-colours.${name}`);
      });
    }
  });

  test('the section that is read and buttons without a border differ from plain text', async ({ openState, page }) => {
    await openState('home', englishDark);
    const t = texts('en-US');
    const section = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    const colour = (name: string) => section(name).evaluate((link) => getComputedStyle(link).color);
    expect(await colour(t('account.overview'))).not.toBe(await colour(t('account.devices')));
    await expect(page.getByRole('button', { name: t('checkup.secondFactor.mend') }).first()).toHaveCSS(
      'text-decoration-line',
      'underline',
    );
  });
});

async function comparePicture(page: Page, name: string, part?: string) {
  // Of two dialogs, the later one covers the other.
  await expect.soft(part ? page.locator(part).last() : page).toHaveScreenshot(`${name}.png`, {
    // What is scanned or comes from another origin is not ours to draw.
    mask: [page.locator('svg[shape-rendering=crispEdges], iframe')],
    maskColor: '#888888',
    // The same browser draws the same pixels, but for the edges of curves and letters on another processor. A control
    // that is shifted by two pixels changes hundreds.
    threshold: 0.1,
    maxDiffPixels: 20,
  });
}

/** Switches language and theme as the person would, without loading the page again. False where a page has no selector. */
async function switchLook(page: Page, { language, theme }: Look) {
  const switched = await page.evaluate(
    (look) => {
      const select = document.querySelector('select');
      if (!select) return false;
      select.value = look.language;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      document.documentElement.dataset['theme'] = look.theme;
      return true;
    },
    { language, theme },
  );
  if (switched) await expect(page.locator('html')).toHaveAttribute('lang', language);
  return switched;
}

/** In a window of 1280 px at 400 %, with the text spacing of WCAG 1.4.12, the page is not scrolled sideways. */
async function expectReflow(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
    return document.documentElement.scrollWidth;
  });
  expect.soft(width, 'the width of the page in a window of 320 px').toBeLessThanOrEqual(320);
}

function groupsOf<Item>(items: readonly Item[]): Item[][] {
  const groups = Math.ceil(items.length / statesPerTest);
  const size = Math.ceil(items.length / groups);
  return Array.from({ length: groups }, (_, n) => items.slice(n * size, (n + 1) * size));
}

/** What a state is about; undefined for the whole page. What is around it is the same in other states. */
async function partOf(page: Page, { picture }: GalleryState) {
  if (picture === 'window') return undefined;
  if (picture === 'form') return '.entry-page_form';
  if (picture === 'code') return '.entry-page_aside';
  return (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'main > :last-child';
}
