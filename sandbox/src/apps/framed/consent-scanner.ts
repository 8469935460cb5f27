import type { ScanApp } from '../../people.ts';
import { type AppAccounts, codeInUrl, type Scanner, type Screen } from '../../phone/scanner.ts';
import type { FramedLogins } from './framed-logins.ts';

/** The app asks for consent itself, and its own page passes the result to the browser. */
export function consentScanner<Person>(
  app: ScanApp,
  logins: Pick<FramedLogins<Person>, 'scan' | 'answer'>,
  personOf: (accounts: AppAccounts) => Person,
): Scanner {
  const invalid: Screen = { content: { is: 'invalid', app } };
  return {
    app,
    read: (text) => codeInUrl(text, app),
    async open(code, accounts) {
      const result = logins.scan(code, personOf(accounts));
      if (result.is === 'invalid') return invalid;
      return {
        content: { is: 'consent', app, site: result.site },
        press: async (confirm) =>
          logins.answer(code, confirm).is === 'done'
            ? { content: { is: confirm ? 'confirmed' : 'declined', app } }
            : invalid,
      };
    },
  };
}
