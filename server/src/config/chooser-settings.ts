import { withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

export const chooserSettings = {
  ACCOUNT_CHOOSER: withDefault(
    'on or off: the sign-in page offers the accounts that have signed in with the same browser, masked, for 90 days.',
    parse.onOff,
    'on',
  ),
};
