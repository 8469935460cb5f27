import { BindAccountDialog } from './bind-account-dialog.ts';
import { CompanyDoor } from './company-door.ts';
import { ConsentDialog } from './consent-dialog.ts';
import { FindAccountPage } from './find-account-page.ts';
import { IdentityDialog } from './identity-dialog.ts';
import { RetrievePage } from './retrieve-page.ts';
import { SecondFactorDialog } from './second-factor-dialog.ts';
import { spokenIn, test as visit } from './visit.ts';

interface Places {
  secondFactor: SecondFactorDialog;
  consent: ConsentDialog;
  identity: IdentityDialog;
  retrieve: RetrievePage;
  findAccount: FindAccountPage;
  door: CompanyDoor;
  bindAccount: BindAccountDialog;
}

/** A visit on the way from the form to the session: what stands between, and what was forgotten. */
export const test = visit.extend<Places>({
  secondFactor: ({ page, locale }, lend) => lend(new SecondFactorDialog(page, spokenIn(locale))),
  consent: ({ page, locale }, lend) => lend(new ConsentDialog(page, spokenIn(locale))),
  identity: ({ page, locale }, lend) => lend(new IdentityDialog(page, spokenIn(locale))),
  retrieve: ({ page, locale }, lend) => lend(new RetrievePage(page, spokenIn(locale))),
  findAccount: ({ page, locale }, lend) => lend(new FindAccountPage(page, spokenIn(locale))),
  door: ({ page, locale }, lend) => lend(new CompanyDoor(page, spokenIn(locale))),
  bindAccount: ({ page, locale }, lend) => lend(new BindAccountDialog(page, spokenIn(locale))),
});
