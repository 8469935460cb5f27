import { accountStates } from './account-states.ts';
import { applicationStates } from './application-states.ts';
import { chooserStates } from './chooser-states.ts';
import { contactStates } from './contact-states.ts';
import { dialogStates } from './dialog-states.ts';
import type { GalleryStates } from './gallery-state.ts';
import { handoffStates } from './handoff-states.ts';
import { loginStates } from './login-states.ts';
import { pageStates } from './page-states.ts';
import { passkeyStates } from './passkey-states.ts';
import { requestStates } from './request-states.ts';
import { scanStates } from './scan-states.ts';
import { secondFactorStates } from './second-factor-states.ts';
import { ssoStates } from './sso-states.ts';

/** Every state of every page, by section. */
export const sections: Record<string, GalleryStates> = {
  'Sign-in page': loginStates,
  'Account chooser': chooserStates,
  'QR code and scan': scanStates,
  'Continue on the phone': handoffStates,
  Dialogs: dialogStates,
  'Second factor': secondFactorStates,
  'Passkeys and factors of an account': passkeyStates,
  'Company sign-in': ssoStates,
  'Requests of applications': requestStates,
  Applications: applicationStates,
  'Mobile number, e-mail address and data': contactStates,
  Account: accountStates,
  'Other pages': pageStates,
};

export const allStates: GalleryStates = Object.assign({}, ...Object.values(sections));
