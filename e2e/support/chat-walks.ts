import type { FrameLocator, Page } from '@playwright/test';
import { type Pages, expect } from '../fixtures/test.ts';
import { alice } from './people.ts';

type ChatPages = Pick<Pages, 'login' | 'helpDesk' | 't'> & { page: Page };

/**
 * Opens the chat, signs in as Alice and opens it again. `#saw` shows what the chat could read of the page, `#visitor` the
 * visitor that the page has sent to it.
 */
export async function expectAccountAfterSignIn(
  { login, helpDesk, page, t }: ChatPages,
  frame: FrameLocator,
  saw: string,
) {
  await helpDesk.openChat();
  await expect(frame.locator('#saw')).toHaveText(saw);
  await expect(frame.locator('#visitor')).toHaveText(/^\{"uuid":"visitor-[0-9a-f]{32}","language":"en-US"\}$/);
  await helpDesk.chat.getByRole('button', { name: t('common.close') }).click();

  await login.submit.click();
  await page.waitForURL('**/home');
  await helpDesk.openChat();
  await expect(frame.locator('#visitor')).toContainText(`"mobile":"${alice.account}"`);
  await expect(frame.locator('#visitor')).toContainText(`"name":"${alice.name.en}"`);
}

/** The chat has failed: waits for the error, then presses retry after `repair` and waits for the visitor. */
export async function expectChatAfterRetry(
  { helpDesk, t }: Pick<ChatPages, 'helpDesk' | 't'>,
  repair: () => Promise<unknown>,
) {
  await expect(helpDesk.chat.getByRole('alert')).toContainText(t('cs.chat.failed'));
  await repair();
  await helpDesk.chat.getByRole('button', { name: t('common.retry') }).click();
  await expect(helpDesk.chat.frameLocator('iframe').locator('#visitor')).toContainText('visitor-');
}
