import type { Page } from '@playwright/test';

/** Writes into the field in focus as an input method does: a draft that grows, and then what was meant. */
export async function compose(page: Page, drafts: string[], meant: string) {
  const keyboard = await page.context().newCDPSession(page);
  for (const text of drafts)
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await keyboard.send('Input.insertText', { text: meant });
  await keyboard.detach();
}
