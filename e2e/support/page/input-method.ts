import type { Page } from '@playwright/test';

/** Types into the focused field as an input method does: a composition that grows, then the final text. */
export async function compose(page: Page, compositions: string[], final: string) {
  const keyboard = await page.context().newCDPSession(page);
  for (const text of compositions)
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await keyboard.send('Input.insertText', { text: final });
  await keyboard.detach();
}
