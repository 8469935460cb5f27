import { type Page, expect } from '@playwright/test';
import axe from 'axe-core';

/**
 * The page in its current state, or a part of it, has no violation of WCAG 2.2 A and AA that axe finds. Frames are not
 * looked into. `only` names one rule.
 */
export async function expectNoAxeViolations(page: Page, part?: string, only?: 'color-contrast') {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ within, runOnly }) => {
      // In the middle of a transition a text has less contrast than before or after it.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      const options = { runOnly, iframes: false, resultTypes: ['violations' as const] };
      const { violations } = await window.axe.run(within ?? document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { within: part, runOnly: only ? [only] : tags },
  );
  expect(found).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
