import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

/** The page in its current state, or a part of it, has no violation of WCAG 2.2 A and AA that axe finds. */
export async function expectNoAxeViolations(page: Page, part?: string) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  // In the middle of a transition a text has less contrast than before or after it.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // The builder injects its source at every use. Where axe is there already, an empty statement takes its place.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) });
  if (part) axe.include(part);
  // The legacy mode does not look into frames, and takes half the time.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}
