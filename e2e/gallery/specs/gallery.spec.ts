import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { isShortForm } from '../../../scripts/support/test-form.mjs';
import { expect, test } from '../../fixtures/gallery.ts';
import { expectNoAxeViolations } from '../../support/page/axe.ts';
import { texts } from '../../support/page/texts.ts';
import { allStates } from '../all-states.ts';
import { type GalleryState, type Look, devicesOf } from '../gallery-state.ts';

const plainBackdrop = fileURLToPath(new URL('../plain-backdrop.css', import.meta.url));

const chineseLight = { language: 'zh-CN', theme: 'light' } as const;
const englishDark = { language: 'en-US', theme: 'dark' } as const;

for (const [name, state] of Object.entries(allStates)) {
  const [look, other] = state.pictureLook === 'en dark' ? [englishDark, chineseLight] : [chineseLight, englishDark];
  const devices = devicesOf(state);

  for (const device of isShortForm ? devices.slice(0, 1) : devices)
    test(`${name} on ${device} is accessible, fits a narrow window and looks as before`, async ({
      openState,
      comparePictures,
      page,
    }) => {
      await openState(name, { ...look, device });
      const part = await partOf(page, state);
      if (comparePictures && state.picture !== 'none' && device === devices[0]) await comparePicture(page, name, part);
      await expectNoAxeViolations(page, part);
      await switchTheme(page, other.theme);
      await expectNoAxeViolations(page, part, 'color-contrast');
      if (isShortForm) {
        // English texts are longer.
        await switchLanguage(page, 'en-US');
        return expectReflow(page);
      }
      if (!(await switchLanguage(page, other.language))) {
        await expectReflow(page);
        await openState(name, { ...other, device });
      }
      await expectNoAxeViolations(page, part);
      await switchTheme(page, look.theme);
      await expectNoAxeViolations(page, part, 'color-contrast');
      await expectReflow(page);
      if (await switchLanguage(page, look.language)) await expectReflow(page);
    });
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

for (const name of [
  'password-wrong',
  'code-sent',
  'scan-expired',
  'set-password-typed',
  'retrieve-choose',
  'account-chooser-three',
])
  test(`${name} looks as before in forced colours`, async ({ openState, comparePictures, page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openState(name, englishDark);
    // A picture hides the caret by its colour, which is forced as well.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    if (comparePictures) await comparePicture(page, `forced-colours.${name}`);
  });

test('in forced colours, the section that is read and buttons without a border differ from plain text', async ({
  openState,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
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

async function comparePicture(page: Page, name: string, part?: string) {
  // Of two dialogs, the later one covers the other.
  const shown = page.locator(part ?? 'body').last();
  const dialog = page.locator('dialog:modal').last();
  // A mask lies above everything: what a dialog covers needs none.
  const masked = (await dialog.count()) > 0 ? dialog : shown;
  await expect.soft(part ? shown : page).toHaveScreenshot(`${name}.png`, {
    // What is scanned or comes from another origin is not ours to draw.
    mask: [masked.locator('svg[shape-rendering=crispEdges], iframe')],
    maskColor: '#888888',
    // The page behind a dialog may still be loading.
    ...(part && { stylePath: plainBackdrop }),
    // The edges of curves and letters differ on another processor. A control that is shifted by two pixels changes
    // hundreds.
    threshold: 0.1,
    maxDiffPixels: 20,
  });
}

const switchTheme = (page: Page, theme: Look['theme']) =>
  page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);

/**
 * Switches the language as the person would, without loading the page again. False where a page has no selector, or has not
 * started.
 */
async function switchLanguage(page: Page, language: Look['language']) {
  const switched = await page.evaluate((chosen) => {
    const select = document.querySelector('select');
    if (!select || document.querySelector('body > .noscript')) return false;
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }, language);
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
    document.adoptedStyleSheets = [spacing];
    return document.documentElement.scrollWidth;
  });
  expect.soft(width, 'the width of the page in a window of 320 px').toBeLessThanOrEqual(320);
}

/** What a state is about; undefined for the whole page. What is around it is the same in other states. */
async function partOf(page: Page, { picture }: GalleryState) {
  if (picture === 'window') return undefined;
  if (picture === 'form') return '.entry-page_form';
  if (picture === 'code') return '.entry-page_aside';
  return (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'main > :last-child';
}
