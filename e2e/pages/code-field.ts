import type { Locator, Page } from '@playwright/test';
import { type Language, languages } from '@foyer/contract/language';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import { texts } from '../support/texts.ts';

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

  constructor(scope: Page | Locator, language: Language, sent?: string) {
    const t = texts(language);
    this.input = scope.getByRole('textbox', { name: inBothLanguages('code.label', 'code.labelSent') });
    this.button = scope.getByRole('button', {
      name: inBothLanguages('code.get', 'code.getAgain', 'code.sending', 'code.countdown'),
    });
    this.sentTo = scope.getByRole('status').filter({ hasText: sent ?? t.start('code.sentTo') });
    this.notArriving = scope.getByText(t('code.late'));
    this.notArrivingAdvice = scope.getByText(t('code.late.try'));
  }

  /** Requests a code and waits until it has been sent. */
  async send() {
    await this.button.click();
    await this.sentTo.waitFor();
  }
}

/** Matches a name that is one of the texts; a placeholder stands for a number. The language may change during a test. */
function inBothLanguages(...keys: TextKey[]) {
  const names = keys.flatMap((key) => languages.map((language) => texts(language)(key)));
  return new RegExp(`^(${names.join('|').replaceAll(/\{\w+\}/g, String.raw`\d+`)})$`);
}
