import type { APIRequestContext, Page } from '@playwright/test';
import { BindAccountDialog } from '../bind-account-dialog.ts';
import { BindDialog } from '../bind-dialog.ts';
import { CodePart } from '../code-part.ts';
import { CompanyDoor } from '../company-door.ts';
import { ConfirmPage } from '../confirm-page.ts';
import { ConsentDialog } from '../consent-dialog.ts';
import { FindAccountPage } from '../find-account-page.ts';
import { HomePage } from '../home-page.ts';
import { IdentityDialog } from '../identity-dialog.ts';
import { LoginPage } from '../login-page.ts';
import { OneClickDialog } from '../one-click-dialog.ts';
import { Outbox } from '../outbox.ts';
import { RegisterPage } from '../register-page.ts';
import { RetrievePage } from '../retrieve-page.ts';
import { ScanBlock } from '../scan-block.ts';
import { ScanningPhone } from '../scanning-phone.ts';
import { SecondFactorDialog } from '../second-factor-dialog.ts';
import type { Service } from '../service.ts';
import { spokenIn } from '../visit.ts';

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
  const language = spokenIn(locale);
  return {
    page,
    request,
    outbox: new Outbox(service),
    phone: new ScanningPhone(service.origin),
    login: new LoginPage(page, language),
    code: new CodePart(page, language),
    register: new RegisterPage(page, language),
    home: new HomePage(page, language),
    secondFactor: new SecondFactorDialog(page, language),
    consent: new ConsentDialog(page, language),
    identity: new IdentityDialog(page, language),
    retrieve: new RetrievePage(page, language),
    findAccount: new FindAccountPage(page, language),
    door: new CompanyDoor(page, language),
    bindAccount: new BindAccountDialog(page, language),
    scan: new ScanBlock(page, language),
    bind: new BindDialog(page, language),
    oneClick: new OneClickDialog(page, language),
    confirm: new ConfirmPage(page, language),
  };
}
