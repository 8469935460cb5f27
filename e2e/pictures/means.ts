import type { APIRequestContext, Page } from '@playwright/test';
import { BindAccountDialog } from '../pages/bind-account-dialog.ts';
import { BindDialog } from '../pages/bind-mobile-dialog.ts';
import { CodePart } from '../pages/code-part.ts';
import { SsoPages } from '../pages/sso-pages.ts';
import { ScanConfirmPage } from '../pages/scan-confirm-page.ts';
import { ConsentDialog } from '../pages/consent-dialog.ts';
import { FindAccountPage } from '../pages/find-account-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { IdentityDialog } from '../pages/identity-dialog.ts';
import { LoginPage } from '../pages/login-page.ts';
import { OneClickDialog } from '../pages/one-click-dialog.ts';
import { Outbox } from '../support/outbox.ts';
import { RegisterPage } from '../pages/register-page.ts';
import { RetrievePage } from '../pages/retrieve-page.ts';
import { QrBlock } from '../pages/qr-block.ts';
import { SandboxPhone } from '../pages/sandbox-phone.ts';
import { SecondFactorDialog } from '../pages/second-factor-dialog.ts';
import type { Service } from '../support/service.ts';
import { languageOf } from '../fixtures/test.ts';

interface Visit {
  page: Page;
  /** Somebody else's hand: what it does leaves nothing in the page. */
  request: APIRequestContext;
  locale: string | undefined;
  service: Service;
}

export type Means = ReturnType<typeof meansOf>;

/** Everything there is to get to a screen with. */
export function meansOf({ page, request, locale, service }: Visit) {
  const language = languageOf(locale);
  return {
    page,
    request,
    outbox: new Outbox(service),
    phone: new SandboxPhone(service.origin),
    login: new LoginPage(page, language),
    code: new CodePart(page, language),
    register: new RegisterPage(page, language),
    home: new HomePage(page, language),
    secondFactor: new SecondFactorDialog(page, language),
    consent: new ConsentDialog(page, language),
    identity: new IdentityDialog(page, language),
    retrieve: new RetrievePage(page, language),
    findAccount: new FindAccountPage(page, language),
    door: new SsoPages(page, language),
    bindAccount: new BindAccountDialog(page, language),
    scan: new QrBlock(page, language),
    bind: new BindDialog(page, language),
    oneClick: new OneClickDialog(page, language),
    confirm: new ScanConfirmPage(page, language),
  };
}
