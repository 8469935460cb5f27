import { commitCode } from '@foyer/contract/flows/code-login';
import { applyHumanCheck } from '@foyer/contract/flows/human-check';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { registerAccount } from '@foyer/contract/flows/register';

const resultsOf = ({ refusals }: { refusals: object }) => ['done', ...Object.keys(refusals)];

/** Label values that are known at the start: their counters begin at zero. */
export const knownLabels = {
  limits: [
    'calls',
    'codePause',
    'codesPerBrowser',
    'codesPerIp',
    'codesPerMinute',
    'codesPerNetwork',
    'codesPerRecipient',
    'companyLookups',
    'events',
    'extraCodesPerBrowser',
    'extraCodesPerNetwork',
    'extraCodesPerRecipient',
    'hits',
    'knownBrowserPasswords',
    'polls',
    'qrs',
    'reports',
    'wrongCodes',
    'wrongFactorCodes',
    'wrongProofs',
    'wrongUserCodes',
  ],
  tasks: [
    'sweep',
    'erasure',
    'contactChanges',
    'clock',
    'content',
    'signingKeys',
    'logouts',
    'webhooks',
    'certificates',
  ],
  humanChecks: resultsOf(applyHumanCheck),
  registrations: resultsOf(registerAccount),
  signIns: { password: resultsOf(commitPassword), code: resultsOf(commitCode) },
};
