import type { Locator, Page } from '@playwright/test';
import type { Language } from '@foyer/contract/language';
import { inBothLanguages, texts } from '../support/page/texts.ts';

/** The field for a one-time code with the button that sends one; part of several forms. */
export class CodeField {
  readonly input: Locator;
  /** Its text changes with its state: send, checking, sending, countdown, send again. */
  readonly button: Locator;
  /** The message that says where the code was sent to, or `sent` where the form has said that before. */
  readonly sentTo: Locator;
  /** The question that appears when the code takes long; a click opens the advice. */
  readonly notArriving: Locator;
  readonly notArrivingAdvice: Locator;

  constructor(scope: Page | Locator, language: Language, sent?: string | RegExp) {
    const t = texts(language);
    this.input = scope.getByRole('textbox', { name: inBothLanguages('code.label', 'code.labelSent') });
    this.button = scope.getByRole('button', {
      name: inBothLanguages('code.get', 'code.getAgain', 'code.sending', 'code.countdown'),
    });
    this.sentTo = scope.getByRole('status').filter({ hasText: sent ?? t.prefix('code.sentTo') });
    this.notArriving = scope.getByText(t('code.late'));
    this.notArrivingAdvice = scope.getByText(t('code.late.try'));
  }

  /** Requests a code and waits until it has been sent. */
  async send() {
    await this.button.click();
    await this.sentTo.waitFor();
  }
}
