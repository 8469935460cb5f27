import { type Locator, type Page, expect } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { inBothLanguages, texts } from '../support/page/texts.ts';

/** The help desk of a page on a PC: the tab on the right edge, its panel with the articles, and the chat. */
export class HelpDesk {
  readonly desk: Locator;
  readonly entry: Locator;
  readonly consult: Locator;
  readonly popover: Locator;
  readonly articles: Locator;
  readonly chat: Locator;
  /** What the page is about: the card with the form, or the text. */
  readonly card: Locator;

  constructor(
    readonly page: Page,
    language: Language,
  ) {
    const t = texts(language);
    this.desk = page.getByRole('complementary', { name: inBothLanguages('cs.entry') });
    this.entry = this.desk.getByRole('button', { name: t('cs.entry') });
    this.popover = this.desk.getByRole('dialog', { name: t('cs.articles') });
    this.consult = this.popover.getByRole('button', { name: t('cs.consult') });
    this.articles = this.popover.getByRole('listitem').getByRole('link');
    this.chat = this.desk.getByRole('dialog', { name: t('cs.chat') });
    this.card = page.locator('main > :last-child');
  }

  async openChat() {
    await this.entry.click();
    await this.consult.click();
  }

  async box() {
    await this.entry.waitFor();
    return (await this.entry.boundingBox())!;
  }

  /** Drags the tab with the mouse by this many pixels; `during` runs before the button is released. */
  async drag(x: number, y: number, during = async () => {}) {
    const tab = await this.box();
    const [left, top] = [tab.x + tab.width / 2, tab.y + tab.height / 2];
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    await this.page.mouse.move(left + x / 2, top + y / 2);
    await this.page.mouse.move(left + x, top + y);
    await during();
    await this.page.mouse.up();
  }

  /** The page has made room: the card, the header and this part of the desk do not overlap, inside the window. */
  async expectBesideCard(part: Locator) {
    await expect(async () => {
      const [box, card, tools] = await Promise.all(
        [part, this.card, this.page.getByRole('banner')].map(async (one) => (await one.boundingBox())!),
      );
      const { width, height } = this.page.viewportSize()!;
      expect(card!.x, 'card inside the window').toBeGreaterThanOrEqual(0);
      expect(card!.x + card!.width, 'card beside it').toBeLessThanOrEqual(box!.x);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(box!.y, 'below the header').toBeGreaterThanOrEqual(tools!.y + tools!.height);
      expect(box!.y + box!.height).toBeLessThanOrEqual(height);
    }).toPass();
  }
}
